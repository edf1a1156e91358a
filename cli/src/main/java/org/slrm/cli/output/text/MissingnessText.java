package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.result.MaskedColumn;
import org.slrm.cli.result.MaskedColumn.CurvePoint;
import org.slrm.io.column.Schema;
import org.slrm.result.Missingness;

/**
 * Which columns are missing because of their values, in words.
 *
 * @param missingness as the model estimates it
 * @param schema the columns
 */
public record MissingnessText(Missingness missingness, Schema schema) {
  private static final int COLUMNS_SHOWN = 10;
  private static final int LEVELS_SHOWN = 4;

  /** The columns of a model with this schema. */
  public List<MaskedColumn> columns() {
    return MaskedColumn.of(missingness, schema::columnOf, j -> schema.features().get(j).level());
  }

  /** One line for each column, then what they do to the predictions. */
  List<String> lines() {
    List<MaskedColumn> columns = columns();
    List<String> out = new ArrayList<>();
    columns.stream().limit(COLUMNS_SHOWN).forEach(c -> out.add(line(c)));
    if (columns.size() > COLUMNS_SHOWN) {
      out.add("and %s more columns (all: --json)".formatted(columns.size() - COLUMNS_SHOWN));
    }
    if (!columns.isEmpty()) {
      out.add("of the variance of the predictions, " + variance(missingness.variance()));
    }
    return out;
  }

  private String line(MaskedColumn c) {
    List<CurvePoint> points = shown(c);
    return "%s: %s missing; P(missing) %s; %s of the variance of the predictions"
        .formatted(
            c.name(),
            ReadableText.percent(c.missing()),
            points.stream().map(p -> at(c, p)).collect(Collectors.joining(", ")),
            ReadableText.percent(c.largestVariance()));
  }

  private static List<CurvePoint> shown(MaskedColumn c) {
    List<CurvePoint> all = c.points();
    return c.categorical()
        ? all.subList(0, Math.min(LEVELS_SHOWN, all.size()))
        : List.of(all.get(0), all.get(all.size() / 2), all.get(all.size() - 1));
  }

  private String at(MaskedColumn c, CurvePoint p) {
    String band =
        Double.isNaN(p.lower())
            ? ""
            : " [%s, %s]"
                .formatted(ReadableText.percent(p.lower()), ReadableText.percent(p.upper()));
    return ReadableText.percent(p.probability()) + band + " at " + value(c, p);
  }

  private String value(MaskedColumn c, CurvePoint p) {
    if (p.level() != null) {
      return p.level();
    }
    Schema.Column column = schema.columns().get(schema.indexOf(c.name()));
    return column.kind() == Schema.Kind.NUMERIC
        ? ReadableText.number(p.value())
        : column.text(p.value());
  }

  private String variance(List<Double> byTarget) {
    if (byTarget.size() == 1) {
      return ReadableText.percent(byTarget.get(0)) + " is due to missing entries";
    }
    List<String> parts = new ArrayList<>();
    for (int t = 0; t < byTarget.size(); t++) {
      parts.add(schema.targets().get(t) + " " + ReadableText.percent(byTarget.get(t)));
    }
    return "due to missing entries: " + ReadableText.some(parts, COLUMNS_SHOWN);
  }
}

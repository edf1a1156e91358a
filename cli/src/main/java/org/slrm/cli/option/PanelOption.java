package org.slrm.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.io.column.Schema;
import org.slrm.io.score.Panel;
import picocli.CommandLine.Option;

/** Columns that are measured together. */
public final class PanelOption {
  @Option(
      names = "--panel",
      paramLabel = "NAME=COL,COL[:COST]",
      description =
          "Columns that are measured together, with their cost (1 by default)."
              + " Suggestions then rank panels and columns of no panel by variance lowered per cost,"
              + " the report of a fit shows the error without a panel, and evaluate --outage"
              + " measures it."
              + " May be given several times.")
  List<String> panels = new ArrayList<>();

  /** Whether there are any. */
  public boolean given() {
    return !panels.isEmpty();
  }

  /** The panels of a model's features. */
  public List<Panel> of(Schema schema) {
    List<Panel> out = new ArrayList<>();
    for (String text : panels) {
      Panel panel = parsed(text);
      CommandException.usageIf(
          out.stream().anyMatch(p -> p.name().equals(panel.name())),
          "--panel must have a unique name, got " + panel.name());
      for (String column : panel.columns()) {
        int at = schema.indexOf(column);
        CommandException.usageIf(
            at < 0 || schema.columns().get(at).width() == 0,
            "--panel " + panel.name() + " must have features of the model, got " + column);
      }
      out.add(panel);
    }
    return out;
  }

  /** The panels as groups of features. */
  public List<FeatureGroup> groups(Schema schema) {
    List<FeatureGroup> out = new ArrayList<>();
    for (Panel panel : of(schema)) {
      int[] features =
          IntStream.range(0, schema.features().size())
              .filter(j -> panel.columns().contains(column(schema, j)))
              .toArray();
      out.add(new FeatureGroup(FeatureGroup.PANEL + panel.name(), features));
    }
    return out;
  }

  private static String column(Schema schema, int feature) {
    return schema.columns().get(schema.features().get(feature).column()).name();
  }

  private static Panel parsed(String text) {
    int equals = text.indexOf('=');
    CommandException.usageIf(
        equals < 1 || equals == text.length() - 1,
        "--panel must be NAME=COL,COL[:COST], got " + text);
    String columns = text.substring(equals + 1);
    double cost = 1;
    int colon = columns.lastIndexOf(':');
    if (colon > 0) {
      try {
        cost = Double.parseDouble(columns.substring(colon + 1));
        columns = columns.substring(0, colon);
      } catch (NumberFormatException e) {
        // The colon is part of the column's name.
      }
    }
    CommandException.usageIf(
        !(cost > 0 && cost < Double.POSITIVE_INFINITY),
        "the cost of a --panel must be above 0, got " + text);
    return new Panel(text.substring(0, equals), List.of(columns.split(",")), cost);
  }
}

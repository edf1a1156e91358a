package org.slrm.cli.label;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.PredictionColumns;
import org.slrm.data.IncompleteRow;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.PredictOptions;
import org.slrm.method.LabelKind;

/**
 * The targets of a stream.
 *
 * @param names their names
 * @param kinds their label kinds
 * @param levels names of the classes of each, none for a number
 */
public record StreamTargets(List<String> names, List<LabelKind> kinds, List<List<String>> levels) {
  private static final int MAX_SHOWN = 5;

  /** The targets of a model or checkpoint, or the requested ones, whose classes must be known. */
  public static StreamTargets of(Schema schema, @Nullable ModelFile known, ReadOptions options) {
    List<LabelKind> kinds = known == null ? requested(schema, options) : kinds(known);
    List<List<String>> levels = new ArrayList<>();
    for (int t = 0; t < kinds.size(); t++) {
      boolean classes = kinds.get(t).isClassification();
      levels.add(classes ? schema.target(t).levels() : List.of());
    }
    return new StreamTargets(schema.targets(), kinds, levels);
  }

  private static List<LabelKind> requested(Schema schema, ReadOptions options) {
    List<LabelKind> kinds = schema.labelKinds(options);
    CommandException.usageIf(
        kinds.stream().anyMatch(LabelKind::isClassification),
        "--label classes needs a --model, as classes must be known before rows come: fit one to"
            + " some rows first");
    return kinds;
  }

  /** A checkpoint may have no model yet, but stores its targets. */
  private static List<LabelKind> kinds(ModelFile known) {
    if (known.kind().equals(ModelFile.STREAM)) {
      return known.state().values().get("kinds") instanceof List<?> all
          ? all.stream().map(k -> LabelKind.of(String.valueOf(k))).toList()
          : known.schema().targets().stream().map(t -> LabelKind.NUMERIC).toList();
    }
    return IntStream.range(0, known.model().targets()).mapToObj(known.model()::labelKind).toList();
  }

  /** The columns of their predictions. */
  public PredictionColumns columns() {
    return PredictionColumns.of(kinds, levels, PredictOptions.DEFAULT);
  }

  /** Notes on classes unknown to the model: a stream learns only the features of such rows. */
  public static List<String> newClasses(ReadReport report) {
    List<String> out = new ArrayList<>();
    for (ReadReport.ReadColumn c : report.columns()) {
      if (c.column().role() == Schema.Role.TARGET && !c.unseen().isEmpty()) {
        List<String> shown =
            c.unseen().entrySet().stream()
                .limit(MAX_SHOWN)
                .map(e -> "\"" + ForeignText.word(e.getKey()) + "\" × " + e.getValue())
                .toList();
        out.add(
            ("column \"%s\": classes the model does not know, whose rows count as unlabelled: %s%s;"
                    + " begin with a --model fitted to rows of all classes to learn them")
                .formatted(
                    ForeignText.word(c.column().name()),
                    String.join(", ", shown),
                    c.unseen().size() > MAX_SHOWN ? ", …" : ""));
      }
    }
    return out;
  }

  /** Rejects labels that are invalid for their kind. */
  public void check(IncompleteRow labels, long number) {
    for (int e = 0; e < labels.observed(); e++) {
      int t = labels.index(e);
      double v = labels.value(e);
      String rule = kinds.get(t).broken(v);
      if (rule != null) {
        throw CommandException.input(
            "row %s, column \"%s\": %s, got %s"
                .formatted(number, ForeignText.word(names.get(t)), rule, v));
      }
    }
  }
}

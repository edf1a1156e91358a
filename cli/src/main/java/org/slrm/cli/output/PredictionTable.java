package org.slrm.cli.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.io.format.TableWriter;
import org.slrm.io.format.TableWriter.OutputColumn;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;

/**
 * Predictions as rows of a table: one per row and target, or one per row with columns for each
 * target.
 *
 * @param to the table
 * @param id name of a column of identifiers, null without
 * @param targets names of the targets that have columns of their own, none for a row per target
 * @param columns the columns of each of these targets, or of all together
 */
public record PredictionTable(
    TableWriter to, @Nullable String id, List<String> targets, List<PredictionColumns> columns) {

  /** One row per prediction, without identifiers. */
  public static PredictionTable plain(TableWriter to, PredictionColumns columns) {
    return new PredictionTable(to, null, List.of(), List.of(columns));
  }

  /** One row per row of the data and target. */
  public static PredictionTable tall(
      TableWriter to, @Nullable String id, NamedModel model, PredictOptions options) {
    IntStream all = IntStream.range(0, model.targets().size());
    return new PredictionTable(
        to, id, List.of(), List.of(PredictionColumns.of(model, all, options)));
  }

  /** One row per row of the data; a target's columns have its name as prefix. */
  public static PredictionTable wide(
      TableWriter to, @Nullable String id, NamedModel model, PredictOptions options) {
    List<PredictionColumns> each =
        IntStream.range(0, model.targets().size())
            .mapToObj(t -> PredictionColumns.of(model, IntStream.of(t), options))
            .toList();
    return new PredictionTable(to, id, model.targets(), each);
  }

  /** Writes the names of the columns. */
  public void header() throws IOException {
    List<OutputColumn> out = new ArrayList<>();
    List<OutputColumn> facts =
        List.of(
            OutputColumn.whole("observed"),
            OutputColumn.truth("answered"),
            OutputColumn.text("flags"));
    if (targets.isEmpty()) {
      out.add(OutputColumn.text("target"));
      out.addAll(columns.get(0).predicted(""));
      out.addAll(facts);
      out.addAll(columns.get(0).details(""));
    } else {
      out.addAll(facts);
      for (int t = 0; t < targets.size(); t++) {
        out.addAll(columns.get(t).predicted(targets.get(t) + "_"));
        out.addAll(columns.get(t).details(targets.get(t) + "_"));
      }
    }
    String name = id;
    if (name != null) {
      boolean taken = name.equals("row") || out.stream().anyMatch(c -> c.name().equals(id));
      out.add(0, OutputColumn.text(taken ? "id:" + name : name));
    }
    out.add(0, OutputColumn.whole("row"));
    Set<String> taken = new HashSet<>();
    to.begin(out.stream().map(c -> c.withUnusedName(taken)).toList());
  }

  /** Writes a prediction without an identifier. */
  public void write(NamedPrediction p) throws IOException {
    write(List.of(p), "");
  }

  /** Writes the predictions of all targets of a row. */
  public void write(List<NamedPrediction> row, String identifier) throws IOException {
    if (targets.isEmpty()) {
      for (NamedPrediction p : row) {
        begin(p, identifier);
        to.text(p.target());
        columns.get(0).writePredicted(p, to);
        facts(p);
        columns.get(0).writeDetails(p, to);
        to.endRow();
      }
    } else {
      begin(row.get(0), identifier);
      facts(row.get(0));
      for (int t = 0; t < row.size(); t++) {
        columns.get(t).writePredicted(row.get(t), to);
        columns.get(t).writeDetails(row.get(t), to);
      }
      to.endRow();
    }
  }

  private void begin(NamedPrediction p, String identifier) {
    to.number(p.row());
    if (id != null) {
      to.text(identifier);
    }
  }

  private void facts(NamedPrediction p) {
    to.number((long) p.observed()).truth(p.answered()).codes(p.flagCodes());
  }
}

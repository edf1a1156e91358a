package org.slrm.cli.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slrm.io.format.TableWriter;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;

/**
 * NamedPredictions as rows of a table: one per row and target, or one per row with columns for each
 * target.
 */
public record AnswerOut(
    TableWriter to, @Nullable String id, List<String> targets, List<AnswerCells> cells) {

  /** Predictions alone, one row per answer. */
  public static AnswerOut plain(TableWriter to, AnswerColumns columns) {
    return new AnswerOut(to, null, List.of(), List.of(new AnswerCells(columns, 0, 0, List.of())));
  }

  /**
   * All requested columns, one row per answer.
   *
   * @param id name of a column of identifiers, null without
   */
  public static AnswerOut tall(
      TableWriter to, @Nullable String id, NamedModel model, PredictOptions question) {
    AnswerCells all = AnswerCells.of(AnswerColumns.of(model), question);
    return new AnswerOut(to, id, List.of(), List.of(all));
  }

  /**
   * All requested columns, one row per row of the data; a target's columns have its name as prefix.
   */
  public static AnswerOut wide(
      TableWriter to, @Nullable String id, NamedModel model, PredictOptions question) {
    List<AnswerCells> each = new ArrayList<>();
    for (int t = 0; t < model.targets().size(); t++) {
      each.add(AnswerCells.of(AnswerColumns.of(model, t), question));
    }
    return new AnswerOut(to, id, model.targets(), each);
  }

  public void header() throws IOException {
    List<TableWriter.OutputColumn> out = new ArrayList<>();
    TableWriter.OutputColumn observed = TableWriter.OutputColumn.whole("observed");
    TableWriter.OutputColumn answered = TableWriter.OutputColumn.truth("answered");
    TableWriter.OutputColumn flags = TableWriter.OutputColumn.text("flags");
    if (targets.isEmpty()) {
      out.add(TableWriter.OutputColumn.text("target"));
      out.addAll(cells.get(0).predicted(""));
      out.addAll(List.of(observed, answered, flags));
      out.addAll(cells.get(0).details(""));
    } else {
      out.addAll(List.of(observed, answered, flags));
      for (int t = 0; t < targets.size(); t++) {
        out.addAll(cells.get(t).predicted(targets.get(t) + "_"));
        out.addAll(cells.get(t).details(targets.get(t) + "_"));
      }
    }
    String name = id;
    if (name != null) {
      boolean taken = name.equals("row") || out.stream().anyMatch(c -> c.name().equals(id));
      out.add(0, TableWriter.OutputColumn.text(taken ? "id:" + name : name));
    }
    out.add(0, TableWriter.OutputColumn.whole("row"));
    Set<String> taken = new HashSet<>();
    to.begin(out.stream().map(c -> c.withUnusedName(taken)).toList());
  }

  /** Writes the answer of a row without an identifier. */
  public void write(NamedPrediction a) throws IOException {
    write(List.of(a), "");
  }

  /** Writes the answers for the targets of one row. */
  public void write(List<NamedPrediction> row, String identifier) throws IOException {
    if (targets.isEmpty()) {
      for (NamedPrediction a : row) {
        begin(a, identifier);
        to.text(a.target());
        cells.get(0).writePredicted(a, to);
        to.number((long) a.observed()).truth(a.answered()).codes(a.flagCodes());
        cells.get(0).writeDetails(a, to);
        to.endRow();
      }
    } else {
      begin(row.get(0), identifier);
      NamedPrediction first = row.get(0);
      to.number((long) first.observed()).truth(first.answered()).codes(first.flagCodes());
      for (int t = 0; t < row.size(); t++) {
        cells.get(t).writePredicted(row.get(t), to);
        cells.get(t).writeDetails(row.get(t), to);
      }
      to.endRow();
    }
  }

  private void begin(NamedPrediction a, String identifier) {
    to.number(a.row());
    if (id != null) {
      to.text(identifier);
    }
  }
}

package org.slrm.cli.option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slrm.Trainer;
import org.slrm.cli.output.CommandException;
import org.slrm.io.Table;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;
import picocli.CommandLine.Option;

/**
 * Columns known in training only: read as targets, fitted beside them, and left out of the model.
 */
public final class TrainOnlyOption {
  private static final String NOTE = "known in training only";

  @Option(
      names = {"--auxiliary", "--train-only"},
      split = ",",
      paramLabel = "COL",
      description =
          "Columns that new data will not have, such as an expensive assay: further targets of the"
              + " fit, never inputs and not predicted. Used if held-out rows are then predicted"
              + " better, which takes a second fit.")
  List<String> columns = new ArrayList<>();

  /** Whether there are any. */
  public boolean given() {
    return !columns.isEmpty();
  }

  /** Refuses them where a fit cannot take them. */
  public void refuse(String needs) {
    if (given()) {
      throw CommandException.usage("--train-only " + needs);
    }
  }

  /** All columns to read as targets. */
  public List<String> with(List<String> targets) {
    for (String name : columns) {
      if (targets.contains(name)) {
        throw CommandException.usage(
            "--train-only must name other columns than --target, got " + name + " in both");
      }
    }
    if (given() && targets.isEmpty()) {
      throw CommandException.usage("--train-only needs --target");
    }
    List<String> out = new ArrayList<>(targets);
    out.addAll(columns);
    return out;
  }

  private boolean named(String column) {
    return columns.stream().anyMatch(name -> pattern(name).matcher(column).matches());
  }

  /** A * stands for any letters. */
  private static Pattern pattern(String name) {
    return Pattern.compile(
        Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  private int[] targets(Table table, boolean only) {
    return IntStream.range(0, table.targetNames().size())
        .filter(t -> named(table.targetNames().get(t)) == only)
        .toArray();
  }

  /** A trainer that is given the columns of a table that was read with them. */
  public Trainer in(Trainer trainer, Table table, List<LabelKind> kinds) {
    int[] more = targets(table, true);
    return more.length == 0
        ? trainer
        : trainer
            .labels(some(kinds, targets(table, false)))
            .alongside(table.labels().selectColumns(more), some(kinds, more));
  }

  private static List<LabelKind> some(List<LabelKind> kinds, int[] which) {
    return IntStream.of(which).mapToObj(kinds::get).toList();
  }

  /** The table as if they had been ignored. */
  public Table without(Table table) {
    if (!given()) {
      return table;
    }
    List<Schema.Column> left = new ArrayList<>();
    List<ReadReport.Column> read = new ArrayList<>();
    for (ReadReport.Column c : table.report().columns()) {
      ReadReport.Column each = named(c.column().name()) ? ignored(c) : c;
      read.add(each);
      left.add(each.column());
    }
    ReadReport r = table.report();
    return new Table(
        table.features(),
        table.labels().selectColumns(targets(table, false)),
        table.weights(),
        new Schema(left, table.schema().na()),
        new ReadReport(r.file(), r.format(), r.rows(), read, r.notes()),
        table.carried());
  }

  private static ReadReport.Column ignored(ReadReport.Column c) {
    Schema.Column column =
        new Schema.Column(
            c.column().name(), Schema.Kind.IGNORED, Schema.Role.FEATURE, List.of(), null);
    return new ReadReport.Column(
        column, c.missing(), c.missingShare(), c.tokens(), c.unseen(), NOTE);
  }
}

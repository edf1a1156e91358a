package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.slrm.cli.option.ColumnOptions;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.LabelOptions;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.option.OutOption;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.ForeignText;
import org.slrm.io.Table;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.format.TableWriter;
import org.slrm.io.train.TableTrainer;
import org.slrm.io.train.TrainingSettings;
import org.slrm.method.LabelKind;
import org.slrm.paper.analysis.Transduction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Completes the empty targets of one table, without a model. */
@Command(
    name = "transduce",
    mixinStandardHelpOptions = true,
    description = {
      "Complete the empty targets of a file by matrix completion (Goldberg et al. 2010).",
      "It leaves no model: for rows that come later, use fit and predict. Targets must be numbers.",
      "One line per empty target: row (from 1), target, prediction, standard_error."
    },
    footer = {
      "",
      "Example:",
      "  slrm transduce houses.csv --target price --out missing-prices.csv"
    })
final class TransduceCommand implements Callable<Integer>, NamedFiles.Owner {
  @Parameters(paramLabel = "DATA", description = "The file; - for standard input.")
  String data = "";

  @Option(
      names = {"-t", "--target"},
      split = ",",
      paramLabel = "COL",
      description = "Columns to complete.")
  List<String> targets = new ArrayList<>();

  @Mixin LabelOptions label = new LabelOptions();

  @Mixin OutOption out = new OutOption();

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the labels that choose the penalties. Default: 1.")
  long seed;

  @Mixin DataOptions reading = new DataOptions();

  private final Console console;

  TransduceCommand(Console console) {
    this.console = console;
  }

  @Override
  public NamedFiles files() {
    return new NamedFiles().reads("DATA", data).writes("--out", out.file());
  }

  @Override
  public Integer call() throws IOException {
    out.format();
    out.write(console, this::write);
    return ExitCode.DONE.number();
  }

  /** A completed matrix contains numbers only. */
  private void refuseClasses(Table table, ReadOptions options) {
    int t = table.schema().labelKinds(options).indexOf(LabelKind.CLASSES);
    if (t >= 0) {
      throw CommandException.input(
          data
              + ", column \""
              + ForeignText.word(table.targetNames().get(t))
              + "\": must be a number to be completed, but has classes; use fit and predict"
              + (numbers(table.schema().target(t)) ? ", or --label numeric" : ""));
    }
  }

  private static boolean numbers(Schema.Column column) {
    NumberParser parser = new NumberParser(false);
    return column.kind() == Schema.Kind.BOOLEAN
        || column.levels().stream().noneMatch(l -> Double.isNaN(parser.parse(l)));
  }

  private void write(OutputStream to) throws IOException {
    ReadOptions options =
        label.in(columns.in(reading.over(ReadOptions.DEFAULT))).targets(targets).build();
    Table read = new TableTrainer(TrainingSettings.of(options)).read(data);
    refuseClasses(read, options);
    Transduction.Completed done =
        Transduction.defaults().seed(seed).complete(read.features(), read.labels());
    try (TableWriter table = out.table(to)) {
      table.begin(
          List.of(
              TableWriter.OutputColumn.whole("row"),
              TableWriter.OutputColumn.text("target"),
              TableWriter.OutputColumn.number("prediction"),
              TableWriter.OutputColumn.number("standard_error")));
      for (int i = 0; i < read.rows(); i++) {
        for (int t = 0; t < done.targets(); t++) {
          if (Double.isNaN(read.labels().valueAt(i, t))) {
            table.number(i + 1L).text(read.targetNames().get(t));
            table.number(done.label(i, t)).number(done.standardError(t)).endRow();
          }
        }
      }
    }
    if (!done.converged()) {
      console.note("slrm: some penalties ran out of steps; the labels are as far as they came");
    }
  }
}

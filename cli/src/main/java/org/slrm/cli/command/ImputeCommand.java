package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.option.OutOption;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.ReadableText;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.format.TableWriter;
import org.slrm.io.score.ImputedCells;
import org.slrm.io.score.ImputedTable;
import org.slrm.io.score.NamedModel;
import org.slrm.io.source.Source;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Imputes the missing entries of a table. */
@Command(
    name = "impute",
    mixinStandardHelpOptions = true,
    description = {
      "Complete a table: known cells stay exactly as they are, missing ones are filled in.",
      "Numbers get what the model expects, categories their likeliest level. Columns that the model",
      "ignores or does not know, and targets, stay as they are; columns of the model that DATA lacks",
      "come last."
    },
    footer = {
      "",
      "Examples:",
      "  slrm impute houses.slrm houses.csv --out complete.csv",
      "  slrm impute houses.slrm houses.csv --within-range --out complete.parquet",
      "  slrm impute houses.slrm houses.csv --with-errors | head",
      "",
      "--with-errors adds NAME_error: 0 where the entry was known, else the standard error of the",
      "value (of a category: of the indicator of its level). Where the table has such a column already,",
      "the name gets _2, _3, … at its end."
    })
final class ImputeCommand implements Callable<Integer>, NamedFiles.Owner {
  @Mixin ModelInput input = new ModelInput();

  @Mixin OutOption out = new OutOption();

  @Option(
      names = "--id",
      paramLabel = "COL",
      description = "Column that names the rows, copied unchanged; it comes first.")
  @Nullable String id;

  @Option(names = "--with-errors", description = "Add a column of standard errors to each column.")
  boolean withErrors;

  @Option(
      names = "--within-range",
      description =
          "Keep filled numbers between the smallest and the largest known one of their column in"
              + " DATA, which is read twice.")
  boolean withinRange;

  @Option(
      names = "--whole-numbers",
      description =
          "Impute whole numbers in columns whose known cells in DATA are all whole numbers; DATA is"
              + " read twice.")
  boolean wholeNumbers;

  private final Console console;

  ImputeCommand(Console console) {
    this.console = console;
  }

  @Override
  public NamedFiles files() {
    return input.files().writes("--out", out.file());
  }

  @Override
  public Integer call() throws IOException {
    CommandException.usageIf(
        (withinRange || wholeNumbers) && Source.readableOnce(input.data),
        (withinRange ? "--within-range" : "--whole-numbers")
            + " reads DATA twice, so it must be a file and neither standard input nor a pipe");
    out.format();
    out.write(console, this::write);
    return ExitCode.DONE.number();
  }

  private void write(OutputStream to) throws IOException {
    NamedModel model = input.model();
    ImputedTable.Range range = withinRange || wholeNumbers ? range(model) : ImputedTable.Range.ANY;
    try (RowSource rows = input.open(model, ReadOptions.RawCells.ALL);
        TableWriter table = out.table(to)) {
      ImputedTable filled =
          new ImputedTable(rows, model.schema(), input.options().decimalComma(), range, id);
      table.begin(filled.columns(withErrors));
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        List<ImputedCells> complete = model.impute(batch);
        for (int i = 0; i < batch.rows(); i++) {
          filled.write(batch.rawCells().get(i).cells(), complete.get(i), withErrors, table);
        }
      }
      table.flush();
      input.report(rows.report(), console);
      if (!model.model().hasImputationModel()) {
        console.note(
            "slrm: imputed by the members that predict the target: the file has no imputation model;"
                + " fit again with another method than mixture to get one");
      }
      if (out.file() != null) {
        console.note(
            "slrm: %s entries filled, written to %s"
                .formatted(ReadableText.count(filled.imputed()), out.file()));
      }
    }
  }

  private ImputedTable.Range range(NamedModel model) {
    try (RowSource rows = input.open(model)) {
      return ImputedTable.Range.of(rows, withinRange, wholeNumbers);
    }
  }
}

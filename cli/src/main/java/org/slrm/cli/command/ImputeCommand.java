package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.slrm.cli.option.OutOption;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.CsvOut;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.ReadableText;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.score.CompletedRow;
import org.slrm.io.score.NamedModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Fills the holes of a table. */
@Command(
    name = "impute",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Complete a table: known entries stay, missing ones are filled by what the model expects.",
      "Categories get their likeliest level. Columns the model ignores are left out; targets stay",
      "as they are."
    },
    footer = {
      "",
      "Examples:",
      "  slrm impute houses.slrm houses.csv --out complete.csv",
      "  slrm impute houses.slrm houses.csv --with-errors | head",
      "",
      "--with-errors adds NAME_error: 0 where the entry was known, else the standard error of the",
      "value (of a category: of the indicator of its level)."
    })
final class ImputeCommand implements Callable<Integer> {
  @Mixin ModelInput input = new ModelInput();

  @Mixin OutOption out = new OutOption();

  @Option(names = "--with-errors", description = "Add a column of standard errors to each column.")
  boolean withErrors;

  private final Console console;

  ImputeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    out.mustDiffer("DATA", input.data);
    out.mustDiffer("MODEL", input.file.toString());
    out.write(console, this::write);
    return ExitCode.DONE.number();
  }

  private void write(OutputStream to) throws IOException {
    NamedModel model = input.model();
    CsvOut csv = new CsvOut(to);
    try (RowSource rows = input.open(model)) {
      header(csv, CompletedRow.columns(model.schema(), rows.labelled()));
      long filled = 0;
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        for (CompletedRow row : model.complete(batch)) {
          row(csv, row.cells(rows.labelled()));
        }
        filled += (long) batch.rows() * batch.features().columns() - batch.features().known();
      }
      csv.flush();
      input.tell(rows.report(), console);
      if (out.file != null) {
        console.note(
            "slrm: " + ReadableText.count(filled) + " entries filled, written to " + out.file);
      }
    }
  }

  private void header(CsvOut csv, List<Schema.Column> columns) throws IOException {
    for (Schema.Column c : columns) {
      csv.text(c.name());
      if (hasError(c)) {
        csv.text(c.name() + "_error");
      }
    }
    csv.endRow();
  }

  private void row(CsvOut csv, List<CompletedRow.Cell> cells) throws IOException {
    for (CompletedRow.Cell cell : cells) {
      csv.text(cell.text());
      if (hasError(cell.column())) {
        csv.number(cell.standardError());
      }
    }
    csv.endRow();
  }

  /** Targets stay as they are. */
  private boolean hasError(Schema.Column column) {
    return withErrors && column.width() > 0;
  }
}

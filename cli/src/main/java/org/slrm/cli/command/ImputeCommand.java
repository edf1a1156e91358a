package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.CsvOut;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.Words;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.result.Completion;
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

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write. Default: standard output.")
  @Nullable Path out;

  @Option(names = "--with-errors", description = "Add a column of standard errors to each column.")
  boolean withErrors;

  private final Console console;

  ImputeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (out == null) {
      write(console.out());
    } else {
      OutputFile.mustDiffer("--out", out, "DATA", input.data);
      OutputFile.mustDiffer("--out", out, "MODEL", input.file.toString());
      try (OutputFile file = OutputFile.at(out)) {
        file.write(this::write);
        file.commit();
      }
    }
    return ExitCode.DONE.number();
  }

  private void write(OutputStream to) throws IOException {
    SlrmModel model = input.model();
    CsvOut csv = new CsvOut(to);
    try (RowSource rows = input.open()) {
      List<Schema.Column> columns = rows.schema().columns();
      header(csv, columns, rows.labelled());
      long filled = 0;
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        RowBatch b = batch;
        Completion[] completed =
            IntStream.range(0, batch.rows())
                .parallel()
                .mapToObj(i -> model.complete(b.features().row(i)))
                .toArray(Completion[]::new);
        for (int i = 0; i < batch.rows(); i++) {
          row(csv, rows, batch, i, completed[i]);
          csv.endRow();
        }
        filled += (long) batch.rows() * model.features() - batch.features().known();
      }
      csv.flush();
      input.tell(rows.report(), console);
      if (out != null) {
        console.note("slrm: " + Words.count(filled) + " entries filled, written to " + out);
      }
    }
  }

  private void header(CsvOut csv, List<Schema.Column> columns, List<String> labelled)
      throws IOException {
    for (Schema.Column c : columns) {
      if (c.width() > 0) {
        csv.text(c.name());
        if (withErrors) {
          csv.text(c.name() + "_error");
        }
      } else if (labelled.contains(c.name())) {
        csv.text(c.name());
      }
    }
    csv.endRow();
  }

  private void row(CsvOut csv, RowSource rows, RowBatch batch, int i, Completion c) {
    Schema schema = rows.schema();
    for (int k = 0; k < schema.columns().size(); k++) {
      Schema.Column column = schema.columns().get(k);
      if (column.width() > 0) {
        int feature = schema.firstFeature(k) + likeliest(column, schema.firstFeature(k), c);
        csv.text(
            column.kind() == Schema.Kind.CATEGORICAL
                ? column.levels().get(feature - schema.firstFeature(k))
                : column.text(c.value(feature)));
        if (withErrors) {
          csv.number(c.standardError(feature));
        }
      } else if (rows.labelled().contains(column.name())) {
        double label = batch.labels().valueAt(i, schema.targets().indexOf(column.name()));
        csv.text(Double.isNaN(label) ? "" : column.text(label));
      }
    }
  }

  private static int likeliest(Schema.Column column, int first, Completion c) {
    int best = 0;
    for (int k = 1; k < column.width(); k++) {
      best = c.value(first + k) > c.value(first + best) ? k : best;
    }
    return best;
  }
}

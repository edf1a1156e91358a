package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.option.Engine;
import org.slrm.cli.option.EngineOptions;
import org.slrm.cli.option.Levels;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.CsvOut;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.Words;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.result.Predictions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts the rows of a file, in one pass with flat memory. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Predict every row of a file, with standard errors and intervals.",
      "One line per row and target: row (from 1), target, prediction, standard_error, lower, upper,",
      "observed (known features of the row), answered (false where a gated method refused)."
    },
    footer = {
      "",
      "Examples:",
      "  slrm predict houses.slrm new.csv --out predictions.csv",
      "  zcat new.csv.gz | slrm predict houses.slrm - --interval 0.95 | head",
      "  slrm predict houses.slrm new.csv --explain 3 --suggest 2",
      "",
      "--explain K adds baseline (the prediction when nothing is known) and feature_k,",
      "contribution_k: what moved the prediction most; all contributions and the baseline add up to",
      "the prediction. --suggest K adds measure_k, variance_reduction_k: missing columns most worth",
      "measuring, with the fall of the prediction's variance to expect."
    })
final class PredictCommand implements Callable<Integer> {
  /** The columns every prediction has. */
  static final List<String> COLUMNS =
      List.of(
          "row",
          "target",
          "prediction",
          "standard_error",
          "lower",
          "upper",
          "observed",
          "answered");

  @Mixin ModelInput input = new ModelInput();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write. Default: standard output.")
  @Nullable Path out;

  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      defaultValue = "0.9",
      description = "Coverage of the intervals, between 0 and 1. Default: 0.9.")
  double interval;

  @Option(
      names = "--explain",
      paramLabel = "K",
      description = "Add the K largest contributions to each prediction.")
  int explain;

  @Option(
      names = "--suggest",
      paramLabel = "K",
      description = "Add the K missing columns most worth measuring.")
  int suggest;

  @Mixin EngineOptions engine = new EngineOptions();

  private final Console console;

  PredictCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Levels.check(interval);
    if (explain < 0 || suggest < 0) {
      throw CommandException.usage("--explain and --suggest must be at least 0");
    }
    if (out != null) {
      OutputFile.mustDiffer("--out", out, "DATA", input.data);
      OutputFile.mustDiffer("--out", out, "MODEL", input.file.toString());
    }
    if (engine.elsewhere()) {
      elsewhere();
    } else if (out == null) {
      write(console.out());
    } else {
      try (OutputFile file = OutputFile.at(out)) {
        file.write(this::write);
        file.commit();
      }
    }
    return ExitCode.DONE.number();
  }

  /** A CSV comes from here, row by row; any other output is the engine's own folder. */
  private void elsewhere() {
    if (explain > 0 || suggest > 0) {
      throw CommandException.usage("--explain and --suggest need --engine local");
    }
    boolean csv = out == null || out.toString().endsWith(".csv");
    if (!csv) {
      predict(String.valueOf(out), row -> {});
      console.note("slrm: predictions written to the folder " + out);
      return;
    }
    if (out == null) {
      writeScored(console.out());
    } else {
      try (OutputFile file = OutputFile.at(out)) {
        file.write(this::writeScored);
        file.commit();
      }
    }
  }

  private void predict(@Nullable String folder, Consumer<Engine.Scored> rows) {
    engine
        .found()
        .predict(
            new Engine.Predict(
                input.modelFile(),
                input.data,
                engine.master(),
                input.options(),
                interval,
                folder,
                rows,
                line -> console.note("slrm: " + line)));
  }

  private void writeScored(OutputStream to) {
    CsvOut csv = new CsvOut(to);
    List<String> names = input.modelFile().schema().targets();
    long[] number = {0};
    try {
      COLUMNS.forEach(csv::text);
      csv.endRow();
      predict(null, row -> scored(csv, ++number[0], names, row));
      csv.flush();
      done(number[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void scored(CsvOut csv, long number, List<String> names, Engine.Scored row) {
    try {
      for (int t = 0; t < names.size(); t++) {
        csv.number(number).text(names.get(t));
        csv.number(row.mean().get(t)).number(row.standardError().get(t));
        csv.number(row.lower().get(t)).number(row.upper().get(t));
        csv.number(row.observed()).text(row.answered() ? "true" : "false");
        csv.endRow();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(OutputStream to) throws IOException {
    SlrmModel model = input.model();
    CsvOut csv = new CsvOut(to);
    try (RowSource rows = input.open()) {
      RowDetails details = new RowDetails(model, rows.schema(), explain, suggest);
      header(csv, details);
      long count = 0;
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        Predictions p = model.predictAll(batch.features(), interval, input.threads);
        List<String> names = rows.schema().targets();
        for (int i = 0; i < batch.rows(); i++) {
          for (int t = 0; t < names.size(); t++) {
            row(csv, batch.firstRow() + i + 1, names.get(t), p, i, t);
            details.write(csv, batch.features(), i, t);
            csv.endRow();
          }
        }
        count += batch.rows();
      }
      csv.flush();
      input.tell(rows.report(), console);
      done(count);
    }
  }

  private void done(long count) {
    if (out != null) {
      console.note("slrm: " + Words.count(count) + " rows predicted, written to " + out);
    }
  }

  private static void header(CsvOut csv, RowDetails details) throws IOException {
    COLUMNS.forEach(csv::text);
    details.header(csv);
    csv.endRow();
  }

  private static void row(CsvOut csv, long number, String target, Predictions p, int i, int t) {
    csv.number(number).text(target);
    csv.number(p.mean(i, t)).number(p.standardError(i, t));
    csv.number(p.lower(i, t)).number(p.upper(i, t));
    csv.number(p.observed(i)).text(p.answered(i) ? "true" : "false");
  }
}

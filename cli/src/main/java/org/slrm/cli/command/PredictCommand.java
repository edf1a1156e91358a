package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.help.HelpTopics;
import org.slrm.cli.label.NamedNumbers;
import org.slrm.cli.option.EngineOptions;
import org.slrm.cli.option.IdOption;
import org.slrm.cli.option.IntervalOption;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.option.OutOption;
import org.slrm.cli.option.PageOption;
import org.slrm.cli.option.PanelOption;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.PredictionTable;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.evaluate.ErrorSections;
import org.slrm.cli.report.shift.ShiftPage;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.format.JsonTable;
import org.slrm.io.format.JsonText;
import org.slrm.io.format.TableWriter;
import org.slrm.io.score.Mismatch;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.OutlierEntryCounts;
import org.slrm.io.score.Panel;
import org.slrm.io.score.PredictOptions;
import org.slrm.io.train.Engine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts the rows of a file in one pass with constant memory. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = {
      "Predict every row of a file, with standard errors and intervals.",
      "One line per row and target: row (from 1), target, prediction, standard_error, lower, upper,",
      "observed (number of observed features), answered (false: the acceptance test of the paper's",
      "predictor rejected the row, whose prediction is then the intercept), flags;",
      "counts and positive amounts have their median too. Classes: prediction, probability, set,",
      "observed, answered, flags and p:CLASS for each class, where set has the classes, joined by |,",
      "which contains the true class with probability --interval.",
      "Flags name what is unusual about a row, joined by ; and empty otherwise: out_of_range (an entry",
      "or the prediction is beyond the training range), thinned (far more observed entries than training",
      "rows), unseen_level (a level that no training row had), few_observed (far fewer observed entries).",
      "Nominal coverage of intervals, quantiles and sets holds over all rows that are distributed as in",
      "training; for each missingness pattern only if entries are also missing at random."
    },
    footer = {
      "",
      "Examples:",
      "  slrm predict houses.slrm new.csv --out predictions.csv",
      "  zcat new.csv.gz | slrm predict houses.slrm - --interval 0.95 | head",
      "  slrm predict houses.slrm new.csv --explain 3 --suggest 2",
      "  slrm predict houses.slrm new.csv --quantiles 0.1,0.5,0.9",
      "  slrm predict sold.slrm new.csv --cost yes=5",
      "  slrm predict houses.slrm new.csv --id parcel --wide --out predictions.parquet",
      "  slrm predict houses.slrm new.csv --out predictions.csv --report new.html",
      "",
      "--explain K adds baseline (the prediction without any observed feature) and feature_k,",
      "contribution_k: the largest contributions; all contributions and the baseline add up to",
      "the prediction: of counts and positive amounts to its logarithm, of classes to the log-odds of",
      "the predicted one, with probability_contribution_k for its probability. --suggest K adds",
      "measure_k, variance_reduction_k: missing columns most worth measuring, with the fraction of the",
      "prediction's variance (standard_error squared) that goes with them; for classes",
      "log_loss_reduction_k, the fall of the log loss. Columns known in fewer than 5 %% of the training",
      "rows are not suggested.",
      "",
      HelpTopics.JSON_KEYS
    })
final class PredictCommand implements Callable<Integer>, NamedFiles.Owner {
  @Mixin ModelInput input = new ModelInput();

  @Mixin OutOption out = new OutOption();

  @Mixin PageOption page = new PageOption();

  @Mixin IntervalOption interval = new IntervalOption();

  @Option(
      names = "--one-sided",
      paramLabel = "lower|upper",
      description =
          "One-sided intervals: the label is at least lower, or at most upper, with probability"
              + " --interval.")
  @Nullable String oneSided;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "P",
      description =
          "Add quantile_P for each of these probabilities: the label is at most that in P of the"
              + " rows.")
  List<Double> quantiles = new ArrayList<>();

  @Option(
      names = "--explain",
      paramLabel = "K",
      description =
          "Add the K largest contributions to each prediction, by column; at most one for each.")
  int explain;

  @Option(
      names = "--suggest",
      paramLabel = "K",
      description = "Add the K missing columns most worth measuring.")
  int suggest;

  @Mixin PanelOption panels = new PanelOption();

  @Option(
      names = "--cost",
      split = ",",
      paramLabel = "CLASS=C",
      description =
          "Cost of misclassifying a row of a class, 1 by default: the prediction is the class"
              + " with the largest product of cost and probability.")
  List<String> costs = new ArrayList<>();

  @Mixin IdOption id = new IdOption();

  @Option(
      names = "--wide",
      description =
          "One row per row of DATA, whatever the number of targets: row, observed, answered, then"
              + " the columns of each target, named TARGET_prediction and so on.")
  boolean wide;

  @Option(
      names = "--json",
      description =
          "Print one JSON object: predictions (unless --out names a file), model, targets,"
              + " interval, rows, warnings.")
  boolean json;

  @Option(
      names = "--extrapolate",
      description =
          "Take entries and predictions beyond the training range as they are. By default an entry"
              + " beyond the range by more than its width is clamped, by more than three times its"
              + " width treated as missing, and predictions of numbers stay within the labels' range"
              + " widened by half. Column flags contains out_of_range either way.")
  boolean extrapolate;

  @Mixin EngineOptions engine = new EngineOptions();

  private final Console console;

  PredictCommand(Console console) {
    this.console = console;
  }

  @Override
  public NamedFiles files() {
    return input.files().writes("--report", page.file).writes("--out", out.file());
  }

  @Override
  public Integer call() throws IOException {
    interval.check();
    side();
    for (double p : quantiles) {
      CommandException.usageIf(
          !(p > 0 && p < 1), "--quantiles must be above 0 and below 1, got " + p);
    }
    CommandException.usageIf(
        quantiles.stream().distinct().count() < quantiles.size(),
        "--quantiles must differ, got " + quantiles);
    CommandException.usageIf(
        explain < 0 || suggest < 0, "--explain and --suggest must be at least 0");
    CommandException.usageIf(panels.given() && suggest == 0, "--panel needs --suggest K");
    if (engine.elsewhere()) {
      elsewhere();
      return ExitCode.DONE.number();
    }
    out.format();
    out.write(console, this::write);
    return ExitCode.DONE.number();
  }

  private PredictOptions.Side side() {
    if (oneSided == null) {
      return PredictOptions.Side.BOTH;
    }
    return switch (oneSided) {
      case "lower" -> PredictOptions.Side.LOWER;
      case "upper" -> PredictOptions.Side.UPPER;
      default ->
          throw CommandException.usage("--one-sided must be lower or upper, got " + oneSided);
    };
  }

  private NamedModel model() throws IOException {
    return extrapolate ? input.model().extrapolating() : input.model();
  }

  /** CSV is written here, row by row; any other output is a folder written by the engine. */
  private void elsewhere() throws IOException {
    CommandException.usageIf(
        explain > 0 || suggest > 0 || !costs.isEmpty() || page.file != null,
        "--explain, --suggest, --cost and --report need --engine local");
    CommandException.usageIf(
        id.column != null || wide || json, "--id, --wide and --json need --engine local");
    CommandException.usageIf(
        oneSided != null || !quantiles.isEmpty() || extrapolate,
        "--one-sided, --quantiles and --extrapolate need --engine local");
    if (out.file() == null || out.file().toString().endsWith(".csv")) {
      out.write(console, this::writeScored);
    } else {
      predict(out.file().toString(), row -> {});
      console.note("slrm: predictions written to the folder " + out.file());
    }
  }

  private void predict(@Nullable String folder, Consumer<NamedPrediction> predictions) {
    engine
        .found()
        .predict(
            new Engine.Predict(
                input.modelFile(),
                input.data,
                engine.master(),
                input.options(),
                interval.level,
                folder,
                predictions,
                line -> console.note("slrm: " + line)));
  }

  private void writeScored(OutputStream to) throws IOException {
    try (TableWriter table = out.table(to)) {
      PredictionTable lines =
          PredictionTable.tall(table, null, input.model(), PredictOptions.DEFAULT);
      long[] rows = {0};
      lines.header();
      predict(
          null,
          prediction -> {
            write(lines, prediction);
            rows[0] = prediction.row();
          });
      done(rows[0]);
    }
  }

  private static void write(PredictionTable lines, NamedPrediction prediction) {
    try {
      lines.write(prediction);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(OutputStream to) throws IOException {
    NamedModel model = model();
    page.check(input.file, input.modelFile());
    List<Panel> together = panels.of(model.schema());
    PredictOptions options =
        PredictOptions.DEFAULT
            .level(interval.level)
            .side(side())
            .explain(Math.min(explain, columns(model)))
            .suggest(Math.min(suggest, columns(model) + together.size()))
            .threads(input.threads)
            .costs(NamedNumbers.of("--cost", costs))
            .quantiles(quantiles)
            .panels(together);
    NewRows seen = new NewRows(input.modelFile(), model.model());
    OutlierEntryCounts outlying = new OutlierEntryCounts(model);
    List<DataWarning> warnings;
    try (RowSource rows = input.open(model, id.rawCells());
        TableWriter table = jsonHere() ? inJson(to) : out.table(to)) {
      PredictionTable lines =
          wide
              ? PredictionTable.wide(table, id.column, model, options)
              : PredictionTable.tall(table, id.column, model, options);
      lines.header();
      write(rows, seen, outlying, options, lines);
      table.flush();
      warnings = seen.warnings(rows.report());
      input.report(rows.report(), warnings, console);
      outlying.lines().forEach(line -> console.note("slrm: " + ForeignText.line(line)));
      if (input.mode != Mismatch.ACCEPT) {
        seen.report(warnings, console);
      }
      seen.noteFlags(console);
      page.write(
          () ->
              ShiftPage.html(
                  seen.page(input.data, rows.report(), Map.of(), List.of(), ErrorSections.NONE)),
          console);
    }
    if (json) {
      String rest = JsonText.line(facts(seen.rows(), seen.flags(), warnings)).substring(1) + "\n";
      console.out().print(jsonHere() ? "," + rest : "{" + rest);
    }
    done(seen.rows());
  }

  private void write(
      RowSource rows,
      NewRows seen,
      OutlierEntryCounts outlying,
      PredictOptions options,
      PredictionTable lines)
      throws IOException {
    NamedModel model = model();
    int targets = model.targets().size();
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      List<NamedPrediction> predictions = model.predict(batch, options);
      for (int i = 0; i < batch.rows(); i++) {
        String identifier =
            rows.rawColumns().isEmpty() ? "" : batch.rawCells().get(i).cells().get(0);
        List<NamedPrediction> ofRow = predictions.subList(i * targets, (i + 1) * targets);
        lines.write(ofRow, identifier);
        seen.predicted(ofRow);
      }
      seen.add(batch);
      outlying.add(batch);
    }
  }

  /** Number of feature columns, the limit of contributions and suggestions. */
  private static int columns(NamedModel model) {
    return (int) model.schema().columns().stream().filter(c -> c.width() > 0).count();
  }

  /** Whether predictions are part of the JSON object on standard output. */
  private boolean jsonHere() {
    return json && out.file() == null;
  }

  private static TableWriter inJson(OutputStream to) {
    return new JsonTable(to, "{\"predictions\":[\n", ",\n", "\n]");
  }

  private Map<String, Object> facts(
      long rows, Map<String, Integer> flags, List<DataWarning> warnings) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("model", input.file.toString());
    facts.put("targets", input.model().targets());
    facts.put("interval", interval.level);
    facts.put("rows", rows);
    facts.put("flags", flags);
    facts.put("warnings", warnings.stream().map(DataWarning::toMap).toList());
    if (out.file() != null) {
      facts.put("out", String.valueOf(out.file()));
    }
    return facts;
  }

  private void done(long count) {
    if (out.file() != null) {
      console.note(
          "slrm: %s%s predicted, written to %s"
              .formatted(ReadableText.count(count), count == 1 ? " row" : " rows", out.file()));
    }
  }
}

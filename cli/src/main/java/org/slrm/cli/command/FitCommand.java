package org.slrm.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.help.HelpTopics;
import org.slrm.cli.label.NamedNumbers;
import org.slrm.cli.option.AuxiliaryOption;
import org.slrm.cli.option.ColumnOptions;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.option.EngineOptions;
import org.slrm.cli.option.IdOption;
import org.slrm.cli.option.LabelOptions;
import org.slrm.cli.option.LimitOptions;
import org.slrm.cli.option.MethodOptions;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.option.PanelOption;
import org.slrm.cli.option.PassOptions;
import org.slrm.cli.option.RunOptions;
import org.slrm.cli.option.SplitOptions;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.Timings;
import org.slrm.cli.output.json.FitJson;
import org.slrm.cli.output.text.FitText;
import org.slrm.cli.result.FitResult;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.FitWarnings;
import org.slrm.io.train.ClassWeights;
import org.slrm.io.train.Engine;
import org.slrm.io.train.HoldOutScores;
import org.slrm.io.train.TrainingSettings;
import org.slrm.method.MethodConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fits a model to a file and reports its validation. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description = {
      "Fit a model to an incomplete table, validate it on held-out rows, and save it.",
      "Without options everything is chosen by cross-validation."
    },
    footer = {
      "",
      "Examples:",
      "  slrm fit houses.csv --target price",
      "  slrm fit air.csv.gz --target 'CO(GT)' --na -200 --ignore Date,Time --report air.html",
      "  slrm fit air.csv --target 'CO(GT)' --time Date,Time --holdout 0.2",
      "",
      HelpTopics.JSON_KEYS
    })
public final class FitCommand implements Callable<Integer>, NamedFiles.Owner {
  @Parameters(
      paramLabel = "DATA",
      description = "CSV, TSV, ARFF, LIBSVM or Parquet, also gzipped; - for standard input.")
  String data = "";

  @Option(
      names = {"-t", "--target"},
      split = ",",
      paramLabel = "COL",
      description =
          "Columns to predict; * in a name stands for any characters. LIBSVM files need none.")
  List<String> targets = new ArrayList<>();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "Where to write the model. Default: the data's name with .slrm, here, unless a model of"
              + " other data or of another target is there.")
  @Nullable Path out;

  @Option(
      names = "--report",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "FILE",
      description = "Write an HTML report as well. Default name: the model's with .html.")
  @Nullable String report;

  @Mixin PanelOption panels = new PanelOption();

  @Mixin AuxiliaryOption trainOnly = new AuxiliaryOption();

  @Mixin LabelOptions label = new LabelOptions();

  @Mixin LimitOptions limits = new LimitOptions();

  @Option(
      names = "--class-weights",
      split = ",",
      paramLabel = "balanced|CLASS=W",
      description =
          "Weight rows by class: balanced gives all classes equal weight, or weights such as"
              + " yes=5,no=1."
              + " Probabilities are then those of the weighted table.")
  List<String> classWeights = new ArrayList<>();

  @Mixin MethodOptions method = new MethodOptions();

  @Option(
      names = "--validation",
      paramLabel = "FRACTION|FILE",
      description =
          "Validation rows for model selection and early stopping, for auto, slrm, smpcr, mpcr: a"
              + " fraction or a file. Default: folds.")
  @Nullable String validation;

  @Mixin SplitOptions split = new SplitOptions();

  @Option(
      names = "--holdout",
      paramLabel = "FRACTION|FILE",
      description =
          "Rows to hold out for a score of their own: a file, or a fraction of the"
              + " rows; with --time the latest, with --group whole groups.")
  @Nullable String holdout;

  @Mixin RunOptions run = new RunOptions();

  @Mixin PassOptions passes = new PassOptions();

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Option(names = "--weights", paramLabel = "COL", description = "Column of row weights.")
  @Nullable String weights;

  @Mixin IdOption id = new IdOption();

  @Mixin DataOptions reading = new DataOptions();

  @Mixin EngineOptions engine = new EngineOptions();

  @Option(
      names = "--time-budget",
      paramLabel = "TIME",
      description = "Stop after this time (60s, 5m, 1h) with the best so far.")
  @Nullable String timeBudget;

  @Option(names = "--no-calibration", description = "Uncalibrated (Gaussian) intervals.")
  boolean noCalibration;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Option(
      names = "--timings",
      description =
          "Report time per phase: seconds and processor seconds of each phase and candidate.")
  boolean timed;

  final Timings timings = new Timings();
  private final Console console;
  final List<String> words;

  FitCommand(Console console, List<String> words) {
    this.console = console;
    this.words = words;
  }

  @Override
  public NamedFiles files() {
    return new NamedFiles()
        .reads("DATA", data)
        .reads("--validation", validation)
        .reads("--holdout", holdout)
        .writes("--out", place())
        .writes("--report", reportPlace(place()))
        .writes("--cache", passes.stream ? passes.place(data) : null);
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    if (timed) {
      timings.begin();
    }
    double budget = timeBudget == null ? 0 : ReadableText.seconds(timeBudget);
    method.budgetSeconds = budget;
    run.check();
    passes.check(method, report != null, weights != null);
    CommandException.usageIf(
        passes.stream && !classWeights.isEmpty(),
        "--class-weights needs all rows in memory and not --stream");
    CommandException.usageIf(
        panels.given() && report == null,
        "--panel names what to show in a report and needs --report");
    split.check(targets, weights);
    limits.check();
    if (passes.stream) {
      refuseSplits("needs all rows in memory and not --stream");
    }
    MethodConfig config = method.config();
    Path place = place();
    Path page = reportPlace(place);
    if (out == null) {
      DataSources.refuseOther(place, data, targets);
    }
    FitResult result =
        engine.elsewhere()
            ? elsewhere(config, place, budget, start)
            : passes.stream
                ? new StreamedFit(this, console).run(config, place, budget, start)
                : new InMemoryFit(this, console).run(config, place, page, budget, start);
    timings.end();
    console.result(
        json,
        () -> object(result),
        () -> new FitText(result).text() + (timed ? timings.text() : ""));
    return ExitCode.DONE.number();
  }

  private Map<String, Object> object(FitResult result) {
    Map<String, Object> out = new FitJson(result).map();
    if (timed) {
      out.put("timings", timings.json());
    }
    return out;
  }

  private void refuseSplits(String needs) {
    split.refuse(needs);
    trainOnly.refuse(needs);
    CommandException.usageIf(holdout != null, "--holdout " + needs);
  }

  private FitResult elsewhere(MethodConfig config, Path place, double budget, long start) {
    checkElsewhere(config);
    ReadOptions options = settings(config, budget).tableOptions();
    timings.turn("fitting", engine.engine);
    ProgressBar bar = new ProgressBar(console, System::nanoTime, budget);
    try (OutputFile modelOut = OutputFile.at(place)) {
      ModelFile fitted =
          engine
              .found()
              .fit(
                  new Engine.Fit(
                      data,
                      engine.master(),
                      options,
                      config,
                      run.seed,
                      run.folds(Integer.MAX_VALUE),
                      timings.over(bar),
                      json ? line -> {} : console::showLine));
      bar.clear();
      ModelFile.Provenance from = DataSources.unhashed(words, run.seed, data);
      SlrmModel model = limits.limits().in(fitted.model());
      write(
          modelOut,
          new ModelFile(
              ModelFile.MODEL,
              (noCalibration ? model.uncalibrated() : model).state(),
              fitted.schema().withFractions(model.scaling()::center),
              options,
              from));
      modelOut.commit();
      double seconds = (System.nanoTime() - start) / 1e9;
      return new FitResult(
          fitted.schema(),
          fitted.model(),
          List.of(),
          FitWarnings.ofReport(fitted.model().report(), fitted.schema().targets()),
          List.of(),
          HoldOutScores.NONE,
          seconds,
          place,
          null,
          null);
    }
  }

  /** Rejects options that an engine does not support. */
  private void checkElsewhere(MethodConfig config) {
    CommandException.usageIf(
        report != null || validation != null || passes.stream,
        "--report, --validation and --stream need --engine local");
    refuseSplits("needs --engine local");
    CommandException.usageIf(!classWeights.isEmpty(), "--class-weights needs --engine local");
    List<String> methods = engine.found().methods();
    CommandException.usageIf(
        !methods.contains(config.method()),
        "--engine %s fits by %s, got %s; its models can be fitted locally and predict there"
            .formatted(engine.engine, String.join(", ", methods), config.method()));
  }

  TrainingSettings settings(MethodConfig config, double budget) {
    if (label.perTarget()) {
      trainOnly.refuse("takes one --label for all targets, got several");
    }
    trainOnly.check(targets);
    ReadOptions read =
        label
            .in(columns.in(reading.over(ReadOptions.DEFAULT)))
            .targets(targets)
            .weight(weights)
            .ignore(id.column == null ? List.of() : List.of(id.column))
            .rawCells(id.rawCells())
            .build();
    return split
        .in(TrainingSettings.of(read))
        .withMethod(config)
        .withAuxiliary(trainOnly.columns())
        .withClassWeights(weightsOfClasses())
        .withLimits(limits.limits())
        .withValidation(SplitOptions.heldOut("--validation", validation))
        .withHoldOut(SplitOptions.heldOut("--holdout", holdout))
        .withFolds(run.folds)
        .withSeed(run.seed)
        .withThreads(run.threads())
        .withTimeBudget(budget > 0 ? Duration.ofNanos(Math.max(1, (long) (budget * 1e9))) : null)
        .withCalibration(!noCalibration)
        .withAdaptEffort(!method.has("--effort"));
  }

  private ClassWeights weightsOfClasses() {
    return classWeights.equals(List.of("balanced"))
        ? ClassWeights.BALANCED
        : ClassWeights.of(NamedNumbers.of("--class-weights", classWeights));
  }

  /** Writes a model and verifies that it can be read again. */
  void write(OutputFile to, ModelFile file) {
    timings.turn("writing", "model");
    to.write(file::write);
  }

  private @Nullable Path reportPlace(Path model) {
    if (report == null) {
      return null;
    }
    String name = model.toString().replaceAll("\\.slrm$", "") + ".html";
    return Path.of(report.isEmpty() ? name : report);
  }

  private Path place() {
    return out == null ? Path.of(OutputFile.stem(data) + ".slrm") : out;
  }
}

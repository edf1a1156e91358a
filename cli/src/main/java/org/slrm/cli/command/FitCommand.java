package org.slrm.cli.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.cli.label.ClassWeights;
import org.slrm.cli.label.LabelNotes;
import org.slrm.cli.label.SkewedTargets;
import org.slrm.cli.option.ColumnOptions;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.option.Engine;
import org.slrm.cli.option.EngineOptions;
import org.slrm.cli.option.IdOption;
import org.slrm.cli.option.LabelOptions;
import org.slrm.cli.option.LimitOptions;
import org.slrm.cli.option.MethodOptions;
import org.slrm.cli.option.PanelOption;
import org.slrm.cli.option.PassOptions;
import org.slrm.cli.option.RunOptions;
import org.slrm.cli.option.SplitOptions;
import org.slrm.cli.option.TrainOnlyOption;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.FitResult;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.WarningText;
import org.slrm.cli.report.HtmlReport;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.section.HoldOutScores;
import org.slrm.io.Table;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.format.JsonText;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedModel;
import org.slrm.io.shift.HiddenEntries;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.ModelState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fits a model to a file and says how far it can be trusted. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Fit a model to a table with holes, check it on rows it has not seen, and save it.",
      "Without options everything is chosen by cross-validation."
    },
    footer = {
      "",
      "Examples:",
      "  slrm fit houses.csv --target price",
      "  slrm fit air.csv.gz --target 'CO(GT)' --na -200 --ignore Date,Time --report air.html",
      "  slrm fit atp1d.arff --target 'LBL*' --method likelihood --rank 8 --json",
      "  slrm fit air.csv --target 'CO(GT)' --time Date,Time --holdout 0.2",
      "  slrm fit soil.csv --target yield --train-only assay",
      "  slrm fit visits.csv --target visits --label counts",
      "  slrm fit huge.csv.gz --target y --stream --method slrm --rank 10",
      "",
      "With --json one object: warnings, method, rank, rows, features, targets, missing, cv (mse, r2 and",
      "standardError of numbers; score, scoreName, scoreStandardError and explained of any label; of",
      "the first target, perTarget for all), holdout (like cv, with rows and coverage, if asked for),",
      "candidates, seconds, stop, seed, model."
    })
public final class FitCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DATA",
      description = "CSV, TSV, ARFF, LIBSVM or Parquet, also gzipped; - for standard input.")
  String data = "";

  @Option(
      names = "--target",
      split = ",",
      paramLabel = "COL",
      description =
          "Columns to predict; * in a name stands for any letters. LIBSVM files need none.")
  List<String> targets = new ArrayList<>();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "Where to write the model. Default: the data's name with .slrm, here, unless a model of"
              + " other data stands there.")
  @Nullable Path out;

  @Option(
      names = "--report",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "FILE",
      description = "Write an HTML report as well. Default name: the model's with .html.")
  @Nullable String report;

  @Mixin PanelOption panels = new PanelOption();

  @Mixin TrainOnlyOption trainOnly = new TrainOnlyOption();

  @Mixin LabelOptions label = new LabelOptions();

  @Mixin LimitOptions limits = new LimitOptions();

  @Option(
      names = "--class-weights",
      split = ",",
      paramLabel = "balanced|CLASS=W",
      description =
          "Rows count as much as their class: all classes alike, or by weights such as yes=5,no=1."
              + " Probabilities are then those of the weighted table.")
  List<String> classWeights = new ArrayList<>();

  @Mixin MethodOptions method = new MethodOptions();

  @Option(
      names = "--validation",
      paramLabel = "FRACTION|FILE",
      description =
          "Rows to choose and to stop by, for auto, slrm, smpcr, mpcr: a share or a file. Default: folds.")
  @Nullable String validation;

  @Mixin SplitOptions split = new SplitOptions();

  @Option(
      names = "--holdout",
      paramLabel = "FRACTION|FILE",
      description =
          "Rows to set aside, used for nothing but a score of their own: a file, or a share of the"
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

  @Option(
      names = "--no-calibration",
      description = "Intervals as the model sees them, not adjusted to the errors it made.")
  boolean noCalibration;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  private final Console console;
  private final List<String> words;

  FitCommand(Console console, List<String> words) {
    this.console = console;
    this.words = words;
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    double budget = timeBudget == null ? 0 : ReadableText.seconds(timeBudget);
    method.budgetSeconds = budget;
    run.check();
    passes.check(method, report != null, weights != null);
    if (passes.stream && !classWeights.isEmpty()) {
      throw CommandException.usage("--class-weights needs all rows in memory and not --stream");
    }
    if (panels.given() && report == null) {
      throw CommandException.usage("--panel says what to show in a report and needs --report");
    }
    split.check(targets, weights);
    limits.check();
    if (passes.stream) {
      refuseSplits("needs all rows in memory and not --stream");
    }
    MethodConfig config = method.config();
    Path place = out == null ? Path.of(OutputFile.stem(data) + ".slrm") : out;
    Path page = reportPlace(place);
    refuseOverwriting(place, page);
    if (out == null) {
      DataSources.refuseOther(place, data);
    }
    FitResult result =
        engine.elsewhere()
            ? elsewhere(config, place, budget, start)
            : passes.stream
                ? streamed(config, place, budget, start)
                : inMemory(config, place, page, budget, start);
    console.result(json, json ? JsonText.line(result.json()) + "\n" : result.text());
    return ExitCode.DONE.number();
  }

  private void refuseSplits(String needs) {
    split.refuse(needs);
    trainOnly.refuse(needs);
    if (holdout != null) {
      throw CommandException.usage("--holdout " + needs);
    }
  }

  private FitResult inMemory(
      MethodConfig config, Path place, @Nullable Path page, double budget, long start) {
    try (OutputFile modelOut = OutputFile.at(place);
        OutputFile reportOut = page == null ? null : OutputFile.at(page)) {
      ReadOptions asked = options();
      Supplier<ModelFile.Provenance> from =
          DataSources.provenanceMeanwhile(words, run.seed, data, run.threads());
      SplitOptions.Read read = Training.read(data, asked, split);
      SkewedTargets skewed = looked(read, asked);
      ReadOptions options = skewed.in(asked);
      CheckedTable checked = Training.checked(read, options);
      List<LabelKind> kinds = checked.table().schema().labelKinds(options);
      Training aside =
          Training.split(
              read.with(checked.table()), kinds, "--holdout", holdout, reading, run.seed);
      Table table = ClassWeights.in(aside.table(), kinds, classWeights);
      show(checked);
      ModelFile.Provenance provenance = from.get();
      SlrmModel model = fit(config, new SplitOptions.Read(table, aside.columns()), kinds, budget);
      CheckedTable shown = checked.with(trainOnly.without(table));
      ReadOptions saved = trainOnly.given() ? options(targets) : options;
      TrainingProfile profile = profile(shown, options, model);
      ModelFile file = write(modelOut, model, shown.table().schema(), saved, provenance, profile);
      HoldOutScores held = heldOut(file, aside.heldOut());
      if (reportOut != null) {
        writeReport(reportOut, model, shown, held, provenance);
        reportOut.commit();
      }
      modelOut.commit();
      double seconds = (System.nanoTime() - start) / 1e9;
      return new FitResult(
          shown.table().schema(),
          model,
          checked.warnings(),
          remarks(shown.table(), saved, checked.warnings(), skewed),
          held,
          seconds,
          place,
          page,
          null);
    }
  }

  /** Refuses what does not fit the options, and finds targets better fitted by logarithms. */
  private SkewedTargets looked(SplitOptions.Read read, ReadOptions asked) {
    limits.check(trainOnly.without(read.table()));
    panels.of(read.table().schema());
    return method.method.equals("auto") && !trainOnly.given()
        ? SkewedTargets.in(read, asked)
        : SkewedTargets.NONE;
  }

  /** What new rows will be compared with. */
  private static TrainingProfile profile(
      CheckedTable checked, ReadOptions options, SlrmModel model) {
    Table table = checked.table();
    return TrainingProfile.of(checked, options)
        .with(new HiddenEntries(model, table.schema()).add(table.features()).result());
  }

  /** What the model says of rows that had no part in it. */
  private HoldOutScores heldOut(ModelFile file, @Nullable Table rows) {
    return rows == null
        ? HoldOutScores.NONE
        : HoldOutScores.of(NamedModel.of(file), trainOnly.without(rows), run.threads());
  }

  /** What there is to know before the answer. */
  private void show(CheckedTable checked) {
    if (!json) {
      WarningText.show(WarningText.lines(checked.warnings()), console);
      checked.table().report().text(20).forEach(console::showLine);
      console.out().println();
      console.out().flush();
    }
  }

  private List<String> remarks(
      Table table, ReadOptions options, List<DataWarning> warnings, SkewedTargets skewed) {
    Set<String> warned =
        warnings.stream()
            .filter(w -> w.code().equals(DataWarning.FEW_VALUES))
            .map(DataWarning::column)
            .collect(Collectors.toSet());
    List<String> out =
        new ArrayList<>(LabelNotes.of(table.schema(), options, table.labels(), warned));
    out.addAll(skewed.notes());
    out.addAll(split.notes());
    if (!classWeights.isEmpty()) {
      out.add(ClassWeights.note());
    }
    return out;
  }

  private FitResult streamed(MethodConfig config, Path place, double budget, long start) {
    StreamedFit streamed = new StreamedFit(this, console);
    streamed.refuseOverwriting(place);
    try (OutputFile modelOut = OutputFile.at(place)) {
      ReadOptions options = options();
      StreamedFit.Result result = streamed.run(config, options, place, budget);
      ModelFile.Provenance provenance =
          DataSources.provenance(words, run.seed, List.of(result.source()));
      write(modelOut, limits.in(result.model()), result.schema(), options, provenance, null);
      modelOut.commit();
      double seconds = (System.nanoTime() - start) / 1e9;
      return new FitResult(
          result.schema(),
          result.model(),
          List.of(),
          LabelNotes.taken(result.schema(), options),
          HoldOutScores.NONE,
          seconds,
          place,
          null,
          result.cache());
    }
  }

  private FitResult elsewhere(MethodConfig config, Path place, double budget, long start) {
    checkElsewhere(config);
    ReadOptions options = options();
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
                      config.method(),
                      method.rankOrAuto(),
                      method.componentsOrAuto(),
                      method.indicatorsOrDefault(),
                      run.seed,
                      run.folds(Integer.MAX_VALUE),
                      bar,
                      json ? line -> {} : console::showLine));
      bar.clear();
      ModelFile.Provenance from = DataSources.unhashed(words, run.seed, data);
      write(modelOut, limits.in(fitted.model()), fitted.schema(), options, from, null);
      modelOut.commit();
      double seconds = (System.nanoTime() - start) / 1e9;
      return new FitResult(
          fitted.schema(),
          fitted.model(),
          List.of(),
          List.of(),
          HoldOutScores.NONE,
          seconds,
          place,
          null,
          null);
    }
  }

  /** Refuses what an engine does not do. */
  private void checkElsewhere(MethodConfig config) {
    if (report != null || validation != null || passes.stream) {
      throw CommandException.usage("--report, --validation and --stream need --engine local");
    }
    refuseSplits("needs --engine local");
    if (!classWeights.isEmpty()) {
      throw CommandException.usage("--class-weights needs --engine local");
    }
    if (!List.of("auto", "likelihood", "mixture").contains(config.method())) {
      throw CommandException.usage(
          "--engine "
              + engine.engine
              + " fits by auto, likelihood or mixture, got "
              + config.method()
              + "; its models can be fitted locally and predict there");
    }
  }

  /** Weights that leave a target nothing to learn from are the file's fault. */
  private void requireWeights(Table table) {
    double[] w = table.weights();
    for (int t = 0; w != null && t < table.labels().columns(); t++) {
      boolean any = false;
      for (int i = 0; i < w.length && !any; i++) {
        any = w[i] > 0 && !Double.isNaN(table.labels().valueAt(i, t));
      }
      if (!any) {
        throw CommandException.input(
            data
                + ", column \""
                + weights
                + "\": must leave a row with a known \""
                + table.targetNames().get(t)
                + "\" a weight above 0");
      }
    }
  }

  private SlrmModel fit(
      MethodConfig config, SplitOptions.Read read, List<LabelKind> kinds, double budget) {
    requireWeights(read.table());
    // Auto keeps its time itself, and must not be stopped in its final fit.
    double limit = method.method.equals("auto") ? 0 : budget;
    ProgressBar bar = new ProgressBar(console, System::nanoTime, limit);
    Training training = Training.split(read, kinds, "--validation", validation, reading, run.seed);
    Trainer trainer =
        Slrm.with(config)
            .seed(run.seed)
            .threads(run.threads())
            .folds(run.folds(training.labelledRows()))
            .labels(kinds)
            .listener(bar);
    SlrmModel model =
        training.with(trainOnly::without).fit(trainOnly.in(trainer, training.table(), kinds));
    bar.clear();
    return limits.in(model);
  }

  private ReadOptions options() {
    if (label.several()) {
      trainOnly.refuse("takes one --label for all targets, got several");
    }
    return options(trainOnly.with(targets));
  }

  private ReadOptions options(List<String> asTargets) {
    return label
        .in(split.in(columns.in(reading.over(ReadOptions.DEFAULT))))
        .targets(asTargets)
        .weight(weights)
        .ignore(id.column == null ? List.of() : List.of(id.column))
        .carried(id.carried())
        .build();
  }

  private ModelFile write(
      OutputFile to,
      SlrmModel model,
      Schema schema,
      ReadOptions options,
      ModelFile.Provenance provenance,
      @Nullable TrainingProfile training) {
    ModelState state = (noCalibration ? model.uncalibrated() : model).state();
    try {
      // What is saved must be readable: it may be all that is left of hours of work.
      SlrmModel.of(state);
    } catch (IllegalArgumentException e) {
      throw CommandException.unfinished("no usable model came of these data: " + e.getMessage(), e);
    }
    ModelFile file = new ModelFile(ModelFile.MODEL, state, schema, options, provenance, training);
    to.write(file::write);
    return file;
  }

  private void writeReport(
      OutputFile to,
      SlrmModel model,
      CheckedTable checked,
      HoldOutScores held,
      ModelFile.Provenance provenance) {
    Table table = checked.table();
    String html =
        HtmlReport.fit(
            new FitInput(
                    Path.of(data).getFileName().toString(),
                    ReportParts.provenance(provenance),
                    ReportParts.columns(table.report()),
                    table.featureNames(),
                    table.targetNames(),
                    levels(table, model),
                    table.features(),
                    table.labels(),
                    model,
                    ids(table))
                .with(held)
                .panels(panels.groups(table.schema())),
            checked.warnings());
    to.write(stream -> stream.write(html.getBytes(StandardCharsets.UTF_8)));
  }

  private List<String> ids(Table table) {
    return id.column == null ? List.of() : table.carried(id.column).cells();
  }

  private static List<List<String>> levels(Table table, SlrmModel model) {
    List<List<String>> out = new ArrayList<>();
    for (int t = 0; t < model.targets(); t++) {
      out.add(table.schema().target(t).levels().subList(0, model.levels(t)));
    }
    return out;
  }

  private @Nullable Path reportPlace(Path model) {
    if (report == null) {
      return null;
    }
    String name = model.toString().replaceAll("\\.slrm$", "") + ".html";
    return Path.of(report.isEmpty() ? name : report);
  }

  private void refuseOverwriting(Path place, @Nullable Path page) {
    OutputFile.mustDiffer("--out", place, "DATA", data);
    if (page != null) {
      OutputFile.mustDiffer("--report", page, "DATA", data);
      OutputFile.mustDiffer("--report", page, "--out", place.toString());
    }
  }
}

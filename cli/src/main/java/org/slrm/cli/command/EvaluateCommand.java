package org.slrm.cli.command;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.help.HelpTopics;
import org.slrm.cli.option.IntervalOption;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.option.PageOption;
import org.slrm.cli.option.PanelOption;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.TruthFile;
import org.slrm.cli.output.json.EvaluationJson;
import org.slrm.cli.output.text.EvaluationText;
import org.slrm.cli.output.text.WarningText;
import org.slrm.cli.report.evaluate.ErrorSections;
import org.slrm.cli.report.evaluate.ErrorSections.RowTimes;
import org.slrm.cli.report.evaluate.EvaluatedRows;
import org.slrm.cli.report.shift.ShiftPage;
import org.slrm.cli.result.BayesErrors;
import org.slrm.cli.result.EvaluationResult;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.CellColumn;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowKeys;
import org.slrm.io.column.RowSource;
import org.slrm.io.score.Evaluation;
import org.slrm.io.score.MissingColumnCurves;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.PredictOptions;
import org.slrm.io.score.Scores;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Evaluates a model on labelled rows. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = "Evaluate a model on a file that contains the targets.",
    footer = {
      "",
      "Examples:",
      "  slrm evaluate houses.slrm later.csv",
      "  slrm evaluate houses.slrm later.csv --interval 0.95 --json",
      "  slrm evaluate houses.slrm later.csv --report later.html --time sold",
      "  slrm evaluate patients.slrm later.csv --outage --panel blood=iron,zinc --panel urine=ph,salt",
      "",
      HelpTopics.JSON_KEYS
    })
final class EvaluateCommand implements Callable<Integer>, NamedFiles.Owner {
  @Mixin ModelInput input = new ModelInput();

  @Mixin IntervalOption interval = new IntervalOption();

  @Mixin PageOption page = new PageOption();

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description =
          "Parameters written by simulate: adds the Bayes error and the error of the Bayes predictor.")
  @Nullable Path truth;

  @Option(
      names = "--outage",
      description =
          "Hide more and more columns, of each --panel and of all together, and measure what that"
              + " costs.")
  boolean outage;

  @Mixin PanelOption panels = new PanelOption();

  @Option(
      names = "--time",
      split = ",",
      paramLabel = "COL",
      description =
          "Time of each row: a date, a time or a number. The report shows errors by time; needs"
              + " --report.")
  List<String> time = new ArrayList<>();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  private final Console console;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public NamedFiles files() {
    return input
        .files()
        .reads("--truth", truth == null ? null : truth.toString())
        .writes("--report", page.file);
  }

  @Override
  public Integer call() {
    check();
    TruthFile behind = truth == null ? null : TruthFile.read(truth);
    NamedModel model = input.model();
    page.check(input.file, input.modelFile());
    try (RowSource rows = input.openLabelled(model, rawCells())) {
      refuseUnlabelled(rows, model, input.data);
      refuseTruth(behind, model);
      BayesErrors best = behind == null ? null : new BayesErrors(behind, model.schema());
      NewRows seen = new NewRows(input.modelFile(), input.model().model());
      MissingColumnCurves hidden = outage ? outages(model, rows) : null;
      EvaluatedRows shown = new EvaluatedRows(model, input.threads);
      Map<String, Scores> scores =
          measured(model, rows, batch -> add(batch, seen, best, hidden, shown));
      List<MissingColumnCurves.Curve> curves = hidden == null ? List.of() : hidden.curves();
      List<DataWarning> warnings = seen.warnings(rows.report());
      input.report(rows.report(), json ? List.of() : warnings, console);
      page.write(
          () ->
              ShiftPage.html(
                  seen.page(input.data, rows.report(), scores, curves, figures(model, shown))),
          console);
      EvaluationResult result =
          new EvaluationResult(scores, interval.level, best, curves, warnings);
      if (!json) {
        WarningText.show(seen.unreported(warnings), console);
      }
      console.result(json, new EvaluationJson(result)::map, new EvaluationText(result)::text);
    }
    return ExitCode.DONE.number();
  }

  private void add(
      RowBatch batch,
      NewRows seen,
      @Nullable BayesErrors best,
      @Nullable MissingColumnCurves hidden,
      EvaluatedRows shown) {
    seen.add(batch);
    if (best != null) {
      best.add(batch);
    }
    if (hidden != null) {
      hidden.add(batch);
    }
    if (page.file != null) {
      shown.add(batch);
    }
  }

  private void check() {
    interval.check();
    CommandException.usageIf(
        panels.given() && !outage, "--panel names the columns to hide and needs --outage");
    CommandException.usageIf(
        !time.isEmpty() && page.file == null,
        "--time is shown in the report and needs --report FILE");
  }

  private static void refuseUnlabelled(RowSource rows, NamedModel model, String data) {
    if (rows.labelled().isEmpty()) {
      throw CommandException.input(
          "%s: must have a column of the model's target %s, has none"
              .formatted(data, String.join(", ", model.targets())));
    }
  }

  /** The Bayes predictor is defined for numbers, from which other labels are drawn. */
  private static void refuseTruth(@Nullable TruthFile behind, NamedModel model) {
    int t = behind == null ? -1 : model.targets().indexOf(behind.target());
    if (t >= 0 && !model.kind(t).usesSquaredError()) {
      throw CommandException.usage(
          "--truth bounds the error of numbers, and %s is %s"
              .formatted(model.targets().get(t), model.kind(t).label()));
    }
  }

  private PredictOptions question() {
    return PredictOptions.DEFAULT.level(interval.level).threads(input.threads);
  }

  private MissingColumnCurves outages(NamedModel model, RowSource rows) {
    return new MissingColumnCurves(model, rows.labelled(), question(), panels.of(model.schema()));
  }

  private ReadOptions.RawCells rawCells() {
    return time.isEmpty() ? ReadOptions.RawCells.NONE : ReadOptions.RawCells.of("--time", time);
  }

  private ErrorSections figures(NamedModel model, EvaluatedRows rows) {
    List<List<String>> levels =
        IntStream.range(0, model.targets().size()).mapToObj(model::levels).toList();
    return ErrorSections.of(rows, model.targets(), levels, times(model, rows));
  }

  private @Nullable RowTimes times(NamedModel model, EvaluatedRows rows) {
    if (time.isEmpty()) {
      return null;
    }
    List<CellColumn> cells =
        IntStream.range(0, time.size()).mapToObj(k -> rows.cells(time.get(k), k)).toList();
    RowKeys keys = new RowKeys(input.data, model.schema(), input.options());
    List<String> text =
        IntStream.range(0, rows.rows())
            .mapToObj(i -> cells.stream().map(c -> c.cells().get(i).strip()).collect(joining(" ")))
            .toList();
    return new RowTimes(keys.times(cells), text);
  }

  private Map<String, Scores> measured(
      NamedModel model, RowSource rows, Consumer<RowBatch> besides) {
    Evaluation evaluation = model.evaluation(rows.labelled(), question());
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      evaluation.add(batch);
      besides.accept(batch);
    }
    Map<String, Scores> out = evaluation.scores();
    if (out.values().stream().allMatch(s -> s.rows() == 0)) {
      input.report(rows.report(), console);
      throw CommandException.input(
          input.data + ": must have a label of the training data, has none");
    }
    return out;
  }
}

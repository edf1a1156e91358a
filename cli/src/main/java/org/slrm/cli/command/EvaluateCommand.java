package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.option.IntervalOption;
import org.slrm.cli.option.PageOption;
import org.slrm.cli.option.PanelOption;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.TruthFile;
import org.slrm.cli.output.WarningText;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.format.JsonText;
import org.slrm.io.score.Evaluation;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.Outages;
import org.slrm.io.score.Question;
import org.slrm.io.score.Scores;
import org.slrm.method.LabelKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a model on rows whose labels are known. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Measure a model on a file that holds the targets too.",
    footer = {
      "",
      "Examples:",
      "  slrm evaluate houses.slrm later.csv",
      "  slrm evaluate houses.slrm later.csv --interval 0.95 --json",
      "  slrm evaluate houses.slrm later.csv --report later.html",
      "  slrm evaluate patients.slrm later.csv --outage --panel blood=iron,zinc --panel urine=ph,salt",
      "",
      "With --json {\"rows\",\"mse\",\"rmse\",\"mae\",\"r2\",\"coverage\",\"answered\"}; counts also deviance",
      "and devianceExplained, positive amounts squaredLogError; classes logLoss, brier, auc, accuracy,",
      "balancedAccuracy, setCoverage, setSize, calibrationError, confusion and perClass (with the",
      "points of the calibration curve and of the ROC and precision-recall curves). All have score and",
      "scoreName: what their kind of label is judged by, smaller is better, and all but plain numbers",
      "explained: the part of it that is gone, compared with knowing nothing. With several targets such",
      "an object under each target's name. --outage adds outages: for each panel the score and the",
      "coverage by the share of its known columns that is hidden. Besides, warnings: how the rows differ from those at training.",
      "Rows without a label do not count. --truth adds",
      "bayesError (expected squared error of the best predictor there is) and bayesMse (its error here)."
    })
final class EvaluateCommand implements Callable<Integer> {
  @Mixin ModelInput input = new ModelInput();

  @Mixin IntervalOption interval = new IntervalOption();

  @Mixin PageOption page = new PageOption();

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description = "Parameters written by simulate: adds the error nobody can beat.")
  @Nullable Path truth;

  @Option(
      names = "--outage",
      description =
          "Hide more and more columns, of each --panel and of all together, and measure what that"
              + " costs.")
  boolean outage;

  @Mixin PanelOption panels = new PanelOption();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  private final Console console;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    interval.check();
    if (panels.given() && !outage) {
      throw CommandException.usage("--panel says which columns to hide and needs --outage");
    }
    TruthFile behind = truth == null ? null : TruthFile.read(truth);
    NamedModel model = input.model();
    page.check(input.file, input.modelFile(), input.data);
    try (RowSource rows = input.openLabelled(model)) {
      if (rows.labelled().isEmpty()) {
        throw CommandException.input(
            input.data
                + ": must have a column of the model's target "
                + String.join(", ", model.targets())
                + ", has none");
      }
      refuseTruth(behind, model);
      BestPossible best = behind == null ? null : new BestPossible(behind, model.schema());
      NewRows seen = new NewRows(input.modelFile(), input.model().model());
      Outages hidden = outage ? outages(model, rows) : null;
      Map<String, Scores> scores = measured(model, rows, best, seen, hidden);
      List<Outages.Curve> curves = hidden == null ? List.of() : hidden.curves();
      List<DataWarning> warnings = seen.warnings(rows.report());
      input.tell(rows.report(), json ? List.of() : warnings, console);
      page.write(() -> seen.page(input.data, rows.report(), scores, curves), console);
      EvaluationResult result =
          new EvaluationResult(scores, interval.level, best, new OutageLines(curves), warnings);
      if (!json) {
        WarningText.show(seen.news(warnings), console);
      }
      console.result(json, json ? JsonText.line(result.json()) + "\n" : result.text());
    }
    return ExitCode.DONE.number();
  }

  /** The best predictor there is, is that of the numbers that other labels are drawn from. */
  private static void refuseTruth(@Nullable TruthFile behind, NamedModel model) {
    int t = behind == null ? -1 : model.targets().indexOf(behind.target());
    if (t >= 0 && model.kind(t) != LabelKind.NUMERIC) {
      throw CommandException.usage(
          "--truth bounds the error of numbers, and "
              + model.targets().get(t)
              + " is "
              + model.kind(t).label());
    }
  }

  private Question question() {
    return Question.DEFAULT.level(interval.level).threads(input.threads);
  }

  private Outages outages(NamedModel model, RowSource rows) {
    return new Outages(model, rows.labelled(), question(), panels.of(model.schema()));
  }

  private Map<String, Scores> measured(
      NamedModel model,
      RowSource rows,
      @Nullable BestPossible best,
      NewRows seen,
      @Nullable Outages hidden) {
    Evaluation evaluation = model.evaluation(rows.labelled(), question());
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      evaluation.add(batch);
      seen.add(batch);
      if (best != null) {
        best.add(batch);
      }
      if (hidden != null) {
        hidden.add(batch);
      }
    }
    Map<String, Scores> out = evaluation.scores();
    if (out.values().stream().allMatch(s -> s.rows() == 0)) {
      input.tell(rows.report(), console);
      throw CommandException.input(
          input.data + ": must have a label that the model knows, has none");
    }
    return out;
  }
}

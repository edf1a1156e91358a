package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.Simulation;
import org.slrm.SlrmModel;
import org.slrm.cli.option.Levels;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.TruthFile;
import org.slrm.cli.output.Words;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.model.JsonText;
import org.slrm.result.Predictions;
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
      "",
      "With --json {\"rows\",\"mse\",\"rmse\",\"mae\",\"r2\",\"coverage\",\"answered\"}; with several",
      "targets such an object under each target's name. Rows without a label do not count. --truth adds",
      "bayesError (expected squared error of the best predictor there is) and bayesMse (its error here)."
    })
final class EvaluateCommand implements Callable<Integer> {
  @Mixin ModelInput input = new ModelInput();

  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      defaultValue = "0.9",
      description = "Level of the intervals whose coverage is measured. Default: 0.9.")
  double interval;

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description = "Parameters written by simulate: adds the error nobody can beat.")
  @Nullable Path truth;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  private final Console console;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Levels.check(interval);
    TruthFile behind = truth == null ? null : TruthFile.read(truth);
    SlrmModel model = input.model();
    try (RowSource rows = input.open()) {
      if (rows.labelled().isEmpty()) {
        throw CommandException.input(
            input.data
                + ": must have a column of the model's target "
                + String.join(", ", rows.schema().targets())
                + ", has none");
      }
      Map<String, Scores> scores = measured(model, rows, behind);
      input.tell(rows.report(), console);
      console.result(json, json ? json(scores) : text(scores));
    }
    return ExitCode.DONE.number();
  }

  private Map<String, Scores> measured(
      SlrmModel model, RowSource rows, @Nullable TruthFile behind) {
    Map<String, Scores> out = new LinkedHashMap<>();
    rows.labelled().forEach(name -> out.put(name, new Scores()));
    List<String> targets = rows.schema().targets();
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      Predictions p = model.predictAll(batch.features(), interval, input.threads);
      Simulation.Bayes best =
          behind == null ? null : behind.bayes(batch.features(), rows.schema().featureNames());
      for (int i = 0; i < batch.rows(); i++) {
        for (int e = batch.labels().rowStart(i); e < batch.labels().rowStart(i + 1); e++) {
          int t = batch.labels().column(e);
          double label = batch.labels().value(e);
          boolean inside = p.lower(i, t) <= label && label <= p.upper(i, t);
          out.get(targets.get(t)).add(label, p.mean(i, t), inside, p.answered(i));
          if (best != null && behind != null && targets.get(t).equals(behind.target())) {
            out.get(targets.get(t)).addBayes(label, best.mean(i), best.variance(i));
          }
        }
      }
    }
    if (out.values().stream().allMatch(s -> s.rows() == 0)) {
      throw CommandException.input(input.data + ": must have a known label, has none");
    }
    return out;
  }

  private static String json(Map<String, Scores> scores) {
    Map<String, Object> out = new LinkedHashMap<>();
    scores.forEach((name, s) -> out.put(name, s.json()));
    return JsonText.line(out.size() == 1 ? out.values().iterator().next() : out) + "\n";
  }

  private String text(Map<String, Scores> scores) {
    List<List<String>> rows = new ArrayList<>();
    scores.forEach(
        (name, s) ->
            rows.add(
                List.of(
                    ForeignText.word(name),
                    Words.count(s.rows()),
                    Words.number(s.rmse()),
                    Words.number(s.mae()),
                    Words.number(s.r2()),
                    Words.number(s.mse()),
                    Words.percent(s.coverage()),
                    Words.percent(s.answered()))));
    scores.forEach(
        (name, s) -> {
          if (s.bayes()) {
            rows.add(
                List.of(
                    "best possible",
                    Words.count(s.rows()),
                    Words.number(Math.sqrt(s.bayesMse())),
                    "",
                    "",
                    Words.number(s.bayesMse()),
                    "expected " + Words.number(s.bayesError()),
                    ""));
          }
        });
    String within = ">in " + Words.percent(interval) + " interval";
    return Words.table(
        List.of("target", ">rows", ">rmse", ">mae", ">R²", ">mse", within, ">answered"), rows);
  }
}

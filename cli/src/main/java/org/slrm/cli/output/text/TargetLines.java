package org.slrm.cli.output.text;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.result.RowLosses;
import org.slrm.cli.result.TimeBlocks;
import org.slrm.method.LabelKind;
import org.slrm.result.ClassMetrics;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.Score;

/** Validation of one target as text, by its label kind. */
record TargetLines(StringBuilder out) {

  void of(LabelKind kind, Score s, FitReport report, List<String> levels, int t) {
    if (Double.isNaN(s.score())) {
      out.append("  no error estimate: too few labelled rows to hold some out\n");
      return;
    }
    switch (kind.scoreName()) {
      case "mse" -> number(s, report);
      case "logLoss" -> classes(s, report, levels, t);
      case "deviance" -> {
        loss(s, "deviance", "baseline (mean)", "the mean", "deviance");
        row("RMSE", number(Math.sqrt(s.mse())));
      }
      case "mae" -> loss(s, "MAE", "baseline (median)", "the median", "absolute error");
      case "squaredLogError" -> positive(s, report);
      default ->
          loss(
              s,
              ScoreText.name(s.name()),
              "baseline",
              "the training quantile",
              ScoreText.explained(kind));
    }
  }

  /** How the error moves with time. */
  void blocks(TimeBlocks blocks) {
    if (blocks.any()) {
      String each =
          Arrays.stream(blocks.shown()).mapToObj(ReadableText::number).collect(joining(", "));
      row("by block of time", each + "  the error in each block, in order");
    }
  }

  private void number(Score s, FitReport report) {
    row("RMSE", number(Math.sqrt(s.mse())) + "  on held-out rows");
    row(
        "baseline (mean)",
        number(Math.sqrt(s.mse() / (1 - s.r2()))) + "  RMSE if every row is predicted by the mean");
    row(
        "explained",
        "%s of the variance (R² %s)%s"
            .formatted(ReadableText.percent(s.r2()), number(s.r2()), verdict(s.r2())));
    row(ScoreText.name(s.name()), number(s.score()) + error(s) + rows(s, report));
  }

  private void classes(Score s, FitReport report, List<String> levels, int t) {
    row("log loss", number(s.score()) + error(s) + "  on held-out rows");
    row("baseline", number(baseline(s)) + "  if every row gets the class shares");
    explained(s, "of the log loss");
    CrossValidated cv = report.validation();
    ClassMetrics m = cv == null ? null : RowLosses.metrics(cv, t);
    if (m == null) {
      return;
    }
    int frequent = RowLosses.mostFrequent(m);
    row(
        "accuracy",
        ReadableText.percent(m.accuracy())
            + "  against "
            + ReadableText.percent(RowLosses.frequency(m, frequent))
            + " if every row is predicted as "
            + ForeignText.word(levels.get(frequent)));
    row(
        "AUC",
        number(m.auc()) + (m.levels() > 2 ? "  on average, each class against all others" : ""));
  }

  private void loss(Score s, String name, String baseline, String prediction, String what) {
    row(name, number(s.score()) + error(s) + "  on held-out rows");
    row(baseline, number(baseline(s)) + "  if every row is predicted by " + prediction);
    explained(s, "of the " + what);
  }

  private void positive(Score s, FitReport report) {
    row(
        "typical factor",
        number(Math.exp(Math.sqrt(s.score()))) + "  up or down, on held-out rows");
    row(
        "baseline",
        number(Math.exp(Math.sqrt(baseline(s)))) + "  if every row gets the same amount");
    explained(s, "of the variance of the logarithm");
    row("squared log error", number(s.score()) + error(s) + rows(s, report));
  }

  /** The basis of the standard error: rows, or groups and blocks of time. */
  private static String rows(Score s, FitReport report) {
    CrossValidated cv = report.validation();
    int[] cluster = cv == null ? null : cv.clusters();
    String rows = " (standard error, " + ReadableText.count(s.rows()) + " rows";
    if (cv == null || cluster == null) {
      return rows + ")";
    }
    long clusters =
        IntStream.range(0, cluster.length)
            .filter(i -> cv.fold(i) >= 0)
            .map(i -> cluster[i])
            .distinct()
            .count();
    return rows + " in " + ReadableText.count(clusters) + " clusters)";
  }

  private void explained(Score s, String of) {
    row("explained", ReadableText.percent(s.explained()) + " " + of + verdict(s.explained()));
  }

  /** The score of the baseline. */
  static double baseline(Score s) {
    return s.score() / (1 - s.explained());
  }

  private static String error(Score s) {
    return " ± " + number(s.scoreError());
  }

  private static String number(double value) {
    return ReadableText.number(value);
  }

  private static String verdict(double explained) {
    return explained < 0.02 ? ": no better than the baseline" : "";
  }

  private void row(String name, String value) {
    out.append("  ").append(name).append(" ".repeat(20 - name.length())).append(value).append('\n');
  }
}

package org.slrm.cli.report.label;

import static org.slrm.cli.report.chart.Html.capital;
import static org.slrm.cli.report.chart.Html.esc;
import static org.slrm.cli.report.chart.NumberText.percent;
import static org.slrm.cli.report.chart.Page.tile;

import java.util.Map;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.result.RowLosses;
import org.slrm.result.ClassMetrics;
import org.slrm.result.FitReport;

/** The result of a target that is not a plain number, as a sentence and tiles. */
public final class LabelHeadline {
  /** Why there is no error estimate. */
  public static final String NO_VALIDATION =
      "There was no validation (switched off, or too few labels), so there is no error estimate for"
          + " the predictions";

  private LabelHeadline() {}

  /** The result as text; the name is escaped already. */
  public static String sentence(String name, LabelView view) {
    RowLosses losses = view.losses();
    if (losses == null) {
      return NO_VALIDATION + " of " + name + ".";
    }
    String start = "On held-out rows, " + score(name, view, losses);
    if (losses.explained() <= 0) {
      return start + ": <b>the model is no better than the baseline</b>. Do not rely on it.";
    }
    return "%s: the model removes <b>%s</b> of the %s.%s"
        .formatted(
            start, percent(losses.explained()), ScoreText.explained(view.kind()), more(view));
  }

  private static String score(String name, LabelView view, RowLosses losses) {
    boolean factor = view.kind().scoreName().equals("squaredLogError");
    String what =
        view.classes() != null
            ? "the probabilities of " + name
            : "predictions of " + (view.kind().isCount() ? "the count " : "") + name;
    return "%s have a %s <b>%s</b>, against %s for the %s"
        .formatted(
            what,
            factor ? "typical relative error of a factor of" : ScoreText.shown(view.kind()) + " of",
            NumberText.number(factor ? Math.exp(Math.sqrt(losses.mean())) : losses.mean()),
            NumberText.number(factor ? Math.exp(Math.sqrt(losses.baseline())) : losses.baseline()),
            ScoreText.baseline(view.kind()));
  }

  private static String more(LabelView view) {
    if (view.classes() == null) {
      return "";
    }
    ClassMetrics m = view.classes().metrics();
    int frequent = RowLosses.mostFrequent(m);
    return " Its accuracy is <b>%s</b>; predicting %s for all rows has %s."
        .formatted(
            percent(m.accuracy()),
            esc(view.levels().get(frequent)),
            percent(RowLosses.frequency(m, frequent)));
  }

  /** The scores as tiles. */
  public static String tiles(LabelView view) {
    RowLosses losses = view.losses();
    if (losses == null) {
      return "";
    }
    String name = capital(ScoreText.shown(view.kind()));
    String score = NumberText.number(losses.mean());
    String error =
        losses.standardError() > 0 ? "± " + NumberText.number(losses.standardError()) : "";
    String explained = percent(losses.explained());
    if (view.classes() == null) {
      String baseline = NumberText.number(losses.baseline());
      return tile(name, score, error)
          + tile(
              "Explained",
              explained,
              "of the " + ScoreText.explained(view.kind()) + ", cross-validated")
          + tile("Baseline", baseline, ScoreText.baseline(view.kind()) + ": " + baseline);
    }
    ClassMetrics m = view.classes().metrics();
    String balanced = "balanced over classes: " + percent(m.balancedAccuracy());
    return tile(name, score, error + ", " + explained + " explained")
        + tile("Accuracy", percent(m.accuracy()), balanced)
        + tile(
            "AUC",
            NumberText.number(m.auc()),
            view.isMulticlass() ? "each class against the others" : "0.5 is chance, 1 is perfect");
  }

  /** Summary of several targets with different scores. */
  public static String summary(Map<String, FitReport.Score> scores) {
    if (scores.isEmpty()) {
      return NO_VALIDATION + ".";
    }
    long better = scores.values().stream().filter(s -> s.explained() > 0).count();
    double[] explained =
        scores.values().stream().mapToDouble(FitReport.Score::explained).sorted().toArray();
    return String.format(
        "On held-out rows, it beats the baseline for <b>%s of %s targets</b> and removes"
            + " between %s and %s of their scores.",
        better, scores.size(), percent(explained[0]), percent(explained[explained.length - 1]));
  }

  /** A line for each target. */
  public static String table(Map<String, FitReport.Score> scores) {
    DataTable table =
        new DataTable("Target", "Score", "#Value", "#Baseline", "#Explained", "#Rows");
    scores.forEach(
        (name, s) ->
            table.row(
                name,
                ScoreText.name(s.name()),
                s.score(),
                s.score() / (1 - s.explained()),
                percent(s.explained()),
                s.rows()));
    return "<div class=\"card\">" + table.html() + "</div>\n";
  }
}

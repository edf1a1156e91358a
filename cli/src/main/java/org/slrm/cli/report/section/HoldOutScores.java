package org.slrm.cli.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.RowBatch;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.Question;
import org.slrm.io.score.Scores;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

/**
 * How a model did on rows that were used for nothing else.
 *
 * @param targets one entry for each target
 */
public record HoldOutScores(List<OfTarget> targets) {
  /** Nothing was held out. */
  public static final HoldOutScores NONE = new HoldOutScores(List.of());

  /** Share of labels that intervals and sets are to hold. */
  public static final double LEVEL = Question.DEFAULT.level();

  /**
   * One target.
   *
   * @param name its name
   * @param scores how good predictions were
   * @param standardError of the mean squared error
   */
  public record OfTarget(String name, Scores scores, double standardError) {
    /** Share of labels in their interval or set. */
    public double coverage() {
      return scores instanceof Scores.OfNumber n
          ? n.coverage()
          : ((Scores.OfClasses) scores).setCoverage();
    }
  }

  /** Copies the list. */
  public HoldOutScores {
    targets = List.copyOf(targets);
  }

  /**
   * Evaluates a model on held-out rows.
   *
   * @param clusters number of each row's group or block of time, null when rows are independent
   */
  public static HoldOutScores of(
      NamedModel model, Table rows, int @Nullable [] clusters, int threads) {
    Question question = Question.DEFAULT.threads(threads);
    var evaluation = model.evaluation(model.targets(), question);
    evaluation.add(new RowBatch(0, rows.features(), rows.labels(), null));
    Map<String, Scores> scores = evaluation.scores();
    Predictions p = model.model().predictAll(rows.features(), LEVEL, threads);
    List<OfTarget> out = new ArrayList<>();
    for (int t = 0; t < model.targets().size(); t++) {
      String name = model.targets().get(t);
      double error =
          Metrics.mseStandardError(
              column(rows.labels(), t), predicted(p, rows.rows(), t), null, clusters);
      out.add(new OfTarget(name, scores.get(name), error));
    }
    return new HoldOutScores(out);
  }

  private static double[] column(IncompleteMatrix labels, int t) {
    double[] out = new double[labels.rows()];
    java.util.Arrays.setAll(out, i -> labels.valueAt(i, t));
    return out;
  }

  private static double[] predicted(Predictions p, int rows, int t) {
    double[] out = new double[rows];
    java.util.Arrays.setAll(out, i -> p.mean(i, t));
    return out;
  }

  /** Whether nothing was held out. */
  public boolean none() {
    return targets.isEmpty();
  }

  /** An object like that of cross-validation: the first target, and all of them when several. */
  public Map<String, Object> json() {
    List<Map<String, Object>> all = targets.stream().map(HoldOutScores::json).toList();
    Map<String, Object> out = new LinkedHashMap<>(all.get(0));
    out.remove("target");
    if (all.size() > 1) {
      out.put("perTarget", all);
    }
    return out;
  }

  private static Map<String, Object> json(OfTarget t) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("target", t.name);
    out.put("rows", t.scores.rows());
    if (t.scores instanceof Scores.OfNumber n) {
      out.put("mse", n.mse());
      out.put("r2", n.r2());
      out.put("standardError", t.standardError);
    }
    out.put("score", t.scores.score());
    out.put("scoreName", t.scores.scoreName());
    out.put("explained", t.scores.explained());
    out.put("coverage", t.coverage());
    return out;
  }

  /** The section of a page; empty where nothing was held out. */
  public String html() {
    if (none()) {
      return "";
    }
    DataTable table =
        new DataTable(
            "Target",
            "#Rows",
            "Score",
            "#Value",
            "#Explained",
            "#In " + NumberText.percent(LEVEL) + " interval or set");
    for (OfTarget t : targets) {
      table.row(
          t.name,
          NumberText.count((int) t.scores.rows()),
          ScoreText.name(t.scores.scoreName()),
          NumberText.of(t.scores.score()),
          NumberText.percent(t.scores.explained()),
          NumberText.percent(t.coverage()));
    }
    return "<figure class=\"card\"><figcaption><p>"
        + Html.esc("These rows were held out before the fit and used for this score only.")
        + "</p></figcaption>"
        + table.html()
        + "</figure>";
  }
}

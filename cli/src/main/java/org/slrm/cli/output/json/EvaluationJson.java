package org.slrm.cli.output.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.result.BayesErrors;
import org.slrm.cli.result.EvaluationResult;
import org.slrm.io.check.DataWarning;
import org.slrm.io.score.MissingColumnCurves;
import org.slrm.io.score.Scores;
import org.slrm.method.LabelKind;
import org.slrm.result.ClassMetrics;

/** An evaluation as one JSON object. */
public record EvaluationJson(EvaluationResult result) {
  private static final int BINS = 15;

  /** Most points of a curve. */
  private static final int MAX_POINTS = 51;

  /** One object, or with several targets one of objects by name; warnings last. */
  public Map<String, Object> map() {
    Map<String, Object> out = new LinkedHashMap<>();
    boolean one = result.scores().size() == 1;
    result
        .scores()
        .forEach((name, s) -> out.putAll(one ? json(name, s) : Map.of(name, json(name, s))));
    out.putIfAbsent("warnings", result.warnings().stream().map(DataWarning::toMap).toList());
    return out;
  }

  private Map<String, Object> json(String name, Scores s) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rows", s.rows());
    if (s instanceof Scores.NumericScores n) {
      number(n, out);
    } else if (s instanceof Scores.ClassificationScores c) {
      classes(c, out);
    }
    out.put("score", s.score());
    out.put("scoreName", s.scoreName());
    if (s.kind() != LabelKind.NUMERIC) {
      out.put("explained", s.explained());
    }
    BayesErrors best = result.best();
    if (best != null && best.knows(name) && s.kind() == LabelKind.NUMERIC) {
      out.put("bayesError", best.expected());
      out.put("bayesMse", best.mse());
    }
    if (!result.outages().isEmpty()) {
      out.put("outages", outages(name));
    }
    return out;
  }

  private static void number(Scores.NumericScores n, Map<String, Object> out) {
    if (n.kind() == LabelKind.COUNTS) {
      out.put("deviance", n.score());
      out.put("devianceExplained", n.explained());
    }
    if (n.kind() == LabelKind.POSITIVE) {
      out.put("squaredLogError", n.score());
    }
    if (n.isQuantile()) {
      out.put("belowPrediction", n.belowPrediction());
      out.put("quantile", n.kind().quantile());
    } else {
      out.put("mse", n.mse());
      out.put("rmse", n.rmse());
      out.put("mae", n.mae());
      out.put("r2", n.r2());
    }
    out.put("coverage", n.coverage());
    out.put("answered", n.answered());
  }

  private static void classes(Scores.ClassificationScores c, Map<String, Object> out) {
    ClassMetrics m = c.metrics();
    out.put("logLoss", m.logLoss());
    out.put("brier", m.brier());
    out.put("auc", m.auc());
    out.put("accuracy", m.accuracy());
    out.put("balancedAccuracy", m.balancedAccuracy());
    out.put("setCoverage", c.setCoverage());
    out.put("calibrationError", m.calibrationError());
    out.put("answered", c.answered());
    Map<String, Object> each = new LinkedHashMap<>();
    Map<String, Object> confusion = new LinkedHashMap<>();
    double[][] taken = m.confusion();
    for (int k = 0; k < c.perClass().size(); k++) {
      Scores.ClassScores of = c.perClass().get(k);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("rows", of.rows());
      one.put("recall", of.recall());
      one.put("precision", of.precision());
      one.put("auc", of.auc());
      one.put("setCoverage", of.setCoverage());
      one.putAll(curves(m, k));
      each.put(of.level(), one);
      Map<String, Object> row = new LinkedHashMap<>();
      for (int j = 0; j < taken.length; j++) {
        row.put(c.perClass().get(j).level(), (long) taken[k][j]);
      }
      confusion.put(of.level(), row);
    }
    out.put("perClass", each);
    out.put("confusion", confusion);
    out.put("setSize", c.setSize());
  }

  private List<Map<String, Object>> outages(String target) {
    return result.outages().stream().map(c -> outage(c, target)).toList();
  }

  private static Map<String, Object> outage(MissingColumnCurves.Curve c, String target) {
    Map<String, Object> out = new LinkedHashMap<>();
    List<Scores> of = c.scores().stream().map(s -> s.get(target)).toList();
    out.put("panel", c.panel());
    out.put("columns", c.columns());
    out.put("hidden", Arrays.stream(c.hidden()).boxed().toList());
    out.put("score", of.stream().map(Scores::score).toList());
    out.put("coverage", of.stream().map(Scores::covered).toList());
    return out;
  }

  /** The calibration curve of a class, and one curve for ROC and precision–recall alike. */
  private static Map<String, Object> curves(ClassMetrics m, int level) {
    List<Object> calibration = new ArrayList<>();
    for (ClassMetrics.Bin bin : m.calibration(level, BINS)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("probability", bin.probability());
      one.put("share", bin.fraction());
      one.put("rows", bin.rows());
      calibration.add(one);
    }
    List<Object> curve = new ArrayList<>();
    for (ClassMetrics.Point point : thinned(m.curve(level))) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("threshold", point.threshold());
      one.put("recall", point.recall());
      one.put("falseAlarms", point.falseAlarms());
      one.put("precision", point.precision());
      curve.add(one);
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("calibration", calibration);
    out.put("curve", curve);
    return out;
  }

  /**
   * The first, the last and evenly spaced points between them; the first is above every
   * probability.
   */
  private static List<ClassMetrics.Point> thinned(List<ClassMetrics.Point> all) {
    List<ClassMetrics.Point> points = all.subList(Math.min(1, all.size()), all.size());
    return Order.spaced(points.size(), MAX_POINTS).mapToObj(points::get).toList();
  }
}

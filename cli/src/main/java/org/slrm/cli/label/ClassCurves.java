package org.slrm.cli.label;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.result.ClassMetrics;

/**
 * The curves of a class for JSON: calibration, and metrics by threshold.
 *
 * <pre>{@code
 * ClassCurves.json(metrics, 1);   // calibration: [{probability, share, rows}, …], curve: [{…}, …]
 * }</pre>
 */
public final class ClassCurves {
  private static final int BINS = 15;

  /** Most points of a curve. */
  private static final int MAX_POINTS = 51;

  private ClassCurves() {}

  /** The calibration curve of a class, and one curve for ROC and precision–recall alike. */
  public static Map<String, Object> json(ClassMetrics m, int level) {
    List<Object> calibration = new ArrayList<>();
    for (ClassMetrics.Bin bin : m.calibration(level, BINS)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("probability", bin.probability());
      one.put("share", bin.share());
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
    if (points.size() <= MAX_POINTS) {
      return points;
    }
    List<ClassMetrics.Point> out = new ArrayList<>();
    for (int k = 0; k < MAX_POINTS; k++) {
      out.add(points.get((int) ((long) k * (points.size() - 1) / (MAX_POINTS - 1))));
    }
    return out;
  }
}

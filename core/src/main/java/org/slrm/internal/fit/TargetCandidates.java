package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.label.Target;
import org.slrm.result.FitReport;

/**
 * Candidates by target in its own units, from results by column in scaled units. The log losses of
 * the columns of a class target are added, each weighted by the fraction of rows it applies to.
 */
final class TargetCandidates {
  private TargetCandidates() {}

  static List<FitReport.CandidateScore> of(
      List<FitReport.CandidateScore> byColumn, DataSummary data, Scalings scalings) {
    Map<List<Object>, FitReport.CandidateScore> out = new LinkedHashMap<>();
    Map<List<Object>, Integer> count = new LinkedHashMap<>();
    for (FitReport.CandidateScore c : byColumn) {
      // A second candidate of the same name is listed separately.
      List<Object> column = List.of(c.name(), c.rank(), c.settings(), c.target());
      int number = count.merge(column, 1, Integer::sum);
      int target = data.layout().targetOf(c.target());
      List<Object> key = List.of(c.name(), c.rank(), c.settings(), target, number);
      out.merge(key, ofTarget(c, target, data, scalings), TargetCandidates::sum);
    }
    return new ArrayList<>(out.values());
  }

  private static FitReport.CandidateScore sum(
      FitReport.CandidateScore a, FitReport.CandidateScore b) {
    return with(
        a,
        a.target(),
        a.mse() + b.mse(),
        StrictMath.hypot(a.standardError(), b.standardError()),
        a.weight() + b.weight());
  }

  private static FitReport.CandidateScore ofTarget(
      FitReport.CandidateScore c, int t, DataSummary data, Scalings scalings) {
    Target target = data.layout().target(t);
    double scale = scalings.y().scale(c.target());
    double unit = target instanceof NumberTarget number ? number.lossUnit(scale) : 1;
    double weight = c.weight();
    if (target.levels() > 0) {
      double fraction = data.labels().known(c.target()) / (double) labelled(t, data);
      // The deviance is twice the log loss.
      unit = fraction / 2;
      weight = c.weight() * fraction / depth(t, data);
    }
    return with(c, t, c.mse() * unit, c.standardError() * unit, weight);
  }

  /** Rows with a label, to which the first column applies. */
  private static long labelled(int t, DataSummary data) {
    return Math.max(1, data.labels().known(data.layout().first(t)));
  }

  /** Mean number of columns that apply to a row. */
  private static double depth(int t, DataSummary data) {
    double sum = 0;
    for (int c = data.layout().first(t); c < data.layout().first(t + 1); c++) {
      sum += data.labels().known(c);
    }
    return Math.max(1e-9, sum / labelled(t, data));
  }

  private static FitReport.CandidateScore with(
      FitReport.CandidateScore c, int target, double mse, double error, double weight) {
    return new FitReport.CandidateScore(
        c.name(), c.rank(), target, mse, error, weight, c.settings());
  }
}

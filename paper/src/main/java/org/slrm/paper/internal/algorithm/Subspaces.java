package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;

/** Common parts of the methods that learn a subspace. */
public final class Subspaces {
  private Subspaces() {}

  /** The user's hold-out rows, or a part of the data. */
  static HoldOut.Split split(TrainingData data, FitContext context, double fraction, long seed) {
    TrainingData given = context.validation();
    if (given != null && labelledForAll(given)) {
      return new HoldOut.Split(data, given, true);
    }
    HoldOut.Split split = HoldOut.split(data, fraction, seed);
    boolean enough = labelledForAll(split.training()) && labelledForAll(split.held());
    return enough ? split : new HoldOut.Split(data, data, false);
  }

  /** At most the given number of rows, drawn by seed. */
  static TrainingData someRows(TrainingData rows, int limit, long seed) {
    int n = rows.x().rows();
    return n <= limit ? rows : rows.rows(Arrays.copyOf(Folds.shuffled(n, seed), limit));
  }

  /** The norm that targets share on codes, chosen by folds if penalties are, and recorded. */
  public static SharedChoice shared(
      boolean byFolds, Projections p, TrainingData data, FitContext context, FitRecord c) {
    SharedChoice found =
        byFolds ? CodeRegression.shared(p, data, context) : SharedChoice.separate(List.of());
    if (found.tried()) {
      c.found.put("shared", found.norm().word());
    }
    return found;
  }

  /** The member of one of several targets, for a basis and a regressor on its codes. */
  static Member member(
      HoldOut.Split split,
      int target,
      double[] U,
      CodeRegression.Regressor r,
      double gate,
      Workers workers) {
    int targets = split.training().y().columns();
    int d = r.coefficients().length;
    double[] w = new double[targets * d];
    System.arraycopy(r.coefficients(), 0, w, target * d, d);
    double[] intercept = new double[targets];
    intercept[target] = r.intercept();
    return GatedFit.member(U, w, intercept, gate, split.held(), workers);
  }

  /** Mean deviance of a target's labels given η of each row, NaN without a label. */
  public static double meanDeviance(TrainingData rows, int target, IntToDoubleFunction eta) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < rows.x().rows(); i++) {
      double y = rows.label(i, target);
      if (!Double.isNaN(y)) {
        sum += rows.weight(i) * rows.kind(target).deviance(y, eta.applyAsDouble(i));
        total += rows.weight(i);
      }
    }
    return sum / total;
  }

  /** Whether all labels are equal and not numbers: then an intercept is enough. */
  static boolean allEqual(TrainingData rows, int target) {
    ColumnStatistics s = rows.y().statistics();
    return !rows.kind(target).quadratic() && s.min(target) == s.max(target);
  }

  /** Records a target's regressor on codes. */
  public static void describe(FitRecord c, int target, int rank, CodeRegression.Regressor r) {
    String prefix = target == 0 ? "" : "target " + target + ": ";
    c.found.put(prefix + "l1", r.l1());
    c.objective.put(prefix + "labels", r.error());
    c.candidates.add(
        new FitReport.CandidateScore(
            "lasso on codes", rank, target, r.error(), r.standardError(), 1, Map.of("l1", r.l1())));
  }

  private static boolean labelledForAll(TrainingData rows) {
    int[] known = rows.y().statistics().known();
    return IntStream.of(known).allMatch(k -> k > 0);
  }
}

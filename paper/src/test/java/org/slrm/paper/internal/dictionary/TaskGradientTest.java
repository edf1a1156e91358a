package org.slrm.paper.internal.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

/** The gradient through the active set (Z-9). */
class TaskGradientTest {
  private static final int ATOMS = 10;
  private static final double STEP = 1e-6;
  private static final SparseTable TABLE = new SparseTable();

  /** Two targets, of which one row does not know the second. */
  private static TrainingData rows(List<Label> kinds) {
    TrainingData table = TABLE.rows(8, 0.7, 1);
    double[][] y = new double[8][2];
    for (int i = 0; i < 8; i++) {
      y[i][0] = table.label(i, 0);
      y[i][1] = i == 3 ? Double.NaN : kinds.get(1).quadratic() ? -table.label(i, 0) : i % 2;
    }
    double[] weights = {1, 2, 1, 0.5, 1, 1, 3, 1};
    return new TrainingData(table.x(), IncompleteMatrix.ofNaN(y), weights, kinds);
  }

  private static CodeRegressors regressors(Random random) {
    return new CodeRegressors(
        random.doubles(2 * ATOMS, -1, 1).toArray(),
        random.doubles(2, -1, 1).toArray(),
        new double[2],
        new double[2]);
  }

  /** μ times half the deviance plus 1 − μ times (Z-1), summed over rows. */
  private static double loss(Dictionary d, CodeRegressors r, TrainingData rows, double mu) {
    SparseCodes codes = SparseCodes.of(d, rows.x(), FitContext.of(1).workers());
    double sum = 0;
    for (int i = 0; i < rows.x().rows(); i++) {
      sum += (1 - mu) * rows.weight(i) * codes.objective()[i];
      for (int t = 0; t < 2; t++) {
        double y = rows.label(i, t);
        if (!Double.isNaN(y)) {
          double eta = r.eta(t, codes.codes().codes(), i * ATOMS);
          sum += mu * rows.weight(i) * rows.kind(t).deviance(y, eta) / 2;
        }
      }
    }
    return sum;
  }

  private static void assertSlopes(List<Label> kinds, double mu) {
    Random random = new Random(2);
    TrainingData rows = rows(kinds);
    double[] D = random.doubles(SparseTable.FEATURES * ATOMS, -0.3, 0.3).toArray();
    Dictionary d = new Dictionary(SparseTable.FEATURES, ATOMS, D, 0.1, 0.01);
    CodeRegressors r = regressors(random);
    TaskGradient g = new TaskGradient(d, 2, new double[8 * ATOMS]);
    for (int i = 0; i < rows.x().rows(); i++) {
      g.add(rows, i, r, mu);
    }
    assertSlopes(D, g.D, () -> loss(d, r, rows, mu));
    assertSlopes(r.w(), g.w, () -> loss(d, r, rows, mu));
    assertSlopes(r.b(), g.b, () -> loss(d, r, rows, mu));
  }

  private static void assertSlopes(
      double[] at, double[] slopes, java.util.function.DoubleSupplier loss) {
    for (int e = 0; e < at.length; e++) {
      double here = at[e];
      at[e] = here + STEP;
      double above = loss.getAsDouble();
      at[e] = here - STEP;
      double below = loss.getAsDouble();
      at[e] = here;
      assertEquals((above - below) / (2 * STEP), slopes[e], 1e-5 * (1 + Math.abs(slopes[e])));
    }
  }

  @Test
  void itAgreesWithFiniteDifferencesForNumbers() {
    assertSlopes(List.of(Gaussian.LABEL, Gaussian.LABEL), 1);
  }

  @Test
  void itAgreesWithFiniteDifferencesForClasses() {
    assertSlopes(List.of(Gaussian.LABEL, Logistic.LABEL), 1);
  }

  @Test
  void itAgreesWithFiniteDifferencesForPartOfTheFeaturesOwnLoss() {
    assertSlopes(List.of(Gaussian.LABEL, Logistic.LABEL), 0.3);
  }

  /** Without supervision and with all entries known, what was learned without labels stays. */
  @Test
  void withoutLabelsNothingPullsAtALearnedDictionary() {
    TrainingData rows = TABLE.rows(200, 1, 3);
    Dictionary d =
        new OnlineDictionary(rows, FitContext.of(1))
            .learn(new OnlineDictionary.Plan(8, 0.2, 0.01, 2000, 1e-13));
    TaskGradient g = new TaskGradient(d, 1, new double[200 * 8]);
    CodeRegressors none =
        new CodeRegressors(new double[8], new double[1], new double[1], new double[1]);
    for (int i = 0; i < 200; i++) {
      g.add(rows, i, none, 0);
    }
    // Atoms at the border of the unit ball may be pulled outwards, along themselves.
    double most = 0;
    for (int k = 0; k < 8; k++) {
      int atom = k;
      double along =
          IntStream.range(0, SparseTable.FEATURES)
              .mapToDouble(j -> g.D[j * 8 + atom] * d.D()[j * 8 + atom])
              .sum();
      for (int j = 0; j < SparseTable.FEATURES; j++) {
        most = Math.max(most, Math.abs(g.D[j * 8 + k] - along * d.D()[j * 8 + k]));
      }
      assertTrue(along <= 1e-3, "atom " + k + " is pulled inwards");
    }
    assertTrue(most < 1e-3, "pulled by " + most);
  }
}

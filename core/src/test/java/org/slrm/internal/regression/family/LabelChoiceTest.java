package org.slrm.internal.regression.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

class LabelChoiceTest {
  private static final int N = 60;
  private static final int P = 8;

  /** A table without gaps. */
  private record Table(double[] values, int columns) implements FoldedProblem.Design {
    @Override
    public double[] rows(int[] indices) {
      double[] out = new double[indices.length * columns];
      for (int r = 0; r < indices.length; r++) {
        System.arraycopy(values, indices[r] * columns, out, r * columns, columns);
      }
      return out;
    }
  }

  private static Table table(int n, int p) {
    SplittableRandom random = new SplittableRandom(n + p);
    return new Table(
        IntStream.range(0, n * p).mapToDouble(i -> random.nextGaussian()).toArray(), p);
  }

  /** The first two features matter, and every fifth label is unknown. */
  private static TrainingData data(Table x, Label label, int n) {
    SplittableRandom random = new SplittableRandom(7);
    double[][] y = new double[n][1];
    double[][] features = new double[n][];
    for (int i = 0; i < n; i++) {
      double eta = x.values[i * x.columns] - x.values[i * x.columns + 1];
      double u = random.nextDouble();
      double of = label == Logistic.LABEL ? (u < label.mean(2 * eta) ? 1 : 0) : eta + u;
      y[i][0] = i % 5 == 4 ? Double.NaN : label == Counts.POISSON ? Math.rint(Math.exp(of)) : of;
      features[i] = Arrays.copyOfRange(x.values, i * x.columns, (i + 1) * x.columns);
    }
    return new TrainingData(
        IncompleteMatrix.ofNaN(features), IncompleteMatrix.ofNaN(y), null, List.of(label));
  }

  @Test
  void numbersGoWhereTheyAlwaysWent() {
    Table x = table(N, P);
    TrainingData data = data(x, Gaussian.LABEL, N);
    FitContext context = FitContext.of(1);
    PenaltyChoice expected = PenaltyChoice.of(x, data, 0, 1, context);
    assertArrayEquals(expected.w(), LabelChoice.elasticNet(x, data, 0, 1, context).w());
    assertArrayEquals(RidgeChoice.of(x, data, 0).w(), LabelChoice.ridge(x, data, 0).w());
  }

  @Test
  void aLassoOfClassesAndCountsFindsWhatMatters() {
    Table x = table(N, P);
    for (Label label : List.of(Logistic.LABEL, Counts.POISSON)) {
      TrainingData data = data(x, label, N);
      PenaltyChoice found = LabelChoice.elasticNet(x, data, 0, 1, FitContext.of(1));
      assertTrue(found.w()[0] > 0.5, label.name());
      assertTrue(found.w()[1] < -0.5, label.name());
      assertTrue(found.error() < deviance(x, data, 0, new double[P]), label.name());
      assertTrue(found.l1() > 0, label.name());
    }
  }

  @Test
  void oneLabelOrNoneLeaveAnIntercept() {
    Table x = table(2, P);
    for (double y : new double[] {1, Double.NaN}) {
      TrainingData data =
          new TrainingData(
              IncompleteMatrix.ofNaN(new double[2][P]),
              IncompleteMatrix.ofNaN(new double[][] {{y}, {Double.NaN}}),
              null,
              List.of(Logistic.LABEL));
      double expected = y == 1 ? Math.log(3) : 0;
      PenaltyChoice lasso = LabelChoice.elasticNet(x, data, 0, 1, FitContext.of(1));
      assertEquals(expected, lasso.intercept(), 1e-12);
      assertArrayEquals(new double[P], lasso.w());
      assertEquals(expected, LabelChoice.ridge(x, data, 0).intercept(), 1e-12);
    }
  }

  @Test
  void ridgeIsTheElasticNetWithoutL1ForFewAndManyFeatures() {
    for (int p : new int[] {P, 100}) {
      Table x = table(N, p);
      for (Label label : List.of(Logistic.LABEL, Counts.POISSON)) {
        TrainingData data = data(x, label, N);
        PenaltyChoice found = LabelChoice.ridge(x, data, 0);
        var settings = new ElasticNet.Settings(false, 1e-14, 100_000);
        ElasticNetPath path =
            LabelNet.path(problem(x, data, -1), Penalties.of(1e-9, found.l2()), settings);
        assertArrayEquals(path.coefficients(0), found.w(), 2e-3, label.name() + " " + p);
        assertEquals(path.intercept(0), found.intercept(), 2e-3);
      }
    }
  }

  @Test
  void theErrorOfRidgeIsNearlyThatOfLeavingOutEachRow() {
    Table x = table(N, P);
    for (Label label : List.of(Logistic.LABEL, Counts.POISSON)) {
      TrainingData data = data(x, label, N);
      PenaltyChoice found = LabelChoice.ridge(x, data, 0);
      double sum = 0;
      int count = 0;
      for (int i = 0; i < N; i++) {
        if (!Double.isNaN(data.label(i, 0))) {
          var settings = new ElasticNet.Settings(false, 1e-10, 10_000);
          ElasticNetPath path =
              LabelNet.path(problem(x, data, i), Penalties.of(0, found.l2()), settings);
          double eta = path.intercept(0);
          for (int j = 0; j < P; j++) {
            eta += path.coefficients(0)[j] * x.values[i * P + j];
          }
          sum += label.deviance(data.label(i, 0), eta);
          count++;
        }
      }
      assertEquals(sum / count, found.error(), 0.05 * found.error(), label.name());
    }
  }

  private static double deviance(Table x, TrainingData data, double intercept, double[] w) {
    return problem(x, data, -1).deviance(intercept, w);
  }

  /** All labelled rows but one. */
  private static LabelProblem problem(Table x, TrainingData data, int without) {
    int n = data.y().rows();
    double[] y = new double[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      boolean known = !Double.isNaN(data.label(i, 0));
      y[i] = known ? data.label(i, 0) : 0;
      weights[i] = known && i != without ? 1 : 0;
    }
    return LabelProblem.ofRows(data.kind(0), x.values, x.columns, y, weights);
  }
}

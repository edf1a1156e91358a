package org.slrm.internal.trees.imputed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.regression.family.LabelChoice;
import org.slrm.internal.regression.family.LabelNet;
import org.slrm.internal.regression.family.LabelProblem;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.TreesConfig;

/** Trees on imputed features for labels that are no numbers. */
class LabelledImputedTreesTest {
  private static final int FEATURES = 8;
  private static final TreesConfig SMALL = TreesConfig.defaults().withSearch(60, 20).withLeaves(6);

  /** Rows of rank 2 with a third of the entries missing, classes whose log-odds bend. */
  private static TrainingData bent(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][FEATURES];
    double[][] y = new double[n][1];
    for (int i = 0; i < n; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < FEATURES; j++) {
        double value = Math.sin(j) * a + Math.cos(2 * j) * b + 0.1 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 1 / 3.0 ? Double.NaN : value;
      }
      double eta = 2 * a + (b * b > 1 ? 3 : -3);
      y[i][0] = random.nextDouble() < Logistic.LABEL.mean(eta) ? 1 : 0;
    }
    return new TrainingData(
        IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y), null, List.of(Logistic.LABEL));
  }

  private final TrainingData train = bent(500, 1);
  private final TrainingData test = bent(500, 2);

  private static double deviance(ImputedTreesMember member, TrainingData data, boolean ridge) {
    RowSolver solver = member.rowSolver();
    double sum = 0;
    for (int i = 0; i < data.x().rows(); i++) {
      solver.pattern(data.x().row(i).indices(), data.x().observed(i));
      int from = data.x().rowStart(i);
      solver.row(
          IntStream.range(from, data.x().rowStart(i + 1)).mapToDouble(data.x()::value).toArray());
      double[] completed = new double[FEATURES];
      solver.impute(completed, new double[FEATURES]);
      for (int j = 0; j < FEATURES; j++) {
        double known = data.x().valueAt(i, j);
        completed[j] = (Double.isNaN(known) ? completed[j] : known) - member.x.mu()[j];
      }
      double eta = ridge ? member.ridge.value(0, completed, 0) : solver.mean(0);
      sum += Logistic.LABEL.deviance(data.label(i, 0), eta) / data.x().rows();
      assertEquals(0, solver.noiseVariance(0));
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(RidgeUse.class)
  void whereLogOddsAreNonlinearTreesBeatTheLineTheyMayBuildOn(RidgeUse use) {
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(2);
    FitContext context = FitContext.of(1);
    Factors x = new LikelihoodSolver(config).labelFree(train, null, context).factors();
    double[] completed = ImputedFeatures.of(x, train.x(), true, Workers.single()).features();
    PenaltyChoice ridge = LabelChoice.ridge(new DenseDesign(completed, FEATURES), train, 0);
    ImputedTreesMember member =
        new ImputedTrees(
                x, train, SMALL, new TreeFeatures(use, true), List.of(new int[] {0}), context)
            .fit(List.of(ridge), List.of())
            .member();
    double trees = deviance(member, test, false);
    double straight = deviance(member, test, true);
    assertTrue(trees < 0.85 * straight, trees + " against " + straight);
  }

  @Test
  void heldOutRowsArePredictedByTheRidgeRegressionOfTheOthers() {
    SplittableRandom random = new SplittableRandom(3);
    int n = 90;
    double[] x = random.doubles(n * 4, -1, 1).toArray();
    double[] weights = IntStream.range(0, n).mapToDouble(i -> 1 + i % 2).toArray();
    int[] fold = IntStream.range(0, n).map(i -> i % 3).toArray();
    for (Label kind : List.of(Logistic.LABEL, Counts.POISSON)) {
      double[] y =
          IntStream.range(0, n)
              .mapToDouble(i -> Math.rint(kind.mean(2 * x[4 * i] + random.nextGaussian())))
              .toArray();
      double[] by = new OutOfFoldRidge(kind, x, 4, y, weights, 0.05).predictions(fold);
      double[] others = weights.clone();
      IntStream.range(0, n).filter(i -> fold[i] == 1).forEach(i -> others[i] = 0);
      ElasticNetPath twin =
          LabelNet.path(
              LabelProblem.ofRows(kind, x, 4, y, others),
              Penalties.of(0, 0.05),
              new ElasticNet.Settings(false, 1e-12, 10_000));
      for (int i = 1; i < n; i += 3) {
        double expected = twin.intercept(0) + Vectors.dot(twin.coefficients(0), 0, x, 4 * i, 4);
        assertEquals(expected, by[i], 1e-4, kind.name());
      }
    }
  }
}

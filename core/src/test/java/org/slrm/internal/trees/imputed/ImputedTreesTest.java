package org.slrm.internal.trees.imputed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.TreesConfig;

/** Trees that see imputed features beside raw ones. */
class ImputedTreesTest {
  private static final int FEATURES = 8;
  private static final TreesConfig SMALL =
      TreesConfig.defaults()
          .withSearch(60, 20)
          .withLeaves(6)
          .withLeastRows(3)
          .withLearningRate(0.2);

  private final TrainingData train = bent(300, 1);
  private final TrainingData test = bent(300, 2);

  @ParameterizedTest
  @EnumSource(RidgeUse.class)
  void contributionsAndMissingnessSumToMeanMinusIntercept(RidgeUse use) {
    Member member = fit(use, FitContext.of(1));
    RowSolver solver = member.rowSolver();
    for (int i = 0; i < 40; i++) {
      IncompleteRow row = test.x().row(i);
      answer(solver, row);
      double[] parts = new double[row.observed()];
      solver.addContributions(0, 1, parts);
      double sum = Arrays.stream(parts).sum() + solver.missingness(0);
      assertEquals(solver.mean(0) - member.intercept(0), sum, 1e-9);
    }
  }

  @ParameterizedTest
  @EnumSource(RidgeUse.class)
  void aMemberTakenApartAndPutTogetherPredictsTheSame(RidgeUse use) {
    Member member = fit(use, FitContext.of(1));
    assertArrayEquals(predictions(member), predictions(ImputedTreesMember.of(member.state())), 0);
  }

  @Test
  void oneAndTwoThreadsGiveTheSameBytes() {
    FitContext two = new FitContext(1, Workers.of(2), p -> true, null);
    assertArrayEquals(
        predictions(fit(RidgeUse.INPUT, FitContext.of(1))),
        predictions(fit(RidgeUse.INPUT, two)),
        0);
  }

  @Test
  void aRowOfWhichNothingIsKnownGetsTheIntercept() {
    Member member = fit(RidgeUse.INPUT, FitContext.of(1));
    RowSolver solver = member.rowSolver();
    solver.pattern(new int[0], 0);
    solver.row(new double[0]);
    assertEquals(member.intercept(0), solver.mean(0));
    assertEquals(0, solver.missingness(0), 1e-12);
  }

  @Test
  void variancesGrowAsEntriesAreRemoved() {
    Member member = fit(RidgeUse.RESIDUAL, FitContext.of(1));
    RowSolver solver = member.rowSolver();
    double all = 0;
    double half = 0;
    for (int i = 0; i < 50; i++) {
      IncompleteRow row = test.x().row(i);
      answer(solver, row);
      all += solver.signalVariance(0);
      solver.pattern(Arrays.copyOf(row.indices(), row.observed() / 2), row.observed() / 2);
      solver.row(values(row));
      half += solver.signalVariance(0);
    }
    assertTrue(half > all, half + " against " + all);
  }

  @Test
  void whereDataBendTreesOnCompletedFeaturesBeatTheLine() {
    double ridge = 0;
    double trees = 0;
    ImputedTreesMember member = fit(RidgeUse.NONE, FitContext.of(1));
    double[] by = predictions(member);
    RowSolver solver = member.rowSolver();
    for (int i = 0; i < test.x().rows(); i++) {
      answer(solver, test.x().row(i));
      double[] completed = new double[FEATURES];
      solver.impute(completed, new double[FEATURES]);
      for (int j = 0; j < FEATURES; j++) {
        double known = test.x().valueAt(i, j);
        completed[j] = (Double.isNaN(known) ? completed[j] : known) - member.x.mu()[j];
      }
      ridge += Math.pow(test.label(i, 0) - member.ridge.value(0, completed, 0), 2);
      trees += Math.pow(test.label(i, 0) - by[i], 2);
    }
    assertTrue(trees < 0.7 * ridge, trees + " against " + ridge);
  }

  @Test
  void heldOutRowsAreFittedByTheOthersAlone() {
    double[] completed = completed();
    int n = train.x().rows();
    double[] y = new double[n];
    Arrays.setAll(y, i -> train.label(i, 0));
    double[] weights = new double[n];
    Arrays.fill(weights, 1);
    int[] fold = new int[n];
    Arrays.setAll(fold, i -> i % 3);
    double[] by =
        new OutOfFoldRidge(Gaussian.LABEL, completed, FEATURES, y, weights, 0.1).predictions(fold);
    double[] changed = y.clone();
    for (int i = 0; i < n; i += 3) {
      changed[i] += 100;
    }
    double[] again =
        new OutOfFoldRidge(Gaussian.LABEL, completed, FEATURES, changed, weights, 0.1)
            .predictions(fold);
    for (int i = 0; i < n; i += 3) {
      assertEquals(by[i], again[i], 0);
    }
  }

  private ImputedTreesMember fit(RidgeUse use, FitContext context) {
    Factors x = factors();
    List<PenaltyChoice> lines = new ArrayList<>();
    lines.add(RidgeChoice.of(new DenseDesign(completed(), FEATURES), train, 0));
    return new ImputedTrees(
            x, train, SMALL, new TreeFeatures(use, true), List.of(new int[] {0}), context)
        .fit(lines, List.of())
        .member();
  }

  private Factors factors() {
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(2);
    return new LikelihoodSolver(config).labelFree(train, null, FitContext.of(1)).factors();
  }

  private double[] completed() {
    return ImputedFeatures.of(factors(), train.x(), true, Workers.single()).features();
  }

  private double[] predictions(Member member) {
    RowSolver solver = member.rowSolver();
    double[] out = new double[test.x().rows()];
    for (int i = 0; i < out.length; i++) {
      answer(solver, test.x().row(i));
      out[i] = solver.mean(0);
    }
    return out;
  }

  private static void answer(RowSolver solver, IncompleteRow row) {
    solver.pattern(row.indices(), row.observed());
    solver.row(values(row));
  }

  private static double[] values(IncompleteRow row) {
    double[] out = new double[row.observed()];
    Arrays.setAll(out, row::value);
    return out;
  }

  /** Rows of rank 2 with a third of the entries missing and a nonlinear label. */
  private static TrainingData bent(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][FEATURES];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < FEATURES; j++) {
        double value = a * Math.cos(j) + b * Math.sin(j) + 0.1 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 0.3 ? Double.NaN : value;
      }
      y[i] = a * a - b + 0.1 * random.nextGaussian();
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }
}

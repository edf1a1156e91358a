package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.Quantile;
import org.slrm.internal.label.StudentT;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.TreesConfig;
import org.slrm.result.Folds;

/** Boosted trees of labels that are no numbers. */
class LabelledTreesTest {
  private static final TreesConfig SMALL =
      TreesConfig.defaults()
          .withTrees(12)
          .withLeaves(5)
          .withLeastRows(4)
          .withL2(0.5)
          .withLearningRate(0.3);

  static List<Label> kinds() {
    return List.of(
        Logistic.LABEL,
        Counts.POISSON,
        new Counts(1.5),
        new StudentT(3, 0.1),
        new Quantile(0.7, 0.1));
  }

  /** Labels of a kind whose η is what {@link Rows} draws, times a factor. */
  private static Rows rows(Label kind, int n, double factor, long seed) {
    Rows drawn = Rows.drawn(n, 3, 0.2, seed);
    SplittableRandom random = new SplittableRandom(seed + 100);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double eta = factor * drawn.y()[i];
      double mean = kind.mean(eta);
      if (kind == Logistic.LABEL) {
        y[i] = random.nextDouble() < mean ? 1 : 0;
      } else if (kind instanceof Counts) {
        y[i] = Math.floor(mean * -Math.log(random.nextDouble()));
      } else {
        y[i] = eta + (random.nextDouble() < 0.05 ? 50 : 0.1) * random.nextGaussian();
      }
    }
    return drawn.withLabels(y);
  }

  private static double deviance(Rows rows, Label kind, double[] eta) {
    return IntStream.range(0, eta.length)
        .mapToDouble(i -> rows.weights()[i] * kind.deviance(rows.y()[i], eta[i]))
        .sum();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyTreeLowersTheDevianceOfTheRowsItIsGrownOn(Label kind) {
    for (double factor : new double[] {1, 4}) {
      Rows rows = rows(kind, 300, factor, 3);
      Forest forest = rows.fit(TreesConfig.defaults().withTrees(60), kind, Workers.single());
      double last = Double.POSITIVE_INFINITY;
      for (int k = 0; k <= forest.trees().size(); k++) {
        Forest first = new Forest(forest.base(), forest.trees().subList(0, k));
        double now = deviance(rows, kind, rows.predictions(first));
        assertTrue(now < last, "tree " + k + ": " + last + ", " + now);
        last = now;
      }
      assertEquals(60, forest.trees().size());
    }
  }

  /** The slow twin: every leaf's value from the rows that are in it. */
  @ParameterizedTest
  @MethodSource("kinds")
  void everyLeafIsTheNewtonStepOfItsRows(Label kind) {
    double[] w = IntStream.range(0, 250).mapToDouble(i -> 0.5 + i % 3).toArray();
    Rows rows = rows(kind, 250, 2, 4).weighted(w);
    Forest forest = rows.fit(SMALL, kind, Workers.single());
    double[] eta = new double[250];
    Arrays.fill(eta, forest.base());
    for (Tree tree : forest.trees()) {
      double[] g = new double[tree.nodes()];
      double[] h = new double[tree.nodes()];
      int[] leaf = new int[250];
      for (int i = 0; i < 250; i++) {
        while (tree.feature()[leaf[i]] >= 0) {
          leaf[i] = tree.next(leaf[i], rows.row(i));
        }
        g[leaf[i]] += w[i] * kind.gradient(rows.y()[i], eta[i]);
        h[leaf[i]] += w[i] * LabelSteps.curvature(kind, rows.y()[i], eta[i]);
      }
      for (int i = 0; i < 250; i++) {
        double value = -0.3 * g[leaf[i]] / (h[leaf[i]] + 0.5);
        assertEquals(value, tree.value()[leaf[i]], 1e-8 * Math.max(1, Math.abs(value)));
        eta[i] += tree.value()[leaf[i]];
      }
    }
  }

  @Test
  void curvaturesOfClassesAreTheirOwn() {
    for (double eta : new double[] {-3, 0, 2}) {
      assertEquals(
          Logistic.LABEL.curvature(1, eta), LabelSteps.curvature(Logistic.LABEL, 1, eta), 0);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void oneAndTwoThreadsGrowTheSameTrees(Label kind) {
    Rows rows = rows(kind, 2000, 1, 5);
    try (Workers two = Workers.of(2)) {
      assertArrayEquals(
          rows.predictions(rows.fit(SMALL, kind, Workers.single())),
          rows.predictions(rows.fit(SMALL, kind, two)),
          0);
    }
  }

  @Test
  void aRowOfWeight2IsTheRowTwice() {
    Rows rows = rows(Logistic.LABEL, 150, 2, 6);
    double[] w = IntStream.range(0, 150).mapToDouble(i -> 1 + i % 2).toArray();
    int[] copies =
        IntStream.range(0, 150)
            .flatMap(i -> IntStream.generate(() -> i).limit(1 + i % 2))
            .toArray();
    Workers single = Workers.single();
    assertArrayEquals(
        rows.predictions(rows.picked(copies).fit(SMALL, Logistic.LABEL, single)),
        rows.predictions(rows.weighted(w).fit(SMALL, Logistic.LABEL, single)),
        1e-9);
  }

  /** 20 of 2000 rows: their curvatures together are about those of 80 rows at even odds. */
  @Test
  void aRareClassIsFound() {
    double[] x = IntStream.range(0, 2000).mapToDouble(i -> i).toArray();
    double[] y = IntStream.range(0, 2000).mapToDouble(i -> i < 20 ? 1 : 0).toArray();
    TreesConfig config = TreesConfig.defaults().withTrees(80).withLeastRows(15);
    Forest forest = Rows.of(x, y).fit(config, Logistic.LABEL, Workers.single());
    assertTrue(forest.predict(new double[] {3}) > 0, "rare");
    assertTrue(forest.predict(new double[] {1500}) < -4, "common");
  }

  @Test
  void labelsOfOneClassNeedNoTreesAndStayOpenToTheOther() {
    Rows rows = Rows.drawn(30, 2, 0.1, 7).withLabels(new double[30]);
    Forest never = rows.fit(SMALL, Logistic.LABEL, Workers.single());
    assertEquals(0, never.trees().size());
    assertEquals(Math.log(0.5 / 30.5), never.base(), 1e-12);
    Forest none = rows.fit(SMALL, Counts.POISSON, Workers.single());
    assertEquals(Math.log(1.0 / 31), none.base(), 1e-12);
  }

  @Test
  void treesBeginAtAnOffset() {
    Rows rows = rows(Logistic.LABEL, 400, 2, 8);
    double[] offset = IntStream.range(0, 400).mapToDouble(i -> Math.sin(i)).toArray();
    TreeTarget target = new TreeTarget(Logistic.LABEL, rows.y(), rows.weights(), offset);
    FitContext context = FitContext.of(1);
    TreesConfig config = TreesConfig.defaults().withSearch(40, 10);
    FoldedBoosting.FoldedFit evaluated =
        FoldedBoosting.evaluate(
            List.of(new BoostedColumn(rows.bins(), target)),
            Folds.assign(400, 4, 1),
            config,
            context);
    assertEquals(deviance(rows, Logistic.LABEL, offset) / 400, evaluated.error().get(0), 1e-12);
    Forest forest = Boosting.fit(rows.bins(), target, 20, config, context);
    assertEquals(0, forest.base());
    double[] eta = rows.predictions(forest);
    Arrays.setAll(eta, i -> eta[i] + offset[i]);
    assertTrue(deviance(rows, Logistic.LABEL, eta) < 0.8 * deviance(rows, Logistic.LABEL, offset));
  }

  @Test
  void severalTargetsWithMissingEntriesInTheirLabelsAreEvaluatedByTheirDeviance() {
    Rows classes = rows(Logistic.LABEL, 600, 3, 9);
    Rows counts = rows(Counts.POISSON, 600, 1, 9);
    Rows robust = rows(kinds().get(3), 600, 1, 9);
    double[][] x = new double[600][];
    double[][] y = new double[600][];
    for (int i = 0; i < 600; i++) {
      x[i] = classes.row(i);
      y[i] =
          new double[] {i % 3 == 0 ? Double.NaN : classes.y()[i], counts.y()[i], robust.y()[i], 1};
    }
    List<Label> kinds = List.of(Logistic.LABEL, Counts.POISSON, kinds().get(3), Logistic.LABEL);
    TrainingData data =
        new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y), null, kinds);
    Fitted fitted =
        new TreesSolver(TreesConfig.defaults().withSearch(100, 20), 4).fit(data, FitContext.of(1));
    RowSolver solver = fitted.members().get(0).rowSolver();
    solver.pattern(new int[] {1}, 1);
    assertEquals(0, solver.noiseVariance(0));
    assertEquals(0, solver.noiseVariance(1));
    // The noise is that of most rows, not of the outliers: 0.1² and what trees cannot follow.
    assertTrue(solver.noiseVariance(2) < 1, "noise " + solver.noiseVariance(2));
    assertTrue(solver.signalVariance(0) > 0 && solver.signalVariance(1) > 0);
    for (int t = 0; t < 3; t++) {
      double constant = 0;
      double[] mine = new double[600];
      int column = t;
      double base =
          LabelSteps.constant(
              kinds.get(t), 600, i -> known(y[i][column]), i -> Double.isNaN(y[i][column]) ? 0 : 1);
      for (int i = 0; i < 600; i++) {
        mine[i] = Double.isNaN(y[i][t]) ? Double.NaN : kinds.get(t).deviance(y[i][t], base);
        constant += Double.isNaN(mine[i]) ? 0 : mine[i];
      }
      double known = Arrays.stream(mine).filter(v -> !Double.isNaN(v)).count();
      double error = fitted.record().candidates.get(t).mse();
      assertTrue(error < 0.95 * constant / known, t + ": " + error + ", " + constant / known);
    }
  }

  private static double known(double y) {
    return Double.isNaN(y) ? 0 : y;
  }
}

package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.run.Workers;
import org.slrm.method.TreesConfig;
import org.slrm.result.Folds;

class BoostingTest {
  private static final double NA = Double.NaN;
  private static final TreesConfig SMALL =
      TreesConfig.builder().trees(12).leaves(6).leastRows(5).l2(0.5).learningRate(0.3).build();

  @Test
  void aStumpCutsWhereLabelsJump() {
    Tree tree =
        Rows.of(new double[] {4, 1, 3, 2}, new double[] {10, 0, 10, 2})
            .fit(Rows.STUMP)
            .trees()
            .get(0);
    assertArrayEquals(new int[] {0, -1, -1}, tree.feature());
    assertEquals(2.5, tree.threshold()[0]);
    assertEquals(-4.5, tree.value()[1], 1e-7);
    assertEquals(4.5, tree.value()[2], 1e-7);
    assertArrayEquals(new double[] {4, 2, 2}, tree.cover());
    assertEquals(0, tree.expectation(), 1e-7);
  }

  @Test
  void thePenaltyShrinksLeaves() {
    TreesConfig config =
        TreesConfig.builder().trees(1).leaves(2).leastRows(1).l2(3).learningRate(0.5).build();
    Forest forest = Rows.of(new double[] {1, 2}, new double[] {0, 4}).fit(config);
    assertEquals(2 - 0.5 * 2 / (1 + 3.0), forest.predict(new double[] {1}), 1e-7);
  }

  @Test
  void whatIsMissingGoesWhereItsLabelsAre() {
    double[] x = {1, 2, 3, 4, NA, NA};
    Tree low = Rows.of(x, new double[] {0, 0, 9, 9, 0, 1}).fit(Rows.STUMP).trees().get(0);
    Tree high = Rows.of(x, new double[] {0, 0, 9, 9, 9, 8}).fit(Rows.STUMP).trees().get(0);
    assertTrue(low.missingLeft()[0]);
    assertTrue(!high.missingLeft()[0]);
    assertEquals(2.5, low.threshold()[0]);
  }

  @Test
  void whatIsMissingMayBeAllThatMatters() {
    Forest forest =
        Rows.of(new double[] {1, 2, 3, NA, NA}, new double[] {0, 0, 0, 5, 5}).fit(Rows.STUMP);
    assertEquals(5, forest.predict(new double[] {NA}), 1e-7);
    assertEquals(0, forest.predict(new double[] {1e30}), 1e-7);
  }

  @Test
  void whatWasNeverMissingInTrainingGoesWithMostRows() {
    Forest forest =
        Rows.of(new double[] {1, 2, 3, 4, 5}, new double[] {0, 9, 9, 9, 9}).fit(Rows.STUMP);
    assertEquals(9, forest.predict(new double[] {NA}), 1e-7);
  }

  /** The same settings and bins, predictions printed by scikit-learn 1.2.1 to eight digits. */
  @Test
  void scikitLearnGrowsTheSameTrees() {
    double[][] x = new double[3][200];
    double[] y = new double[200];
    for (int i = 0; i < 200; i++) {
      x[0][i] = Math.sin(1.7 * i);
      x[1][i] = Math.cos(2.3 * i + 1);
      x[2][i] = (i * 37) % 101;
      y[i] = 3 * x[0][i] * x[1][i] + 0.02 * x[2][i];
      x[0][i] = (i * 7) % 5 == 0 ? NA : x[0][i];
      x[2][i] = (i * 11) % 6 == 1 ? NA : x[2][i];
    }
    Rows rows = new Rows(x, y, Rows.ones(200));
    TreesConfig config =
        TreesConfig.builder().trees(25).leaves(6).leastRows(9).l2(0.5).learningRate(0.3).build();
    double[] expected = {
      0.46042581, -1.71831247, 0.74668344, 0.9725291, 0.14447525, 2.04624911, 1.39331143, 1.22702604
    };
    assertArrayEquals(expected, Arrays.copyOf(rows.predictions(rows.fit(config)), 8), 2e-8);
  }

  @Test
  void theOrderOfRowsDoesNotMatterToTheLastBit() {
    Rows rows = Rows.drawn(400, 4, 0.3, 5);
    Rows other = rows.picked(Folds.shuffled(400, 3));
    // The mean that it begins with is the one sum of doubles.
    assertArrayEquals(rows.predictions(rows.fit(SMALL)), rows.predictions(other.fit(SMALL)), 1e-12);
  }

  @Test
  void aRowOfWeight2IsTheRowTwiceAndOneOfWeight0Absent() {
    Rows rows = Rows.drawn(150, 3, 0.2, 6);
    double[] w = IntStream.range(0, 150).mapToDouble(i -> i % 3).toArray();
    int[] copies =
        IntStream.range(0, 150).flatMap(i -> IntStream.generate(() -> i).limit(i % 3)).toArray();
    double[] copied = rows.predictions(rows.picked(copies).fit(SMALL));
    double[] weighted = rows.predictions(rows.weighted(w).fit(SMALL));
    double[] byThirds = Arrays.stream(w).map(v -> v / 3).toArray();
    TreesConfig thirds =
        TreesConfig.builder()
            .trees(12)
            .leaves(6)
            .leastRows(5 / 3.0 - 1e-9)
            .l2(0.5 / 3)
            .learningRate(0.3)
            .build();
    assertArrayEquals(copied, weighted, 1e-9);
    assertArrayEquals(copied, rows.predictions(rows.weighted(byThirds).fit(thirds)), 1e-6);
  }

  @Test
  void oneAndTwoThreadsGrowTheSameTrees() {
    Rows rows = Rows.drawn(3000, 40, 0.2, 7);
    Forest one = rows.fit(SMALL);
    try (Workers two = Workers.of(2)) {
      Forest shared = rows.fit(SMALL, Gaussian.LABEL, two);
      assertArrayEquals(rows.predictions(one), rows.predictions(shared));
    }
  }

  @Test
  void aMonotoneTransformOfAFeatureChangesNothingOnTrainingRows() {
    Rows rows = Rows.drawn(500, 3, 0.2, 8);
    double[][] x = rows.x().clone();
    x[1] = Arrays.stream(x[1]).map(v -> Math.exp(3 * v) - 7).toArray();
    Rows moved = new Rows(x, rows.y(), rows.weights());
    assertArrayEquals(rows.predictions(rows.fit(SMALL)), moved.predictions(moved.fit(SMALL)));
  }

  @Test
  void labelsOfAnyKindAreBoostedByGradientAndCurvature() {
    Rows drawn = Rows.drawn(400, 3, 0.1, 9);
    double[] y = Arrays.stream(drawn.y()).map(v -> v > 0.5 ? 1 : 0).toArray();
    Rows rows = new Rows(drawn.x(), y, drawn.weights());
    Logistic logistic = Logistic.LABEL;
    TreesConfig config =
        TreesConfig.builder().trees(1).leaves(2).leastRows(1).l2(0).learningRate(1).build();
    Forest forest = rows.fit(config, logistic, Workers.single());
    Tree tree = forest.trees().get(0);
    double g = 0;
    double h = 0;
    for (int i = 0; i < 400; i++) {
      if (tree.next(0, rows.row(i)) == 1) {
        g += logistic.gradient(y[i], forest.base());
        h += logistic.curvature(y[i], forest.base());
      }
    }
    assertEquals(-g / h, tree.value()[1], 1e-9);
    double before = deviance(rows, rows.fit(SMALL, logistic, Workers.single()));
    assertTrue(before < 0.8 * deviance(rows, new Forest(forest.base(), List.of())));
  }

  private static double deviance(Rows rows, Forest forest) {
    double[] eta = rows.predictions(forest);
    return IntStream.range(0, eta.length)
        .mapToDouble(i -> Logistic.LABEL.deviance(rows.y()[i], eta[i]))
        .sum();
  }

  @Test
  void aTreeAsksOnlyForTheFeaturesDrawnForIt() {
    Rows rows = Rows.drawn(300, 10, 0.1, 12);
    TreesConfig config = TreesConfig.builder().trees(30).columns(0.2).build();
    Forest forest = rows.fit(config);
    for (Tree tree : forest.trees()) {
      assertTrue(new Forest(0, List.of(tree)).used().cardinality() <= 2);
    }
    assertTrue(forest.used().cardinality() > 5, "each tree has its own draw");
    assertArrayEquals(rows.predictions(forest), rows.predictions(rows.fit(config)));
  }

  @Test
  void equalLabelsNeedNoTrees() {
    double[] y = new double[30];
    Arrays.fill(y, 0.1);
    Forest forest = Rows.of(Rows.drawn(30, 1, 0, 1).x()[0], y).fit(SMALL);
    assertEquals(0, forest.trees().size());
    assertEquals(0.1, forest.predict(new double[] {NA}), 1e-15);
  }

  @Test
  void oneRowAndRowsWithoutAnythingKnownAreAnswered() {
    assertEquals(7, Rows.of(new double[] {1}, new double[] {7}).fit(SMALL).predict(new double[1]));
    double[] unknown = new double[20];
    Arrays.fill(unknown, NA);
    double[] y = IntStream.range(0, 20).mapToDouble(i -> i % 2).toArray();
    assertEquals(0.5, Rows.of(unknown, y).fit(SMALL).predict(new double[] {3}), 1e-12);
  }

  /** With 64 leaves their bins would take 312 MB and are made anew; with 8 they are kept. */
  @Test
  void tenThousandFeaturesGrowTheSameTreesWithBinsKeptOrBuiltAgain() {
    Rows rows = Rows.drawn(60, 10_000, 0.1, 10);
    TreesConfig.Builder config = TreesConfig.builder().trees(2).leastRows(10);
    assertArrayEquals(
        rows.predictions(rows.fit(config.leaves(8).build())),
        rows.predictions(rows.fit(config.leaves(64).build())));
  }
}

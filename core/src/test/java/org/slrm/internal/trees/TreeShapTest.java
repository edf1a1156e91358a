package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.method.TreesConfig;

/** Shapley values against their definition, on trees of few features. */
class TreeShapTest {
  private static final int FEATURES = 4;

  @Property(tries = 20)
  void shapleyValuesAreThoseOfTheirDefinition(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 12) int leaves) {
    Rows rows = Rows.drawn(80, FEATURES, 0.25, seed);
    TreesConfig config =
        TreesConfig.defaults()
            .withTrees(2)
            .withLeaves(leaves)
            .withLeastRows(2)
            .withLearningRate(0.5);
    Forest forest = rows.fit(config);
    TreeShap shap = new TreeShap(forest.depth());
    for (int i = 0; i < 10; i++) {
      double[] phi = new double[FEATURES];
      double[] expected = new double[FEATURES];
      for (Tree tree : forest.trees()) {
        shap.add(tree, rows.row(i), phi);
        byDefinition(tree, rows.row(i), expected);
      }
      for (int j = 0; j < FEATURES; j++) {
        assertEquals(expected[j], phi[j], 1e-12);
      }
      assertEquals(
          forest.predict(rows.row(i)) - forest.expectation(), Arrays.stream(phi).sum(), 1e-12);
    }
  }

  private static void byDefinition(Tree tree, double[] x, double[] out) {
    for (int j = 0; j < FEATURES; j++) {
      for (int s = 0; s < 1 << FEATURES; s++) {
        if ((s >> j & 1) == 0) {
          int size = Integer.bitCount(s);
          double weight = factorial(size) * factorial(FEATURES - size - 1) / factorial(FEATURES);
          out[j] += weight * (known(tree, 0, x, s | 1 << j) - known(tree, 0, x, s));
        }
      }
    }
  }

  private static double factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
  }

  /** The tree's value where the features of s are as in x and the others averaged over by cover. */
  private static double known(Tree tree, int node, double[] x, int s) {
    int j = tree.feature()[node];
    if (j < 0) {
      return tree.value()[node];
    }
    if ((s >> j & 1) == 1) {
      return known(tree, tree.next(node, x), x, s);
    }
    int l = tree.left()[node];
    int r = tree.right()[node];
    return (tree.cover()[l] * known(tree, l, x, s) + tree.cover()[r] * known(tree, r, x, s))
        / tree.cover()[node];
  }

  @Test
  void oneCutGivesAllToItsFeature() {
    Tree tree =
        new Tree(
            new int[] {1, -1, -1},
            new double[] {0, 0, 0},
            new boolean[3],
            new int[] {1, 0, 0},
            new int[] {2, 0, 0},
            new double[] {0, -3, 1},
            new double[] {0, 1, 3});
    double[] phi = new double[2];
    new TreeShap(1).add(tree, new double[] {5, -1}, phi);
    assertEquals(0, tree.expectation());
    assertEquals(0, phi[0]);
    assertEquals(-3, phi[1], 1e-15);
  }
}

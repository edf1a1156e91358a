package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.slrm.method.TreesConfig;

/** The cut that is found against all cuts there are, tried one by one on real numbers. */
class SplitTwinTest {
  private static final double L2 = 0.7;
  private static final double MIN = 3;

  @Property(tries = 60)
  void noCutGainsMoreThanTheOneFound(@ForAll long seed, @ForAll boolean wholeWeights) {
    SplittableRandom random = new SplittableRandom(seed);
    Rows drawn = Rows.drawn(12 + random.nextInt(40), 3, 0.3, seed);
    double[] w = new double[drawn.y().length];
    Arrays.setAll(w, i -> wholeWeights ? random.nextInt(3) : random.nextDouble());
    w[0] = 1;
    Rows rows = drawn.weighted(w);
    TreesConfig config =
        TreesConfig.defaults()
            .withTrees(1)
            .withLeaves(2)
            .withLeastRows(MIN)
            .withL2(L2)
            .withLearningRate(1);
    Forest forest = rows.fit(config);
    double best = 0;
    for (int j = 0; j < 3; j++) {
      for (double cut : rows.x()[j]) {
        best = Math.max(best, gain(rows, forest.base(), j, cut, false));
        best = Math.max(best, gain(rows, forest.base(), j, cut, true));
      }
    }
    assertEquals(best, found(rows, forest), 1e-6 * (1 + best));
  }

  private static double found(Rows rows, Forest forest) {
    Tree tree = forest.trees().isEmpty() ? Tree.leaf(0, 1) : forest.trees().get(0);
    return tree.nodes() == 1
        ? 0
        : gain(rows, forest.base(), tree.feature()[0], tree.threshold()[0], tree.missingLeft()[0]);
  }

  /** Σ G²/(H + λ) of both sides less that of the node, 0 where a side is too light. */
  private static double gain(Rows rows, double base, int j, double cut, boolean missingLeft) {
    double[] g = new double[2];
    double[] h = new double[2];
    for (int i = 0; i < rows.y().length; i++) {
      double v = rows.x()[j][i];
      int side = (Double.isNaN(v) ? missingLeft : v <= cut) ? 0 : 1;
      g[side] += rows.weights()[i] * (base - rows.y()[i]);
      h[side] += rows.weights()[i];
    }
    boolean light = Math.min(h[0], h[1]) < MIN;
    return light
        ? 0
        : g[0] * g[0] / (h[0] + L2)
            + g[1] * g[1] / (h[1] + L2)
            - (g[0] + g[1]) * (g[0] + g[1]) / (h[0] + h[1] + L2);
  }
}

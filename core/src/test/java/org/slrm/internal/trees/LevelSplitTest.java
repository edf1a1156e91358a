package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.run.CategoricalColumns;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.Workers;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitListener;
import org.slrm.result.ModelState;

/** Splits of the levels of a categorical column (F-12, F-13). */
class LevelSplitTest {
  private static final int LEVELS = 5;
  private static final int FEATURES = LEVELS + 1;

  /** Rows of a number and a column with the same number of rows per level, sometimes missing. */
  private record Drawn(double[][] x, double[] y) {
    static Drawn of(int perLevel, double missing, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] effect = random.doubles(LEVELS, -2, 2).toArray();
      double[][] x = new double[perLevel * LEVELS][FEATURES];
      double[] y = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        int level = i % LEVELS;
        x[i][0] = random.nextGaussian();
        boolean known = random.nextDouble() >= missing;
        for (int k = 0; k < LEVELS; k++) {
          x[i][1 + k] = known ? (k == level ? 1 : 0) : Double.NaN;
        }
        y[i] = effect[level] + 0.3 * x[i][0] + 0.3 * random.nextGaussian();
      }
      return new Drawn(x, y);
    }

    IncompleteMatrix table() {
      return IncompleteMatrix.ofNaN(x);
    }

    CategoricalColumns categories() {
      return CategoricalColumns.of(table());
    }

    double[] coded(double[] row) {
      double[] out = new double[FEATURES];
      categories().encode(row, out);
      return out;
    }

    Forest fit(TreesConfig config) {
      CategoricalColumns categories = categories();
      Bins bins = Bins.of(categories.encoded(table()), categories, null, Workers.single());
      return Boosting.fit(
          bins,
          new TreeTarget(Gaussian.LABEL, y, Rows.ones(y.length)),
          config.trees(),
          config,
          new FitContext(1, Workers.single(), FitListener.NONE, null));
    }
  }

  private static TreesConfig trees(int count, int leaves) {
    return TreesConfig.defaults().withTrees(count).withLeaves(leaves).withLeastRows(2);
  }

  @Property(tries = 30)
  void noSetOfLevelsGainsMoreThanTheOneFound(@ForAll long seed) {
    Drawn rows = Drawn.of(12, 0, seed);
    Arrays.stream(rows.x).forEach(row -> row[0] = 0);
    Forest forest = rows.fit(trees(1, 2).withL2(0.5));
    Tree tree = forest.trees().get(0);
    assertEquals(1, tree.feature()[0]);
    double best = 0;
    for (long set = 1; set < (1 << LEVELS) - 1; set++) {
      best = Math.max(best, gain(rows, forest.base(), set));
    }
    assertEquals(best, gain(rows, forest.base(), tree.levels()[0][0]), 1e-6 * best);
  }

  private static double gain(Drawn rows, double base, long set) {
    double[] g = new double[2];
    double[] h = new double[2];
    for (int i = 0; i < rows.y.length; i++) {
      int side = (int) (set >> i % LEVELS & 1);
      g[side] += base - rows.y[i];
      h[side]++;
    }
    double l2 = 0.5;
    return g[0] * g[0] / (h[0] + l2) + g[1] * g[1] / (h[1] + l2);
  }

  @Test
  void aRowWithAnUnknownLevelGetsTheMeanOfBothSidesByCover() {
    Drawn rows = Drawn.of(10, 0.2, 3);
    Tree tree = rows.fit(trees(1, 2)).trees().get(0);
    double[] unknown = rows.coded(new double[] {0.3, 0, 0, 0, 0, 0});
    assertEquals(tree.value()[0], tree.predict(unknown), 1e-15);
    double[] missing = rows.coded(missing());
    int side = tree.missingLeft()[0] ? tree.left()[0] : tree.right()[0];
    assertEquals(tree.value()[side], tree.predict(missing));
  }

  private static double[] missing() {
    double[] out = new double[FEATURES];
    Arrays.fill(out, Double.NaN);
    return out;
  }

  @Property(tries = 10)
  void shapleyValuesSumToThePredictionAndSkipUnknownLevels(@ForAll long seed) {
    Drawn rows = Drawn.of(20, 0.1, seed);
    Forest forest = rows.fit(trees(3, 8));
    TreeShap shap = new TreeShap(forest.depth());
    for (double[] x : new double[][] {rows.x[0], rows.x[1], {0.2, 0, 0, 0, 0, 0}, missing()}) {
      double[] coded = rows.coded(x);
      double[] phi = new double[FEATURES];
      forest.trees().forEach(tree -> shap.add(tree, coded, phi));
      assertEquals(forest.predict(coded) - forest.expectation(), Arrays.stream(phi).sum(), 1e-12);
      if (coded[1] == CategoricalColumns.UNKNOWN) {
        assertEquals(0, phi[1], 1e-15);
      }
    }
  }

  @Test
  void aContributionBelongsToTheIndicatorOfTheLevel() {
    Drawn rows = Drawn.of(20, 0.1, 5);
    TreesMember member = member(rows);
    var solver = member.rowSolver();
    solver.pattern(new int[] {0, 1, 2, 3, 4, 5}, FEATURES);
    solver.row(new double[] {0.1, 0, 0, 1, 0, 0});
    double[] out = new double[FEATURES];
    solver.addContributions(0, 1, out);
    assertTrue(out[3] != 0);
    assertArrayEquals(new double[] {0, 0, 0, 0}, new double[] {out[1], out[2], out[4], out[5]});
    double all = member.intercept(0) + solver.missingness(0) + out[0] + out[3];
    assertEquals(solver.mean(0), all, 1e-12);
  }

  private static TreesMember member(Drawn rows) {
    return new TreesMember(
        java.util.List.of(rows.fit(trees(5, 6))),
        rows.categories(),
        new double[FEATURES],
        new double[FEATURES],
        new double[1],
        new double[FEATURES]);
  }

  @Test
  void aStateKeepsTheLevelsOfItsSplits() {
    Drawn rows = Drawn.of(20, 0.1, 7);
    TreesMember member = member(rows);
    ModelState state = member.state();
    TreesMember copy = TreesMember.of(state);
    int[] all = {0, 1, 2, 3, 4, 5};
    for (double[] x : new double[][] {rows.x[2], rows.x[3], {0.2, 0.2, 0.2, 0.2, 0.2, 0.2}}) {
      var a = member.rowSolver();
      var b = copy.rowSolver();
      a.pattern(all, FEATURES);
      b.pattern(all, FEATURES);
      a.row(x);
      b.row(x);
      assertEquals(a.mean(0), b.mean(0));
    }
    assertEquals(state.arrays().keySet(), copy.state().arrays().keySet());
  }
}

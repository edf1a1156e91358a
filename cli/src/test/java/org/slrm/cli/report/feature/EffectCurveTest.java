package org.slrm.cli.report.feature;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;

/** What the curves say of models whose effects are known. */
class EffectCurveTest {
  private static final List<String> NAMES = List.of("a", "b", "kind=x", "kind=y", "kind=z");
  private static final List<ColumnSummary> COLUMNS =
      List.of(
          new ColumnSummary("a", "numeric", 0, ""),
          new ColumnSummary("b", "numeric", 0, ""),
          new ColumnSummary("kind", "categorical, 3 levels", 0, ""));

  /** A label of the first two columns and the level; it may take missing entries in the second. */
  private interface Truth {
    double label(double a, double b, int level);
  }

  private record Fitted(IncompleteMatrix x, SlrmModel model) {
    EffectCurve curve(int column) {
      FeatureGroup group = FeatureGroup.of(COLUMNS, NAMES).get(column);
      return EffectCurve.of(model, x, 0, -1, List.of(EffectGrid.of(group, x, NAMES))).get(0);
    }
  }

  private static Fitted fit(MethodConfig config, double missing, Truth truth) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[400][5];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      int level = random.nextInt(3);
      x[i][0] = 10 * random.nextDouble();
      x[i][1] = 10 * random.nextDouble();
      x[i][2 + level] = 1;
      y[i] = truth.label(x[i][0], x[i][1], level);
      x[i][1] = random.nextDouble() < missing ? Double.NaN : x[i][1];
    }
    IncompleteMatrix features = IncompleteMatrix.ofNaN(x);
    return new Fitted(features, Slrm.with(config).folds(0).threads(1).fit(features, y));
  }

  private static double width(EffectCurve c) {
    return c.effect().stream().mapToDouble(s -> s.high() - s.low()).max().orElse(Double.NaN);
  }

  @Test
  void theCurveOfALinearModelIsItsSlopeWithoutSpread() {
    Fitted line =
        fit(MeanElasticNetConfig.defaults(), 0, (a, b, level) -> 2 * a - 3 * b + 5 * level);
    for (int j = 0; j < 2; j++) {
      EffectCurve c = line.curve(j);
      double[] at = c.grid().values();
      double slope = line.model().featureCoefficients(0)[j];
      for (int k = 1; k < at.length; k++) {
        double rise = c.effect().get(k).mean() - c.effect().get(0).mean();
        assertEquals(slope * (at[k] - at[0]), rise, 1e-9);
      }
      assertEquals(0, width(c), 1e-9);
      assertEquals(EffectGrid.MAX_VALUES, at.length);
    }
  }

  @Test
  void levelsDifferByTheirCoefficients() {
    Fitted line = fit(MeanElasticNetConfig.defaults(), 0, (a, b, level) -> a + 5 * level);
    EffectCurve c = line.curve(2);
    assertEquals(List.of("x", "y", "z"), c.grid().levels());
    double[] coefficient = line.model().featureCoefficients(0);
    for (int k = 1; k < 3; k++) {
      double apart = c.effect().get(k).mean() - c.effect().get(0).mean();
      assertEquals(coefficient[2 + k] - coefficient[2], apart, 1e-9);
    }
    assertNull(c.missing());
    int rows = c.grid().counts()[0] + c.grid().counts()[1] + c.grid().counts()[2];
    assertEquals(line.x().rows(), rows);
  }

  @Test
  void aStepIsSeenAsAStep() {
    Fitted trees = fit(TreesConfig.defaults(), 0, (a, b, level) -> a < 5 ? 0 : 8);
    EffectCurve c = trees.curve(0);
    double[] at = c.grid().values();
    double low = c.effect().get(0).mean();
    for (int k = 0; k < at.length; k++) {
      if (Math.abs(at[k] - 5) > 0.5) {
        assertEquals(at[k] < 5 ? 0 : 8, c.effect().get(k).mean() - low, 0.3, "at " + at[k]);
      }
    }
  }

  @Test
  void whatDependsOnAnotherColumnIsSeenAsSpread() {
    TreesConfig trees = TreesConfig.defaults();
    double alone = width(fit(trees, 0, (a, b, level) -> a < 5 ? 0 : 8).curve(0));
    double crossed = width(fit(trees, 0, (a, b, level) -> (a < 5) == (b < 5) ? 0 : 8).curve(0));
    assertTrue(crossed > 5 && alone < 1, crossed + " against " + alone);
  }

  @Test
  void aMissingColumnIsAMarkOfItsOwn() {
    Fitted line = fit(MeanElasticNetConfig.defaults(), 0.3, (a, b, level) -> 2 * a - 3 * b);
    EffectCurve c = line.curve(1);
    Spread missing = c.missing();
    assertNotNull(missing);
    assertEquals(0.3, c.grid().missing(), 0.1);
    // Filled with its mean, a missing entry is the value at the mean.
    double mean = line.x().statistics().mean(1);
    double[] at = c.grid().values();
    double slope = line.model().featureCoefficients(0)[1];
    double expected = c.effect().get(0).mean() + slope * (mean - at[0]);
    assertEquals(expected, missing.mean(), 1e-9);
    assertNull(line.curve(0).missing());
  }

  @Test
  void aColumnOfFewValuesIsLookedAtWhereTheyAre() {
    double[][] x = {{1, 0}, {2, 1}, {2, 0}, {7, 1}, {Double.NaN, 1}};
    IncompleteMatrix rows = IncompleteMatrix.ofNaN(x);
    EffectGrid grid =
        EffectGrid.of(new FeatureGroup("n", new int[] {0}), rows, List.of("n", "flag"));
    assertArrayEquals(new double[] {1, 2, 7}, grid.values());
    assertEquals(0.2, grid.missing(), 1e-12);
  }

  @Test
  void aColumnWithoutAKnownValueHasNoCurve() {
    Fitted line = fit(MeanElasticNetConfig.defaults(), 1, (a, b, level) -> a);
    FeatureGroup group = FeatureGroup.of(COLUMNS, NAMES).get(1);
    EffectGrid grid = EffectGrid.of(group, line.x(), NAMES);
    assertEquals(List.of(), EffectCurve.of(line.model(), line.x(), 0, -1, List.of(grid)));
  }
}

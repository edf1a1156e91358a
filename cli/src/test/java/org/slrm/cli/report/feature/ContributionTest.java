package org.slrm.cli.report.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.KernelConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;

class ContributionTest {
  private static final List<FeatureGroup> GROUPS =
      List.of(
          new FeatureGroup("valley", new int[] {0}),
          new FeatureGroup("slope", new int[] {1}),
          new FeatureGroup("noise", new int[] {2}));

  private final IncompleteMatrix x;
  private final double[] y;

  /** The first column acts as a valley: no slope at its middle, yet it matters most. */
  ContributionTest() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] rows = new double[300][3];
    y = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 3; j++) {
        rows[i][j] = 2 * random.nextDouble() - 1;
      }
      y[i] = 6 * rows[i][0] * rows[i][0] + rows[i][1];
    }
    x = IncompleteMatrix.ofNaN(rows);
  }

  private SlrmModel fit(MethodConfig config) {
    return Slrm.with(config).folds(0).threads(1).fit(x, y);
  }

  private List<String> order(SlrmModel model) {
    return Contribution.of(model, x, 0, -1, GROUPS).stream().map(Contribution::name).toList();
  }

  @Test
  void aColumnThatIsNonlinearPredictionsMattersThoughItsSlopeIsZero() {
    for (MethodConfig config : List.of(TreesConfig.defaults(), KernelConfig.defaults())) {
      assertEquals(List.of("valley", "slope", "noise"), order(fit(config)), config.toString());
    }
  }

  @Test
  void itAlsoCostsMostToLose() {
    SlrmModel trees = fit(TreesConfig.defaults());
    assertEquals("valley", FeatureLoss.of(trees, x, 0, GROUPS).get(0).name());
  }

  @Test
  void ofALineItIsTheMeanSizeOfCoefficientTimesDistanceFromTheMean() {
    SlrmModel line = fit(MeanElasticNetConfig.defaults());
    double slope = line.featureCoefficients(0)[1];
    double mean = x.statistics().mean(1);
    IncompleteMatrix sample = RowSample.of(x, 200);
    double size = 0;
    for (int i = 0; i < sample.rows(); i++) {
      size += Math.abs(slope * (sample.valueAt(i, 1) - mean)) / sample.rows();
    }
    Contribution second =
        Contribution.of(line, x, 0, -1, GROUPS).stream()
            .filter(c -> c.name().equals("slope"))
            .findFirst()
            .orElseThrow();
    assertEquals(size, second.size(), 1e-9);
    assertTrue(second.standardError() > 0 && second.standardError() < size);
    assertTrue(second.signed().low() < 0 && second.signed().high() > 0);
  }
}

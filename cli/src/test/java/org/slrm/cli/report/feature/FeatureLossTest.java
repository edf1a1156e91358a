package org.slrm.cli.report.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;

class FeatureLossTest {
  private static final List<FeatureGroup> GROUPS =
      List.of(
          new FeatureGroup("place", new int[] {0}),
          new FeatureGroup("driver", new int[] {1}),
          new FeatureGroup("other", new int[] {2}),
          new FeatureGroup("operator", new int[] {3, 4, 5}));

  private final IncompleteMatrix x;
  private final double[] y;

  /** Two kinds of rows with operators of their own; the driver acts the other way in the second. */
  FeatureLossTest() {
    SplittableRandom random = new SplittableRandom(6);
    double[][] rows = new double[300][6];
    y = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      int kind = i % 2;
      rows[i][0] = 2 * kind + random.nextGaussian();
      rows[i][1] = random.nextGaussian();
      rows[i][2] = random.nextGaussian();
      rows[i][kind == 0 ? 3 + random.nextInt(2) : 5] = 1;
      y[i] = (kind == 0 ? 3 : -3) * rows[i][1] + 0.3 * random.nextGaussian();
      boolean unknown = random.nextDouble() < 0.4;
      for (int j = 3; j < 6; j++) {
        rows[i][j] = unknown ? Double.NaN : rows[i][j];
      }
    }
    x = IncompleteMatrix.ofNaN(rows);
  }

  private SlrmModel fit(MethodConfig config) {
    return Slrm.with(config).folds(0).threads(1).fit(x, y);
  }

  /** Completing rows would make them a mean of levels, which no kind of rows has ever shown. */
  @Test
  void ofAUnionOfSubspacesItSpeaksOfRowsThatOccur() {
    SlrmModel union = fit(MixtureConfig.defaults().withComponents(2).withRank(2));
    double most = 0;
    for (int i = 0; i < x.rows(); i++) {
      most = Math.max(most, union.predict(x.row(i)).standardError());
    }
    List<FeatureLoss> losses = FeatureLoss.of(union, x, 0, GROUPS);
    // With its operator lost, a row's kind is; with its driver lost, its label is.
    assertEquals(Set.of("driver", "operator"), Set.of(losses.get(0).name(), losses.get(1).name()));
    assertTrue(losses.get(1).growth() > 0.3, losses.toString());
    for (FeatureLoss l : losses) {
      assertTrue(l.complete() <= most, l + " against " + most);
    }
  }

  @Test
  void errorsAreThoseOfPredictionsWithAndWithoutTheColumn() {
    SlrmModel line = fit(LikelihoodConfig.defaults().withRank(2));
    List<FeatureGroup> one = List.of(GROUPS.get(1));
    FeatureLoss loss = FeatureLoss.of(line, x.selectRows(new int[] {7}), 0, one).get(0);
    double[] row = x.row(7).toNaN();
    assertEquals(line.predict(IncompleteRow.ofNaN(row)).standardError(), loss.complete(), 1e-12);
    row[1] = Double.NaN;
    assertEquals(line.predict(IncompleteRow.ofNaN(row)).standardError(), loss.without(), 1e-12);
    assertEquals(loss.growth(), loss.growths().mean(), 1e-12);
  }

  @Test
  void aColumnNoRowShowsCannotBeLost() {
    SlrmModel line = fit(LikelihoodConfig.defaults().withRank(2));
    IncompleteMatrix empty = IncompleteMatrix.ofNaN(new double[][] {new double[6]});
    IncompleteMatrix incomplete =
        IncompleteMatrix.ofNaN(new double[][] {{1, Double.NaN, 2, 0, 0, 1}});
    assertEquals(4, FeatureLoss.of(line, empty, 0, GROUPS).size());
    assertEquals(3, FeatureLoss.of(line, incomplete, 0, GROUPS).size());
  }
}

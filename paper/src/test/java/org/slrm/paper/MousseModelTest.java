package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Metrics;

class MousseModelTest {
  private static final int D = 30;

  /** Bumps along a line; the label is a bent function of where. */
  private record Bumps(double[][] x, double[] y) {
    static Bumps rows(int n, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[n][D];
      double[] y = new double[n];
      for (int i = 0; i < n; i++) {
        double at = 4 * random.nextDouble() - 2;
        for (int j = 0; j < D; j++) {
          double far = (-2 + 4.0 * j / D - at) / 0.8;
          x[i][j] = Math.exp(-far * far / 2) + 0.02 * random.nextGaussian();
          x[i][j] = random.nextDouble() < 0.3 ? Double.NaN : x[i][j];
        }
        y[i] = Math.cos(2 * at) + 0.05 * random.nextGaussian();
      }
      return new Bumps(x, y);
    }

    IncompleteMatrix table() {
      return IncompleteMatrix.ofNaN(x);
    }
  }

  @Test
  void leavesWithTheirOwnRegressionFollowANonlinearSurface() {
    Bumps train = Bumps.rows(800, 1);
    Bumps fresh = Bumps.rows(400, 2);
    MousseConfig config = MousseConfig.defaults().withRank(1);
    double tree = r2(Slrm.with(config.withLeaves(8)).folds(0).fit(train.table(), train.y()), fresh);
    double one = r2(Slrm.with(config.withLeaves(1)).folds(0).fit(train.table(), train.y()), fresh);
    double line =
        r2(
            Slrm.with(LikelihoodConfig.defaults().withRank(1))
                .folds(0)
                .fit(train.table(), train.y()),
            fresh);
    assertTrue(tree > 0.9, "R² " + tree);
    assertTrue(one < 0.5 && line < 0.5, "R² of one subspace " + one + ", " + line);
  }

  @Test
  void foldsChooseSeveralLeavesWhereRowsBend() {
    Bumps train = Bumps.rows(400, 3);
    SlrmModel model =
        Slrm.with(MousseConfig.defaults().withRank(1)).folds(3).fit(train.table(), train.y());
    assertTrue((int) model.report().settings().get("leaves") > 1);
    assertTrue(model.componentShares(train.table().row(0), 0).length > 1);
  }

  @Test
  void classesArePredictedByLeavesToo() {
    Bumps train = Bumps.rows(400, 4);
    Bumps fresh = Bumps.rows(200, 5);
    double[] y = new double[400];
    for (int i = 0; i < y.length; i++) {
      y[i] = train.y()[i] > 0 ? 1 : 0;
    }
    SlrmModel model =
        Slrm.with(MousseConfig.defaults().withRank(1).withLeaves(8))
            .folds(0)
            .labels(LabelKind.CLASSES)
            .fit(train.table(), y);
    int right = 0;
    for (int i = 0; i < 200; i++) {
      double p = model.predict(IncompleteRow.ofNaN(fresh.x()[i])).probability(1);
      right += p > 0.5 == fresh.y()[i] > 0 ? 1 : 0;
    }
    assertTrue(right > 170, right + " of 200 right");
  }

  private static double r2(SlrmModel model, Bumps rows) {
    return Metrics.r2(rows.y(), model.predict(rows.table(), 0.9, 1).mean());
  }
}

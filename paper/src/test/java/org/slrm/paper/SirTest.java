package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.KernelConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Metrics;

class SirTest {
  private static final int P = 8;

  /** x of one factor, y of one direction squared; the first rows train. */
  private record Nonlinear(double[][] x, double[] y) {
    static Nonlinear rows(int n, double missing, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = new double[n][P];
      double[] y = new double[n];
      for (int i = 0; i < n; i++) {
        double shared = random.nextGaussian();
        for (int j = 0; j < P; j++) {
          x[i][j] = 0.7 * shared + 0.7 * random.nextGaussian();
        }
        double z = (x[i][0] + x[i][1] - x[i][2]) / 1.4;
        y[i] = z * z + 0.3 * random.nextGaussian();
        for (int j = 0; j < P; j++) {
          x[i][j] = random.nextDouble() < missing ? Double.NaN : x[i][j];
        }
      }
      return new Nonlinear(x, y);
    }
  }

  @Test
  @Tag("slow")
  void aSymmetricLinkIsFoundByFoldsAndPredicted() {
    Nonlinear train = Nonlinear.rows(500, 0.2, 1);
    Nonlinear fresh = Nonlinear.rows(500, 0.2, 2);
    IncompleteMatrix x = IncompleteMatrix.ofNaN(train.x());
    SlrmModel model =
        Slrm.with(SirConfig.defaults().withRank(1).withInputs(KernelConfig.Inputs.COMPLETED))
            .folds(3)
            .fit(x, train.y());
    assertNotEquals("sir", model.report().settings().get("estimator"));
    double ours = r2(model, fresh);
    double line =
        r2(Slrm.with(LikelihoodConfig.defaults().withRank(1)).folds(0).fit(x, train.y()), fresh);
    assertTrue(ours > 0.45, "R² " + ours);
    assertTrue(line < 0.1, "R² of a line " + line);
  }

  @Test
  void classesAreSlices() {
    Nonlinear train = Nonlinear.rows(300, 0.2, 3);
    double[] y = new double[300];
    for (int i = 0; i < 300; i++) {
      y[i] = train.y()[i] > 0.7 ? 1 : 0;
    }
    SirConfig config =
        SirConfig.defaults()
            .withRank(1)
            .withEstimator(SirConfig.Estimator.SAVE)
            .withInputs(KernelConfig.Inputs.COMPLETED)
            .withDirections(1);
    SlrmModel model =
        Slrm.with(config)
            .folds(0)
            .labels(LabelKind.CLASSES)
            .fit(IncompleteMatrix.ofNaN(train.x()), y);
    assertEquals("save", model.report().settings().get("estimator"));
    Nonlinear fresh = Nonlinear.rows(300, 0, 4);
    double right = 0;
    for (int i = 0; i < 300; i++) {
      double p = model.predict(org.slrm.data.IncompleteRow.ofNaN(fresh.x()[i])).mean();
      right += p > 0.5 == fresh.y()[i] > 0.7 ? 1 : 0;
    }
    assertTrue(right / 300 > 0.75, "right: " + right / 300);
  }

  private static double r2(SlrmModel model, Nonlinear rows) {
    double[] mean = model.predict(IncompleteMatrix.ofNaN(rows.x()), 0.9, 1).mean();
    return Metrics.r2(rows.y(), mean);
  }
}

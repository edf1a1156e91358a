package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Predictions;

class HonestCalibrationTest {
  private static final int N = 400;
  private static final int FEATURES = 5;

  /** With errors of long tails every fold has another noise, by chance. */
  @Test
  void errorsOfAllFoldsAreMeasuredByTheStandardErrorsThatNewRowsGet() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[N][FEATURES];
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = random.nextGaussian();
      }
      double outlying = random.nextGaussian() / Math.sqrt(-Math.log(1 - random.nextDouble()));
      y[i] = 2 * Math.sin(2 * x[i][0]) + x[i][1] * x[i][1] + x[i][2] + 0.5 * outlying;
      for (int j = 0; j < FEATURES; j++) {
        x[i][j] = random.nextDouble() < 0.1 ? Double.NaN : x[i][j];
      }
    }
    IncompleteMatrix rows = IncompleteMatrix.ofNaN(x);
    SlrmModel model =
        Slrm.with(AutoConfig.defaults()).seed(3).fit(rows, IncompleteMatrix.ofColumn(y));
    CrossValidated cv = model.report().validation();
    Predictions p = model.predict(rows);
    int folds = Arrays.stream(cv.fold()).max().orElse(0) + 1;
    for (int f = 0; f < folds; f++) {
      double sum = 0;
      int count = 0;
      for (int i = 0; i < N; i++) {
        if (cv.fold(i) == f) {
          sum += Math.log(cv.standardError(i, 0) / p.standardError(i, 0));
          count++;
        }
      }
      assertEquals(1, Math.exp(sum / count), 0.08, "fold " + f);
    }
  }
}

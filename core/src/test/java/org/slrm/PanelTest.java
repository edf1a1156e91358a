package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LikelihoodConfig;

class PanelTest {
  private final SlrmModel model;

  PanelTest() {
    Random random = new Random(4);
    double[][] x = new double[200][6];
    double[] y = new double[200];
    for (int i = 0; i < 200; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < 6; j++) {
        x[i][j] = (j < 3 ? a : b) + 0.5 * random.nextGaussian();
      }
      y[i] = a + b + 0.3 * random.nextGaussian();
    }
    model =
        Slrm.with(LikelihoodConfig.defaults().withRank(2))
            .threads(1)
            .fit(IncompleteMatrix.ofNaN(x), y);
  }

  private double worth(IncompleteRow row, int... features) {
    return model.varianceReduction(row, features, 0);
  }

  @Test
  void aPanelOfOneColumnIsWorthWhatTheColumnIs() {
    IncompleteRow row = IncompleteRow.ofNaN(1, Double.NaN, Double.NaN, Double.NaN, -1, Double.NaN);
    for (SlrmModel.Suggestion s : model.suggestMeasurements(row, 6)) {
      assertEquals(s.varianceReduction(), worth(row, s.feature()), 1e-9);
    }
  }

  @Test
  void columnsThatSayTheSameAreWorthLessTogetherThanOneByOne() {
    IncompleteRow nothing = IncompleteRow.of(6, new int[0], new double[0]);
    double one = worth(nothing, 0);
    double same = worth(nothing, 0, 1, 2);
    assertTrue(same > one && same < 2 * one, () -> one + " and " + same);
    double apart = worth(nothing, 0, 3);
    assertEquals(one + worth(nothing, 3), apart, 0.1 * apart);
  }

  @Test
  void whatIsKnownAddsNothing() {
    IncompleteRow row = IncompleteRow.ofNaN(1, 2, Double.NaN, Double.NaN, -1, Double.NaN);
    assertEquals(0, worth(row, 0, 1));
    assertEquals(worth(row, 2), worth(row, 0, 1, 2));
    assertThrows(IllegalArgumentException.class, () -> worth(row, 6));
  }
}

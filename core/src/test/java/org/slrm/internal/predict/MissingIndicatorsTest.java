package org.slrm.internal.predict;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;

class MissingIndicatorsTest {
  /** Columns 0 and 3 have the same missing entries, 1 as many others, 2 none, 4 nothing else. */
  private static IncompleteMatrix table() {
    SplittableRandom random = new SplittableRandom(4);
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(5);
    for (int i = 0; i < 200; i++) {
      double together = i % 4 == 0 ? Double.NaN : random.nextGaussian();
      double other = i % 4 == 1 ? Double.NaN : random.nextGaussian();
      out.addNaN(together, other, random.nextGaussian(), 2 * together, Double.NaN);
    }
    return out.build();
  }

  @Test
  void columnsWithTheSameMissingEntriesShareOneIndicator() {
    MissingIndicators found = MissingIndicators.of(table(), null);
    assertArrayEquals(new int[] {0, 1}, found.source());
    assertArrayEquals(new double[] {0.25, 0.25}, found.fraction(), 1e-15);
  }

  @Test
  void sharesCountWeights() {
    double[] weights = new double[200];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = i % 4 == 0 ? 3 : 1;
    }
    MissingIndicators found = MissingIndicators.of(table(), weights);
    assertEquals(0.5, found.fraction()[0], 1e-15);
  }
}

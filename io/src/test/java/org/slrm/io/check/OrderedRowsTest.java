package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;

class OrderedRowsTest {
  private static Optional<OrderedRows> in(long seed, int n, double drift) {
    SplittableRandom random = new SplittableRandom(seed);
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(4);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double t = (double) i / n;
      double[] row = new double[4];
      for (int j = 0; j < 4; j++) {
        row[j] = random.nextDouble() < 0.1 ? Double.NaN : random.nextGaussian() + drift * t * j;
      }
      x.addNaN(row);
      double a = Double.isNaN(row[0]) ? 0 : row[0];
      y[i] = a + drift * Math.sin(9 * t) + 0.5 * random.nextGaussian();
    }
    return OrderedRows.in(x.build(), IncompleteMatrix.ofColumn(y), 0);
  }

  @Test
  void rowsInOrderOfTimeAreDetectedWithBothErrors() {
    OrderedRows found = in(1, 1500, 3).orElseThrow();
    assertTrue(found.blocked() > 1.05 * found.shuffled(), found.toString());
    assertEquals(found.blocked() / found.shuffled(), found.value());
  }

  @Test
  void rowsWithoutAnOrderAreNot() {
    for (long seed = 1; seed <= 12; seed++) {
      assertEquals(Optional.empty(), in(seed, 150 + 100 * (int) seed, 0), "seed " + seed);
    }
  }

  @Test
  void tooFewRowsGiveNoWarning() {
    assertEquals(Optional.empty(), in(1, 60, 5));
  }
}

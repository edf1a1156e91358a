package org.slrm.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorsTest {
  @Test
  void rowsTogetherComeToTheBitsOfOneAfterAnother() {
    Random random = new Random(5);
    for (int rows = 0; rows < 12; rows++) {
      int n = 1 + random.nextInt(9);
      double[] f = random.doubles(rows).map(v -> v - 0.5).toArray();
      double[] b = random.doubles((long) rows * n).map(v -> v * 10 - 5).toArray();
      double[] together = random.doubles(n).toArray();
      double[] single = together.clone();
      Vectors.addRows(together, f, b);
      for (int l = 0; l < rows; l++) {
        Vectors.add(single, 0, f[l], b, l * n, n);
      }
      assertArrayEquals(single, together);
    }
  }
}

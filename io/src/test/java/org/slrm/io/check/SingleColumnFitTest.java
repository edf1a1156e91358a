package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SingleColumnFitTest {
  @Test
  void placesAreThoseOfAStableSort() {
    Random random = new Random(3);
    for (int n : new int[] {0, 1, 2, 50, 333}) {
      double[] v = random.doubles(n).map(u -> Math.rint(20 * u) - 10).toArray();
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble((Integer i) -> v[i] + 0.0))
              .mapToInt(i -> i)
              .toArray();
      assertArrayEquals(expected, SingleColumnFit.sortOrder(v));
    }
  }
}

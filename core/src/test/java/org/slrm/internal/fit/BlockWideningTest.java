package org.slrm.internal.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlockWideningTest {
  private static final int ROWS = 800;

  /** Errors of four blocks, the last of another size. */
  private static double[] errors(double last) {
    SplittableRandom random = new SplittableRandom(6);
    double[] out = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      out[i] = random.nextGaussian() * (i >= 600 ? last : 1);
    }
    return out;
  }

  private static final int[] BLOCK = IntStream.range(0, ROWS).map(i -> i / 200).toArray();

  private static double inside(double[] error, double bound, int from, int to) {
    return IntStream.range(from, to).filter(i -> Math.abs(error[i]) <= bound).count()
        / (double) (to - from);
  }

  private static double bound(double[] widened) {
    double[] sizes =
        IntStream.range(0, ROWS).mapToDouble(i -> Math.abs(widened[i])).sorted().toArray();
    return sizes[719];
  }

  @Test
  void blocksThatAreAlikeChangeNothing() {
    double[] even = errors(1);
    assertArrayEquals(even, BlockWidening.of(even, BLOCK));
  }

  @Test
  void whatHoldsNineTenthsOfAllHoldsAtLeast85PercentOfEachBlock() {
    double[] uneven = errors(3);
    double before = bound(uneven);
    double after = bound(BlockWidening.of(uneven, BLOCK));
    assertTrue(inside(uneven, before, 600, 800) < 0.75, "not without it");
    assertEquals(0.85, inside(uneven, after, 600, 800), 0.006);
    assertTrue(inside(uneven, after, 0, 600) > 0.99);
  }

  @Test
  void aBlockOfAFewRowsDoesNotDecide() {
    double[] error = errors(1);
    int[] block = BLOCK.clone();
    for (int i = 780; i < ROWS; i++) {
      block[i] = 4;
      error[i] = 100;
    }
    assertArrayEquals(error, BlockWidening.of(error, block));
  }
}

package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.Workers;

class BinsTest {
  private static Bins of(double... x) {
    return Rows.of(x, x).bins();
  }

  @Test
  void fewValuesHaveABinEachAndWhatIsMissingOneBehindThem() {
    Bins bins = of(5, Double.NaN, 1, 5, 2);
    assertArrayEquals(new byte[] {2, 3, 0, 2, 1}, bins.codes(0));
    assertEquals(3, bins.known(0));
    assertEquals(1.5, bins.edge(0, 0));
    assertEquals(3.5, bins.edge(0, 1));
    assertEquals(Tree.ANY, bins.edge(0, 2));
  }

  @Test
  void manyValuesFallInto255BinsOfEqualWeight() {
    double[] x = IntStream.range(0, 2550).mapToDouble(i -> (i * 7) % 2550).toArray();
    Bins bins = of(x);
    assertEquals(255, bins.known(0));
    int[] count = new int[256];
    for (byte code : bins.codes(0)) {
      count[code & 0xff]++;
    }
    assertTrue(Arrays.stream(count).limit(255).allMatch(c -> c == 10), Arrays.toString(count));
    assertEquals(0, count[255]);
  }

  @Test
  void aValueOfWeight2IsTheValueTwice() {
    double[] x = IntStream.range(0, 900).mapToDouble(i -> Math.sin(i)).toArray();
    double[] w = IntStream.range(0, 900).mapToDouble(i -> 1 + i % 2).toArray();
    int[] twice =
        IntStream.range(0, 900)
            .flatMap(i -> i % 2 == 1 ? IntStream.of(i, i) : IntStream.of(i))
            .toArray();
    Bins weighted = Rows.of(x, x).weighted(w).bins();
    Bins copied = Rows.of(x, x).picked(twice).bins();
    assertEquals(copied.known(0), weighted.known(0));
    for (int b = 0; b < copied.known(0); b++) {
      assertEquals(copied.edge(0, b), weighted.edge(0, b));
    }
  }

  @Test
  void valuesNextToEachOtherAreDistinguished() {
    double a = 1;
    double b = Math.nextUp(a);
    Bins bins = of(a, b);
    assertArrayEquals(new byte[] {0, 1}, bins.codes(0));
    assertTrue(a <= bins.edge(0, 0) && bins.edge(0, 0) < b);
  }

  @Test
  void zeroHasNoSign() {
    double[] x = IntStream.range(-300, 300).mapToDouble(i -> i == 0 ? -0.0 : i).toArray();
    x[0] = 0.0;
    Bins bins = of(x);
    assertEquals(bins.codes(0)[0], bins.codes(0)[300]);
  }

  @Test
  void aColumnVariesIfItsRowsDiffer() {
    assertFalse(of(4, 4, 4).varies(0));
    assertFalse(of(Double.NaN, Double.NaN).varies(0));
    assertTrue(of(4, Double.NaN, 4).varies(0));
    assertTrue(of(4, 5).varies(0));
  }

  @Test
  void tablesAndColumnsGiveTheSameBins() {
    Rows rows = Rows.drawn(40, 3, 0.3, 1);
    double[][] dense = IntStream.range(0, 40).mapToObj(rows::row).toArray(double[][]::new);
    Bins table = Bins.of(IncompleteMatrix.ofNaN(dense), null, Workers.single());
    for (int j = 0; j < 3; j++) {
      assertArrayEquals(rows.bins().codes(j), table.codes(j));
    }
  }
}

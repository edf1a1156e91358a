package org.slrm.internal.neighbour;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.RowSolver;
import org.slrm.result.ModelState;

class NeighboursTest {
  private static final double GAP = Double.NaN;
  private static final IncompleteMatrix ROWS =
      IncompleteMatrix.ofNaN(
          new double[][] {{0, 0, 1}, {1, 1, 3}, {5, GAP, 9}, {0.1, 0.2, GAP}, {GAP, GAP, 7}});

  @Test
  void aGapIsTheMeanOfTheNearestRowsThatKnowIt() {
    assertArrayEquals(new double[] {0, 0, 2}, completed(new int[] {0, 1}, 0, 0), 1e-15);
    assertArrayEquals(new double[] {4.5, 0.6, 6}, completed(new int[] {0}, 4.5), 1e-15);
  }

  @Test
  void withNothingInCommonAGapIsTheMeanOfItsColumn() {
    assertArrayEquals(new double[] {0, 0, 0}, completed(new int[0]), 0);
  }

  @Test
  void ofRowsAsFarTheEarlierAreTaken() {
    Random random = new Random(3);
    double[][] rows = new double[300][4];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextInt(4) == 0 ? GAP : random.nextInt(3));
    }
    IncompleteMatrix table = IncompleteMatrix.ofNaN(rows);
    for (int i = 0; i < 50; i++) {
      double[] mean = new double[4];
      double[] row = rows[i];
      int[] observed = IntStream.range(0, 4).filter(j -> !Double.isNaN(row[j])).toArray();
      double[] z = IntStream.of(observed).mapToDouble(j -> row[j]).toArray();
      new Neighbours(without(table, i), 5).impute(observed, z.length, z, mean, new double[4]);
      for (int j = 0; j < 4; j++) {
        assertEquals(Double.isNaN(row[j]) ? bySorting(rows, i, j) : row[j], mean[j]);
      }
    }
  }

  /** The mean of the first five of all rows in order that know an entry. */
  private static double bySorting(double[][] rows, int i, int j) {
    return IntStream.range(0, rows.length)
        .filter(l -> l != i && !Double.isNaN(apart(rows[i], rows[l])))
        .boxed()
        .sorted(Comparator.comparingDouble(l -> apart(rows[i], rows[l])))
        .mapToDouble(l -> rows[l][j])
        .filter(v -> !Double.isNaN(v))
        .limit(5)
        .average()
        .orElse(0);
  }

  private static double apart(double[] a, double[] b) {
    return IntStream.range(0, a.length)
        .mapToDouble(j -> (a[j] - b[j]) * (a[j] - b[j]))
        .filter(v -> !Double.isNaN(v))
        .average()
        .orElse(Double.NaN);
  }

  private static IncompleteMatrix without(IncompleteMatrix table, int row) {
    return table.selectRows(IntStream.range(0, table.rows()).filter(i -> i != row).toArray());
  }

  @Test
  void predictionsContributionsAndVariancesFollowTheCompletedRow() {
    NeighbourMember member =
        new NeighbourMember(ROWS, 2, new double[] {10}, new double[] {1, 2, 3}, new double[] {0.5});
    RowSolver solver = NeighbourMember.of(member.state()).rowSolver();
    solver.pattern(new int[] {0, 1}, 2);
    solver.row(new double[] {0, 0});
    assertEquals(10 + 3 * 2, solver.mean(0), 1e-12);
    assertEquals(9 * 2, solver.signalVariance(0), 1e-12);
    assertEquals(0.5, solver.noiseVariance(0), 0);
    double[] c = new double[2];
    solver.addContributions(0, 1, c);
    assertArrayEquals(new double[] {3, 3}, c, 1e-12);
    double[] gain = new double[3];
    solver.varianceReductions(0, gain);
    assertArrayEquals(new double[] {0, 0, 18}, gain, 1e-12);
  }

  @Test
  void aStateWhoseRowsDoNotFitIsRefused() {
    ModelState good =
        new NeighbourMember(ROWS, 2, new double[1], new double[3], new double[1]).state();
    for (String name : List.of("known", "column")) {
      Map<String, ModelState.Array> arrays = new LinkedHashMap<>(good.arrays());
      double[] data = arrays.get(name).data().clone();
      data[0] += 2;
      data[1] -= 2;
      arrays.put(name, new ModelState.Array(data, data.length));
      ModelState bad = new ModelState(good.values(), arrays);
      assertThrows(IllegalArgumentException.class, () -> NeighbourMember.of(bad), name);
    }
  }

  private static double[] completed(int[] observed, double... z) {
    double[] mean = new double[3];
    new Neighbours(ROWS, 2).impute(observed, z.length, z, mean, new double[3]);
    return mean;
  }
}

package org.slrm.internal.neighbour;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.Workers;

/**
 * A table and its stored rows, which impute others.
 *
 * @param rows the stored rows
 * @param number the row number of each in the table
 */
public record NeighbourTable(IncompleteMatrix rows, int[] number) {
  private static final int BLOCK = 64;

  /** At most the given number of rows of a table, evenly spread. */
  public static NeighbourTable of(IncompleteMatrix x, int most) {
    int n = Math.min(most, x.rows());
    int[] number = IntStream.range(0, n).map(i -> (int) ((long) i * x.rows() / n)).toArray();
    return new NeighbourTable(x.selectRows(number), number);
  }

  /** Every row of the table imputed by stored rows other than itself, one after another. */
  public double[] completed(IncompleteMatrix x, int count, Workers workers) {
    int p = x.columns();
    double[] out = new double[x.rows() * p];
    workers.run(
        (x.rows() + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          Neighbours neighbours = new Neighbours(rows, count);
          double[] mean = new double[p];
          double[] variance = new double[p];
          for (int i = block * BLOCK; i < Math.min(x.rows(), (block + 1) * BLOCK); i++) {
            double[] z = new double[x.observed(i)];
            int start = x.rowStart(i);
            Arrays.setAll(z, e -> x.value(start + e));
            int self = Arrays.binarySearch(number, i);
            neighbours.impute(x.row(i).indices(), z.length, z, self, mean, variance);
            System.arraycopy(mean, 0, out, i * p, p);
          }
        });
    return out;
  }
}

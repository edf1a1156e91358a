package org.slrm.cli.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.data.IncompleteMatrix;

/**
 * Which cells are missing, as blocks of neighbouring rows and columns in the order of the file.
 *
 * @param rows rows of the data
 * @param columns names of the blocks of columns
 * @param rowBlocks number of blocks of rows
 * @param missing fraction missing in block (r, c), at {@code r * columns.size() + c}
 */
public record MissingnessMap(int rows, List<String> columns, int rowBlocks, double[] missing) {
  private static final int MAX_ROWS = 96;
  private static final int MAX_COLUMNS = 120;

  public static MissingnessMap of(IncompleteMatrix x, List<String> names) {
    int high = Math.min(MAX_ROWS, x.rows());
    int wide = Math.min(MAX_COLUMNS, x.columns());
    double[] known = new double[high * wide];
    for (int i = 0; i < x.rows(); i++) {
      int r = (int) ((long) i * high / x.rows());
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        known[r * wide + (int) ((long) x.column(k) * wide / x.columns())]++;
      }
    }
    for (int r = 0; r < high; r++) {
      for (int c = 0; c < wide; c++) {
        double cells = (double) size(r, high, x.rows()) * size(c, wide, x.columns());
        known[r * wide + c] = 1 - known[r * wide + c] / cells;
      }
    }
    List<String> blocks = new ArrayList<>();
    for (int c = 0; c < wide; c++) {
      int first = start(c, wide, x.columns());
      int last = start(c + 1, wide, x.columns()) - 1;
      String name = Html.shorten(names.get(first), 40);
      blocks.add(first == last ? name : name + " … " + Html.shorten(names.get(last), 40));
    }
    return new MissingnessMap(x.rows(), blocks, high, known);
  }

  /** Whether nothing is missing. */
  public boolean complete() {
    return Arrays.stream(missing).allMatch(s -> s <= 1e-12);
  }

  /** First index of block b among n, for which ⌊i · blocks / n⌋ = b. */
  public static int start(int b, int blocks, int n) {
    return (int) (((long) b * n + blocks - 1) / blocks);
  }

  private static int size(int b, int blocks, int n) {
    return start(b + 1, blocks, n) - start(b, blocks, n);
  }
}

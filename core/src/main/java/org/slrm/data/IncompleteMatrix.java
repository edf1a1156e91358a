package org.slrm.data;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;

/**
 * A table with missing entries, stored by rows. A known zero is stored; absent entries are missing.
 * Immutable.
 *
 * <p>The entries of row i are k in [{@link #rowStart rowStart(i)}, rowStart(i+1)), each with its
 * {@link #column column(k)} and {@link #value value(k)}; {@link #transposed} gives the same access
 * by column.
 *
 * <pre>{@code
 * IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{1, Double.NaN}, {0, 2}});
 * x.known();            // 3
 * x.row(0).observed();  // 1
 * x.equals(IncompleteMatrix.ofFlat(2, 2, new double[] {1, Double.NaN, 0, 2}));   // true
 * }</pre>
 */
public final class IncompleteMatrix {
  private final int rows;
  private final int columns;
  private final int[] starts;
  private final int[] cols;
  private final double[] values;
  private volatile @Nullable IncompleteMatrix transposed;

  private IncompleteMatrix(int rows, int columns, int[] starts, int[] cols, double[] values) {
    this.rows = rows;
    this.columns = columns;
    this.starts = starts;
    this.cols = cols;
    this.values = values;
  }

  /** From dense rows of equal length; NaN is missing. */
  public static IncompleteMatrix ofNaN(double[][] dense) {
    int columns = dense.length == 0 ? 0 : dense[0].length;
    Builder builder = builder(columns);
    for (double[] row : dense) {
      builder.addNaN(row);
    }
    return builder.build();
  }

  /** From one array of rows, as in NumPy's default layout; NaN is missing. */
  public static IncompleteMatrix ofFlat(int rows, int columns, double[] rowMajor) {
    Checks.atLeast("rows", rows, 0);
    Checks.atLeast("columns", columns, 0);
    if ((long) rows * columns != rowMajor.length) {
      throw new IllegalArgumentException(
          "number of values must equal rows times columns (%s), got %s"
              .formatted((long) rows * columns, rowMajor.length));
    }
    int[] starts = new int[rows + 1];
    int[] cols = new int[rowMajor.length];
    double[] values = new double[rowMajor.length];
    int count = 0;
    for (int i = 0, at = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++, at++) {
        double v = rowMajor[at];
        if (!Double.isNaN(v)) {
          cols[count] = j;
          values[count++] = finite(v, i, j);
        }
      }
      starts[i + 1] = count;
    }
    return trimmed(rows, columns, starts, cols, values);
  }

  /**
   * From compressed sparse rows, as in SciPy: the entries of row i are k in [rowStart[i],
   * rowStart[i + 1]). Absent entries and stored NaN are missing; a stored zero is known. Columns
   * must increase within a row.
   */
  public static IncompleteMatrix ofCsr(int columns, int[] rowStart, int[] column, double[] value) {
    Checks.atLeast("columns", columns, 0);
    Checks.atLeast("length of rowStart", rowStart.length, 1);
    Checks.equal("first of rowStart", rowStart[0], "the place of the first entry", 0);
    int rows = rowStart.length - 1;
    Checks.equal("length of column", column.length, "last of rowStart", rowStart[rows]);
    Checks.equal("length of value", value.length, "last of rowStart", rowStart[rows]);
    int[] starts = new int[rows + 1];
    int[] cols = new int[column.length];
    double[] values = new double[value.length];
    int count = 0;
    for (int i = 0; i < rows; i++) {
      if (rowStart[i + 1] < rowStart[i] || rowStart[i + 1] > column.length) {
        Checks.between("rowStart " + (i + 1), rowStart[i + 1], rowStart[i], column.length);
      }
      for (int k = rowStart[i], before = -1; k < rowStart[i + 1]; before = column[k++]) {
        Checks.index("column of entry", k, column[k], columns);
        if (column[k] <= before) {
          throw unordered(i, column[k], before);
        }
        if (!Double.isNaN(value[k])) {
          cols[count] = column[k];
          values[count++] = finite(value[k], i, column[k]);
        }
      }
      starts[i + 1] = count;
    }
    return trimmed(rows, columns, starts, cols, values);
  }

  private static IncompleteMatrix trimmed(
      int rows, int columns, int[] starts, int[] cols, double[] values) {
    int count = starts[rows];
    return count == cols.length
        ? new IncompleteMatrix(rows, columns, starts, cols, values)
        : new IncompleteMatrix(
            rows, columns, starts, Arrays.copyOf(cols, count), Arrays.copyOf(values, count));
  }

  private static double finite(double value, int row, int column) {
    return Double.isFinite(value)
        ? value
        : Checks.finite("value of row " + row + ", column " + column, value);
  }

  private static IllegalArgumentException unordered(int row, int column, int before) {
    return new IllegalArgumentException(
        "columns of row " + row + " must increase, got " + column + " after " + before);
  }

  /** One column, with NaN for missing: the label matrix of a single target. */
  public static IncompleteMatrix ofColumn(double[] values) {
    return ofFlat(values.length, 1, values);
  }

  /** From triplets in any order; duplicate cells are rejected; NaN values are left out. */
  public static IncompleteMatrix ofTriplets(
      int rows, int columns, int[] row, int[] column, double[] value) {
    Checks.atLeast("rows", rows, 0);
    Checks.atLeast("columns", columns, 0);
    Checks.equal("number of columns given", column.length, "number of rows given", row.length);
    Checks.equal("number of values given", value.length, "number of rows given", row.length);
    // Counting sort by column, then a stable one by row: entries end in row-major order.
    int count = 0;
    int[] r = new int[row.length];
    int[] c = new int[row.length];
    double[] v = new double[row.length];
    for (int k = 0; k < row.length; k++) {
      Checks.index("row of triplet", k, row[k], rows);
      Checks.index("column of triplet", k, column[k], columns);
      if (!Double.isNaN(value[k])) {
        Checks.finite("value of triplet", k, value[k]);
        r[count] = row[k];
        c[count] = column[k];
        v[count++] = value[k];
      }
    }
    IncompleteMatrix byColumn =
        compress(columns, rows, Arrays.copyOf(c, count), Arrays.copyOf(r, count), v);
    IncompleteMatrix result = byColumn.transpose();
    for (int i = 0; i < rows; i++) {
      for (int k = result.starts[i] + 1; k < result.starts[i + 1]; k++) {
        if (result.cols[k] == result.cols[k - 1]) {
          throw new IllegalArgumentException(
              "each cell must be given once, got row %s, column %s twice"
                  .formatted(i, result.cols[k]));
        }
      }
    }
    return result;
  }

  /** A builder that takes rows one by one. */
  public static Builder builder(int columns) {
    return new Builder(columns);
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Number of columns. */
  public int columns() {
    return columns;
  }

  /** Number of observed entries. */
  public int known() {
    return values.length;
  }

  /** Fraction of missing entries; 0 for a table without entries. */
  public double missingShare() {
    double cells = (double) rows * columns;
    return cells == 0 ? 0 : 1 - values.length / cells;
  }

  /** First entry of row i; {@code rowStart(rows())} is the number of entries. */
  public int rowStart(int i) {
    return starts[i];
  }

  /** Number of observed entries in row i. */
  public int observed(int i) {
    return starts[i + 1] - starts[i];
  }

  /** First entry of row i whose column is not before j. */
  public int entryFrom(int i, int j) {
    if (j <= 0) {
      return starts[i];
    }
    int k = Arrays.binarySearch(cols, starts[i], starts[i + 1], j);
    return k >= 0 ? k : -k - 1;
  }

  /** Column of entry k. */
  public int column(int k) {
    return cols[k];
  }

  /** Value of entry k. */
  public double value(int k) {
    return values[k];
  }

  /** Row i as an object. */
  public IncompleteRow row(int i) {
    Checks.index("row", i, rows);
    return new IncompleteRow(
        columns,
        Arrays.copyOfRange(cols, starts[i], starts[i + 1]),
        Arrays.copyOfRange(values, starts[i], starts[i + 1]));
  }

  /** Value at row i, column j; NaN when unknown. */
  public double valueAt(int i, int j) {
    int k = Arrays.binarySearch(cols, starts[i], starts[i + 1], j);
    return k >= 0 ? values[k] : Double.NaN;
  }

  /** These entries by column: row j of the result is column j of this. Computed once. */
  public IncompleteMatrix transposed() {
    IncompleteMatrix t = transposed;
    if (t == null) {
      t = transpose();
      t.transposed = this;
      transposed = t;
    }
    return t;
  }

  /** The given rows in the given order, with repetitions. */
  public IncompleteMatrix selectRows(int[] indices) {
    int[] newStarts = new int[indices.length + 1];
    for (int r = 0; r < indices.length; r++) {
      newStarts[r + 1] =
          Math.addExact(newStarts[r], observed(Checks.index("row", indices[r], rows)));
    }
    int[] newCols = new int[newStarts[indices.length]];
    double[] newValues = new double[newCols.length];
    for (int r = 0; r < indices.length; r++) {
      System.arraycopy(cols, starts[indices[r]], newCols, newStarts[r], observed(indices[r]));
      System.arraycopy(values, starts[indices[r]], newValues, newStarts[r], observed(indices[r]));
    }
    return new IncompleteMatrix(indices.length, columns, newStarts, newCols, newValues);
  }

  /** The given columns, in the given order. */
  public IncompleteMatrix selectColumns(int[] indices) {
    return transposed().selectRows(indices).transposed();
  }

  /** This table with the columns of another one, of equal rows, to its right. */
  public IncompleteMatrix besides(IncompleteMatrix right) {
    Checks.equal("rows", right.rows, "rows of the left table", rows);
    int[] newStarts = new int[rows + 1];
    int[] newCols = new int[Math.addExact(known(), right.known())];
    double[] newValues = new double[newCols.length];
    int k = 0;
    for (int i = 0; i < rows; i++) {
      for (int e = starts[i]; e < starts[i + 1]; e++, k++) {
        newCols[k] = cols[e];
        newValues[k] = values[e];
      }
      for (int e = right.starts[i]; e < right.starts[i + 1]; e++, k++) {
        newCols[k] = columns + right.cols[e];
        newValues[k] = right.values[e];
      }
      newStarts[i + 1] = k;
    }
    return new IncompleteMatrix(rows, columns + right.columns, newStarts, newCols, newValues);
  }

  /** The columns before {@code end}. */
  public IncompleteMatrix firstColumns(int end) {
    return cut(0, end);
  }

  /** The columns from {@code first} on, numbered from 0. */
  public IncompleteMatrix lastColumns(int first) {
    return cut(first, columns);
  }

  private IncompleteMatrix cut(int first, int end) {
    int[] newStarts = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      newStarts[i + 1] = newStarts[i] + entryFrom(i, end) - entryFrom(i, first);
    }
    int[] newCols = new int[newStarts[rows]];
    double[] newValues = new double[newCols.length];
    for (int i = 0; i < rows; i++) {
      int from = entryFrom(i, first);
      for (int k = newStarts[i]; k < newStarts[i + 1]; k++, from++) {
        newCols[k] = cols[from] - first;
        newValues[k] = values[from];
      }
    }
    return new IncompleteMatrix(rows, end - first, newStarts, newCols, newValues);
  }

  /** The rows of all parts below each other; without parts, a table of no rows. */
  public static IncompleteMatrix stacked(int columns, List<IncompleteMatrix> parts) {
    int rows = 0;
    int known = 0;
    for (IncompleteMatrix part : parts) {
      Checks.equal("columns of a part", part.columns, "columns of the whole", columns);
      rows = Math.addExact(rows, part.rows);
      known = Math.addExact(known, part.known());
    }
    if (parts.size() == 1) {
      return parts.get(0);
    }
    int[] newStarts = new int[rows + 1];
    int[] newCols = new int[known];
    double[] newValues = new double[known];
    int row = 0;
    int from = 0;
    for (IncompleteMatrix part : parts) {
      System.arraycopy(part.cols, 0, newCols, from, part.known());
      System.arraycopy(part.values, 0, newValues, from, part.known());
      for (int i = 0; i < part.rows; i++) {
        newStarts[++row] = from + part.starts[i + 1];
      }
      from += part.known();
    }
    return new IncompleteMatrix(rows, columns, newStarts, newCols, newValues);
  }

  /** This pattern with value(k) replaced by the function of its column and value. */
  public IncompleteMatrix map(CellFunction function) {
    double[] mapped = new double[values.length];
    for (int k = 0; k < mapped.length; k++) {
      mapped[k] = function.apply(cols[k], values[k]);
      Checks.finite("value of column", cols[k], mapped[k]);
    }
    return new IncompleteMatrix(rows, columns, starts, cols, mapped);
  }

  /** The dense form, NaN where unknown. */
  public double[][] toNaN() {
    double[][] dense = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      Arrays.fill(dense[i], Double.NaN);
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        dense[i][cols[k]] = values[k];
      }
    }
    return dense;
  }

  /** Column statistics over the observed entries. */
  public ColumnStatistics statistics() {
    return statistics(null);
  }

  /** Column statistics with row weights; null weights are 1. */
  public ColumnStatistics statistics(double @Nullable [] weights) {
    if (weights != null) {
      Checks.equal("number of weights", weights.length, "number of rows", rows);
    }
    return ColumnStatistics.of(this, weights);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IncompleteMatrix m
        && m.rows == rows
        && m.columns == columns
        && Arrays.equals(m.starts, starts)
        && Arrays.equals(m.cols, cols)
        && Arrays.equals(m.values, values);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows + Arrays.hashCode(cols)) + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "IncompleteMatrix[" + rows + " x " + columns + ", " + known() + " known]";
  }

  private IncompleteMatrix transpose() {
    int[] rowOf = new int[values.length];
    for (int i = 0; i < rows; i++) {
      Arrays.fill(rowOf, starts[i], starts[i + 1], i);
    }
    return compress(columns, rows, cols, rowOf, values);
  }

  /** Stable counting sort of the first major.length triplets by their major index. */
  private static IncompleteMatrix compress(
      int majors, int minors, int[] major, int[] minor, double[] value) {
    int[] starts = new int[majors + 1];
    for (int j : major) {
      starts[j + 1]++;
    }
    for (int j = 0; j < majors; j++) {
      starts[j + 1] += starts[j];
    }
    int[] next = starts.clone();
    int[] minorOut = new int[major.length];
    double[] valueOut = new double[major.length];
    for (int k = 0; k < major.length; k++) {
      int to = next[major[k]]++;
      minorOut[to] = minor[k];
      valueOut[to] = value[k];
    }
    return new IncompleteMatrix(majors, minors, starts, minorOut, valueOut);
  }

  /** A function of column and value. */
  @FunctionalInterface
  public interface CellFunction {
    /** The new value of a cell. */
    double apply(int column, double value);
  }

  /** Collects rows one by one. */
  public static final class Builder {
    private final int columns;
    private int rows;
    private int[] starts = new int[17];
    private int[] cols = new int[64];
    private double[] values = new double[64];
    private int known;

    private Builder(int columns) {
      this.columns = Checks.atLeast("columns", columns, 0);
    }

    /** Adds a dense row; NaN is missing. */
    public Builder addNaN(double... row) {
      Checks.equal("length of row " + rows, row.length, "number of columns", columns);
      for (int j = 0; j < columns; j++) {
        if (!Double.isNaN(row[j])) {
          append(j, row[j]);
        }
      }
      return endRow();
    }

    /** Adds a row. */
    public Builder add(IncompleteRow row) {
      Checks.equal("length of row " + rows, row.length(), "number of columns", columns);
      for (int k = 0; k < row.observed(); k++) {
        append(row.index(k), row.value(k));
      }
      return endRow();
    }

    /** Adds an entry to the row, in increasing columns; {@link #endRow} completes the row. */
    public Builder entry(int column, double value) {
      Checks.index("column", column, columns);
      if (known > starts[rows] && column <= cols[known - 1]) {
        throw unordered(rows, column, cols[known - 1]);
      }
      append(column, value);
      return this;
    }

    /** Ends the row being built, which may be empty. */
    public Builder endRow() {
      rows++;
      if (rows == starts.length) {
        starts = Arrays.copyOf(starts, grown(rows));
      }
      starts[rows] = known;
      return this;
    }

    /** Number of rows ended so far. */
    public int rows() {
      return rows;
    }

    /** Number of entries so far. */
    public int known() {
      return known;
    }

    /** Removes all rows, to build another table in the same memory. */
    public Builder clear() {
      rows = 0;
      known = 0;
      return this;
    }

    /** The table of all rows ended so far. */
    public IncompleteMatrix build() {
      int count = starts[rows];
      return new IncompleteMatrix(
          rows,
          columns,
          Arrays.copyOf(starts, rows + 1),
          Arrays.copyOf(cols, count),
          Arrays.copyOf(values, count));
    }

    private void append(int column, double value) {
      finite(value, rows, column);
      if (known == cols.length) {
        cols = Arrays.copyOf(cols, grown(known));
        values = Arrays.copyOf(values, cols.length);
      }
      cols[known] = column;
      values[known++] = value;
    }

    private static int grown(int size) {
      return (int) Math.min(Integer.MAX_VALUE - 8L, size + (size >> 1) + 16L);
    }
  }
}

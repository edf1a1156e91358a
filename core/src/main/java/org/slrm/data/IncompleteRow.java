package org.slrm.data;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;

/**
 * A row with missing entries. A known zero is an entry like any other; absent entries are missing.
 *
 * <pre>{@code
 * IncompleteRow row = IncompleteRow.ofNaN(1.2, Double.NaN, 0.0);
 * row.observed();   // 2
 * row.isKnown(1);   // false
 * }</pre>
 */
public final class IncompleteRow {
  private final int length;
  private final int[] indices;
  private final double[] values;

  /** Takes ownership of checked arrays. */
  IncompleteRow(int length, int[] indices, double[] values) {
    this.length = length;
    this.indices = indices;
    this.values = values;
  }

  /** A row from its dense form; NaN is missing. */
  public static IncompleteRow ofNaN(double... values) {
    int[] indices =
        IntStream.range(0, values.length).filter(j -> !Double.isNaN(values[j])).toArray();
    double[] known = new double[indices.length];
    Arrays.setAll(known, k -> Checks.finite("value of feature", indices[k], values[indices[k]]));
    return new IncompleteRow(values.length, indices, known);
  }

  /** A row of the given length from its observed entries, indices strictly increasing. */
  public static IncompleteRow of(int length, int[] indices, double[] values) {
    Checks.atLeast("length", length, 0);
    Checks.equal("number of values", values.length, "number of indices", indices.length);
    for (int k = 0; k < indices.length; k++) {
      Checks.index("index", indices[k], length);
      if (k > 0 && indices[k] <= indices[k - 1]) {
        throw new IllegalArgumentException(
            "indices must be strictly increasing, got " + indices[k] + " after " + indices[k - 1]);
      }
      Checks.finite("value of feature", indices[k], values[k]);
    }
    return new IncompleteRow(length, indices.clone(), values.clone());
  }

  /** Number of entries, known or not. */
  public int length() {
    return length;
  }

  /** Number of observed entries. */
  public int observed() {
    return indices.length;
  }

  /** Position of the k-th observed entry, in increasing order. */
  public int index(int k) {
    return indices[k];
  }

  /** Value of the k-th observed entry. */
  public double value(int k) {
    return values[k];
  }

  /** Whether entry j is known. */
  public boolean isKnown(int j) {
    return Arrays.binarySearch(indices, j) >= 0;
  }

  /** Value of entry j, NaN when it is unknown. */
  public double valueAt(int j) {
    int k = Arrays.binarySearch(indices, j);
    return k >= 0 ? values[k] : Double.NaN;
  }

  /** Positions of the observed entries, a copy. */
  public int[] indices() {
    return indices.clone();
  }

  /** The dense form, NaN where unknown. */
  public double[] toNaN() {
    double[] dense = new double[length];
    Arrays.fill(dense, Double.NaN);
    for (int k = 0; k < indices.length; k++) {
      dense[indices[k]] = values[k];
    }
    return dense;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IncompleteRow r
        && r.length == length
        && Arrays.equals(r.indices, indices)
        && Arrays.equals(r.values, values);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * length + Arrays.hashCode(indices)) + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "IncompleteRow" + Arrays.toString(toNaN());
  }
}

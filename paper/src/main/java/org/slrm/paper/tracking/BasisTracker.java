package org.slrm.paper.tracking;

import java.util.Arrays;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Vectors;

/**
 * A tracker of one subspace: U, row-major D × d, its start, and the code α of a row. Subclasses add
 * the update by a row.
 */
abstract class BasisTracker implements SubspaceTracker {
  /** With a pivot below this fraction of its diagonal the entries do not determine the code. */
  private static final double SINGULAR = 1e-10;

  final int D;
  final int d;
  final double[] start;
  final double[] U;
  final double[] alpha;
  private final double[] gram;

  /** Starts at a random subspace. */
  BasisTracker(int features, int rank, long seed) {
    this(
        Checks.atLeast("features", features, 1),
        Checks.between("rank", rank, 1, features),
        Orthonormal.random(features, rank, seed));
  }

  /** Starts at a basis. */
  BasisTracker(int features, int rank, double[] start) {
    D = features;
    d = rank;
    this.start = start.clone();
    U = start.clone();
    alpha = new double[d];
    gram = new double[d * d];
  }

  @Override
  public int features() {
    return D;
  }

  @Override
  public int rank() {
    return d;
  }

  @Override
  public double[] basis() {
    double[] out = U.clone();
    Orthonormal.columns(out, D, d);
    return out;
  }

  @Override
  public void reset() {
    System.arraycopy(start, 0, U, 0, U.length);
  }

  void checkLength(IncompleteRow row) {
    Checks.equal("length of the row", row.length(), "features of the tracker", D);
  }

  /** α = Uᵀx of a complete row; rejects a row with missing entries. */
  void project(String tracker, IncompleteRow row) {
    checkLength(row);
    if (row.observed() < D) {
      throw new IllegalArgumentException(
          String.format(
              "%s takes complete rows only (use PETRELS or GROUSE for rows with gaps), got a row"
                  + " with %s of %s entries missing",
              tracker, D - row.observed(), D));
    }
    Arrays.fill(alpha, 0);
    for (int j = 0; j < D; j++) {
      Vectors.add(alpha, 0, row.value(j), U, j * d, d);
    }
  }

  /**
   * α = argmin ‖x_Ω − U_Ω α‖; false if α is not unique or no residual degrees of freedom remain.
   */
  boolean encode(IncompleteRow row) {
    if (row.observed() <= d) {
      return false;
    }
    Arrays.fill(gram, 0);
    Arrays.fill(alpha, 0);
    for (int e = 0; e < row.observed(); e++) {
      int at = row.index(e) * d;
      for (int k = 0; k < d; k++) {
        Vectors.add(gram, k * d, U[at + k], U, at, k + 1);
      }
      Vectors.add(alpha, 0, row.value(e), U, at, d);
    }
    if (!Cholesky.factor(gram, d, SINGULAR)) {
      return false;
    }
    Cholesky.solve(gram, d, alpha);
    return true;
  }
}

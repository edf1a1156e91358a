package org.slrm.paper.tracking;

import java.util.Arrays;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Vectors;

/** The common state of trackers: U, its start, and the code of a row. U is row-major, D × d. */
final class Tracked {
  /** With a pivot below this fraction of its diagonal the entries do not determine the code. */
  private static final double SINGULAR = 1e-10;

  final int D;
  final int d;
  final double[] U;
  final double[] alpha;
  private final double[] start;
  private final double[] gram;

  Tracked(int D, int d, long seed) {
    this(
        Checks.atLeast("features", D, 1),
        Checks.between("rank", d, 1, D),
        Orthonormal.random(D, d, seed));
  }

  /** Starts at a basis. */
  Tracked(int D, int d, double[] start) {
    this.D = D;
    this.d = d;
    this.start = start.clone();
    U = start.clone();
    alpha = new double[d];
    gram = new double[d * d];
  }

  /** A copy at the starting basis. */
  Tracked atStart() {
    return new Tracked(D, d, start);
  }

  /** Resets U to the starting basis. */
  void reset() {
    System.arraycopy(start, 0, U, 0, U.length);
  }

  double[] basis() {
    double[] out = U.clone();
    Orthonormal.columns(out, D, d);
    return out;
  }

  void checkLength(IncompleteRow row) {
    Checks.equal("length of the row", row.length(), "features of the tracker", D);
  }

  /** Rejects a row with missing entries, for trackers without a rule for them. */
  void checkComplete(String tracker, IncompleteRow row) {
    checkLength(row);
    if (row.observed() < D) {
      throw new IllegalArgumentException(
          String.format(
              "%s takes complete rows only (use PETRELS or GROUSE for rows with gaps), got a row"
                  + " with %s of %s entries missing",
              tracker, D - row.observed(), D));
    }
  }

  /** α = Uᵀx of a complete row. */
  void project(IncompleteRow row) {
    Arrays.fill(alpha, 0);
    for (int j = 0; j < D; j++) {
      Vectors.add(alpha, 0, row.value(j), U, j * d, d);
    }
  }

  /** α = argmin ‖x_Ω − U_Ω α‖; false when the row does not determine it with a residual. */
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

package org.slrm.tracking;

import org.slrm.data.Checks;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Orthonormal;

/**
 * Follows the subspace that rows come from, one row after another, in constant memory. Rows are
 * taken as centred. Not safe to share between threads.
 *
 * <pre>{@code
 * SubspaceTracker tracker = new Petrels(100, 5, 0.98, 1);
 * for (IncompleteRow row : rows) tracker.update(row);
 * double[] basis = tracker.basis();
 * }</pre>
 */
public interface SubspaceTracker {
  /** Number of features. */
  int features();

  /** Rank of the subspace. */
  int rank();

  /** Learns from a row. */
  void update(IncompleteRow row);

  /** An orthonormal basis of the current subspace, a copy: feature j is row j of rank numbers. */
  double[] basis();

  /** Forgets every row. */
  void reset();

  /** Largest principal angle, in radians, to the span of another orthonormal basis. */
  default double largestAngle(double[] other) {
    Checks.equal("length of basis", other.length, "features × rank", features() * rank());
    return Math.asin(Orthonormal.largestAngleSine(basis(), other, features(), rank()));
  }
}

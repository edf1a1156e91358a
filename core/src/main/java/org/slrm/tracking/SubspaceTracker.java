package org.slrm.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Orthonormal;

/**
 * Follows the subspace that rows come from, one row after another, in constant memory. Rows are
 * taken as centred. Not safe to share between threads.
 *
 * <pre>{@code
 * SubspaceTracker tracker = SubspaceTracker.petrels(100, 5, 0.98, 1);
 * for (IncompleteRow row : rows) tracker.update(row);
 * double[] basis = tracker.basis();
 * }</pre>
 */
public interface SubspaceTracker {
  /**
   * PETRELS (T-1), for rows with gaps: recursive least squares, feature by feature.
   *
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   */
  static SubspaceTracker petrels(int features, int rank, double forgetting, long seed) {
    return new Petrels(features, rank, forgetting, seed);
  }

  /**
   * PETRELS from a given subspace.
   *
   * @param basis orthonormal, feature j is row j of rank numbers
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   * @param uncertainty δ, start of the inverse correlations R_j† = δI; small trusts the basis more
   */
  static SubspaceTracker petrels(double[] basis, int rank, double forgetting, double uncertainty) {
    int features = basis.length / Checks.atLeast("rank", rank, 1);
    Checks.equal("length of basis", basis.length, "features × rank", features * rank);
    Checks.between("rank", rank, 1, features);
    Checks.positive("uncertainty", uncertainty);
    return new Petrels(new Tracked(features, rank, basis), forgetting, uncertainty);
  }

  /**
   * GROUSE (T-2), for rows with gaps: turns towards each row along a geodesic.
   *
   * @param stepSize in (0, 1]; 1 takes a row in fully, less averages noise out
   */
  static SubspaceTracker grouse(int features, int rank, double stepSize, long seed) {
    return new Grouse(features, rank, stepSize, seed);
  }

  /**
   * PAST (T-3), for complete rows: recursive least squares of a row on its own projection.
   *
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   */
  static SubspaceTracker past(int features, int rank, double forgetting, long seed) {
    return new Past(features, rank, forgetting, seed);
  }

  /**
   * OPAST (T-4), for complete rows: PAST whose basis stays orthonormal.
   *
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   */
  static SubspaceTracker opast(int features, int rank, double forgetting, long seed) {
    return new Opast(features, rank, forgetting, seed);
  }

  /**
   * Oja's rule (T-5), for complete rows.
   *
   * @param stepSize above 0, independent of the units
   */
  static SubspaceTracker oja(int features, int rank, double stepSize, long seed) {
    return new Oja(features, rank, stepSize, seed);
  }

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

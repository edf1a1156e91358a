package org.slrm.paper.tracking;

import java.util.List;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.paper.internal.step.Forgetting;

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
  static Fading petrels(int features, int rank, double forgetting, long seed) {
    return new Petrels(features, rank, forgetting, seed);
  }

  /**
   * PETRELS from a given subspace.
   *
   * @param basis orthonormal, feature j is row j of rank numbers
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   * @param uncertainty δ, start of the inverse correlations R_j† = δI; small trusts the basis more
   */
  static Fading petrels(double[] basis, int rank, double forgetting, double uncertainty) {
    int features = basis.length / Checks.atLeast("rank", rank, 1);
    Checks.equal("length of basis", basis.length, "features × rank", features * rank);
    Checks.between("rank", rank, 1, features);
    Checks.positive("uncertainty", uncertainty);
    Forgetting factor = Forgetting.of(Rates.forgetting(forgetting));
    return new Petrels(new Tracked(features, rank, basis), factor, uncertainty);
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

  /**
   * MOUSSE (T-6), for rows with gaps near several subspaces or a curved surface: a tree of PETRELS
   * that splits and merges.
   */
  static Union mousse(int features, int rank, Scales scales, long seed) {
    return new Mousse(features, rank, scales, seed);
  }

  /**
   * When a mixture of factor analysers splits and merges.
   *
   * @param tolerance mean squared residual per free entry, in the units of the rows: a leaf above
   *     it may split, two leaves merge when one subspace for both is below it
   * @param mostLeaves the most leaves
   * @param forgetting weight of a row after one more has come, in (0, 1]; 1 forgets nothing
   */
  record Scales(double tolerance, int mostLeaves, double forgetting) {
    /** Checks every setting. */
    public Scales {
      Checks.notNegative("tolerance", tolerance);
      Checks.atLeast("mostLeaves", mostLeaves, 1);
      Rates.forgetting(forgetting);
    }
  }

  /**
   * One subspace of a union, with how rows spread in it and around it.
   *
   * @param basis orthonormal, feature j is row j of rank numbers, the widest direction first
   * @param centre mean of its rows
   * @param variances of its rows along the directions
   * @param noise mean squared residual per free entry
   * @param share of the rows, the latest counting most
   */
  record Leaf(double[] basis, double[] centre, double[] variances, double noise, double share) {
    /** Copies the arrays. */
    public Leaf {
      basis = basis.clone();
      centre = centre.clone();
      variances = variances.clone();
    }

    /** The basis, a copy. */
    @Override
    public double[] basis() {
      return basis.clone();
    }

    /** The centre, a copy. */
    @Override
    public double[] centre() {
      return centre.clone();
    }

    /** The variances, a copy. */
    @Override
    public double[] variances() {
      return variances.clone();
    }
  }

  /** A tracker whose rows may count other than once. */
  interface Counting extends SubspaceTracker {
    /**
     * Learns from a row that counts the given number of times, as from as many copies with one
     * code.
     *
     * @param weight above 0, whole or not
     */
    void update(IncompleteRow row, double weight);

    @Override
    default void update(IncompleteRow row) {
      update(row, 1);
    }
  }

  /** A tracker in which what is known of a feature fades by the rows that show it. */
  interface Fading extends Counting {
    /**
     * A tracker that starts where this one did, in which features fade by all rows that teach, as
     * in PETRELS as published (T-1'): one not seen for long follows the first row that shows it.
     */
    Fading fadingUnobserved();
  }

  /** A tracker of several subspaces. Rows need not be centred: leaves have means of their own. */
  interface Union extends Counting {
    /** The subspaces as they are now, copies. */
    List<Leaf> leaves();

    /** The leaf nearest to a row. */
    int nearest(IncompleteRow row);

    /** Whether residuals of the latest rows say that what rows come from has changed (T-9). */
    boolean changed();
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
    return StrictMath.asin(Orthonormal.largestAngleSine(basis(), other, features(), rank()));
  }
}

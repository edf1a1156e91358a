package org.slrm.paper.tracking;

import java.util.List;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.paper.internal.step.Forgetting;

/**
 * Tracks the subspace of rows, one row after another, in constant memory. Rows must be centred. Not
 * thread-safe.
 *
 * <pre>
 * {@code SubspaceTracker tracker = SubspaceTracker.petrels(100, 5, 0.98, 1); for (IncompleteRow row : rows) tracker.update(row); double[] basis = tracker.basis(); }
 * </pre>
 */
public interface SubspaceTracker {
  /**
   * PETRELS (T-1), for rows with missing entries: recursive least squares, feature by feature.
   *
   * @param forgetting factor of earlier rows per new row, in (0, 1]; 1 for none
   */
  static Fading petrels(int features, int rank, double forgetting, long seed) {
    return new Petrels(features, rank, forgetting, seed);
  }

  /**
   * PETRELS from a given subspace.
   *
   * @param basis orthonormal, feature j is row j of rank numbers
   * @param forgetting factor of earlier rows per new row, in (0, 1]; 1 for none
   * @param uncertainty δ, start of the inverse correlations R_j† = δI; small values trust the basis
   *     more
   */
  static Fading petrels(double[] basis, int rank, double forgetting, double uncertainty) {
    int features = basis.length / Checks.atLeast("rank", rank, 1);
    Checks.equal("length of basis", basis.length, "features × rank", features * rank);
    Checks.between("rank", rank, 1, features);
    Checks.positive("uncertainty", uncertainty);
    Forgetting factor = Forgetting.of(Checks.inUpperClosed("forgetting", forgetting, 0, 1));
    return new Petrels(basis, rank, factor, uncertainty);
  }

  /**
   * GROUSE (T-2), for rows with missing entries: rotates towards each row along a geodesic.
   *
   * @param stepSize in (0, 1]; 1 fits a row exactly, smaller steps average noise
   */
  static SubspaceTracker grouse(int features, int rank, double stepSize, long seed) {
    return new Grouse(features, rank, stepSize, seed);
  }

  /**
   * PAST (T-3), for complete rows: recursive least squares of a row on its own projection.
   *
   * @param forgetting factor of earlier rows per new row, in (0, 1]; 1 for none
   */
  static SubspaceTracker past(int features, int rank, double forgetting, long seed) {
    return new Past(features, rank, forgetting, seed);
  }

  /**
   * OPAST (T-4), for complete rows: PAST with an orthonormal basis.
   *
   * @param forgetting factor of earlier rows per new row, in (0, 1]; 1 for none
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
   * MOUSSE (T-6), for rows with missing entries near several subspaces or a curved surface: a tree
   * of PETRELS that splits and merges.
   */
  static Union mousse(int features, int rank, Scales scales, long seed) {
    return new Mousse(features, rank, scales, seed);
  }

  /**
   * Settings of the tree.
   *
   * @param tolerance mean squared residual per free entry, in the units of the rows: a leaf above
   *     it may split, two leaves merge when one subspace for both is below it
   * @param mostLeaves the most leaves
   * @param forgetting factor of earlier rows per new row, in (0, 1]; 1 for none
   */
  record Scales(double tolerance, int mostLeaves, double forgetting) {
    public Scales {
      Checks.notNegative("tolerance", tolerance);
      Checks.atLeast("mostLeaves", mostLeaves, 1);
      Checks.inUpperClosed("forgetting", forgetting, 0, 1);
    }
  }

  /**
   * One subspace of a union, with the distribution of rows in and around it.
   *
   * @param basis orthonormal, feature j is row j of rank numbers, the leading direction first
   * @param centre mean of its rows
   * @param variances of its rows along the directions
   * @param noise mean squared residual per free entry
   * @param share fraction of the rows, weighted towards the latest
   */
  record Leaf(double[] basis, double[] centre, double[] variances, double noise, double share) {
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

  /** A tracker of weighted rows. */
  interface Counting extends SubspaceTracker {
    /**
     * Updates by a row of the given weight, which equals that number of copies with one code.
     *
     * @param weight above 0, integer or not
     */
    void update(IncompleteRow row, double weight);

    @Override
    default void update(IncompleteRow row) {
      update(row, 1);
    }
  }

  /** A tracker in which a feature fades only by rows where it is observed. */
  interface Fading extends Counting {
    /**
     * A tracker with the same start in which features fade by all rows, as in published PETRELS
     * (T-1'): a feature that was missing for long follows the first row where it is observed.
     */
    Fading fadingUnobserved();
  }

  /** A tracker of several subspaces. Rows need not be centred: leaves have their own means. */
  interface Union extends Counting {
    /** The current subspaces, copies. */
    List<Leaf> leaves();

    /** The leaf nearest to a row. */
    int nearest(IncompleteRow row);

    /** Whether residuals of the latest rows indicate a change (T-9). */
    boolean changed();
  }

  /** Number of features. */
  int features();

  /** Rank of the subspace. */
  int rank();

  /** Updates by a row. */
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

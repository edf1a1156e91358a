package org.slrm.paper.tracking;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Vectors;
import org.slrm.paper.internal.step.Forgetting;

/**
 * A subset of the tree (T-6): rows around c + Uα, codes of covariance Λ, residuals of variance δ. U
 * is tracked by PETRELS on x − c, the rest by exponentially weighted means.
 */
final class ScaleNode {
  /** Least noise, above rounding. */
  private static final double MIN = 1e-12;

  /**
   * A residual is limited to this multiple of the noise, so that one outlier has no long effect.
   */
  private static final double MAX_RESIDUAL = 4;

  /** Rows of the running means before a subspace has converged. */
  private static final int SHORT = 5;

  final Petrels petrels;
  final double[] centre;
  final double[] codes;
  double noise = 1;
  double rows;
  double learned;

  /** Mean gain of the virtual children, and its number of rows. */
  double gain;

  double compared;
  @Nullable ScaleNode parent;
  @Nullable ScaleNode left;
  @Nullable ScaleNode right;
  boolean leaf = true;

  private final Forgetting forgetting;
  private final double[] seen;
  private final int d;

  ScaleNode(int features, int rank, double forgetting, long seed) {
    this(
        new Petrels(features, rank, forgetting, seed),
        new double[features],
        Forgetting.of(forgetting));
    for (int k = 0; k < d; k++) {
      codes[k * d + k] = 1;
    }
  }

  private ScaleNode(Petrels petrels, double[] centre, Forgetting forgetting) {
    this.petrels = petrels;
    this.centre = centre;
    this.forgetting = forgetting;
    d = petrels.rank();
    codes = new double[d * d];
    seen = new double[centre.length];
  }

  /** A copy that starts at this node. */
  ScaleNode copy() {
    ScaleNode out = new ScaleNode(petrels.startingHere(), centre.clone(), forgetting);
    System.arraycopy(codes, 0, out.codes, 0, codes.length);
    out.noise = noise;
    // Inherited statistics count as a few rows, so that new rows dominate soon.
    out.rows = 2 * d;
    out.learned = burn();
    Arrays.setAll(out.seen, j -> Math.min(seen[j], 1));
    return out;
  }

  /** Rows until a subspace counts as converged. */
  private int burn() {
    return 20 + 10 * d;
  }

  /** Whether its noise still includes rows before convergence. */
  boolean settled() {
    return learned > 3.0 * burn();
  }

  /** x − c. */
  IncompleteRow centred(IncompleteRow row) {
    double[] values = new double[row.observed()];
    for (int e = 0; e < values.length; e++) {
      values[e] = row.value(e) - centre[row.index(e)];
    }
    return IncompleteRow.of(row.length(), row.indices(), values);
  }

  /**
   * The distance of a row (T-7): minus twice its log density up to a constant, M = U_ΩᵀU_Ω + δΛ⁻¹,
   *
   * <pre>(‖r‖² − rᵀU_Ω M⁻¹ U_Ωᵀr)/δ + (m − d) log δ + log det M + log det Λ,   r = x_Ω − c_Ω</pre>
   */
  double distance(IncompleteRow row) {
    double delta = Math.max(noise, MIN);
    double[] U = petrels.U;
    double[] L = codes.clone();
    ridge(L);
    Cholesky.factor(L, d, 0);
    double logCodes = Cholesky.logDeterminant(L, d);
    double[] M = new double[d * d];
    for (int k = 0; k < d; k++) {
      double[] unit = new double[d];
      unit[k] = 1;
      Cholesky.solve(L, d, unit);
      Vectors.add(M, k * d, delta, unit, 0, d);
    }
    double[] b = new double[d];
    double square = 0;
    for (int e = 0; e < row.observed(); e++) {
      int at = row.index(e) * d;
      double r = row.value(e) - centre[row.index(e)];
      square += r * r;
      Vectors.add(b, 0, r, U, at, d);
      for (int k = 0; k < d; k++) {
        Vectors.add(M, k * d, U[at + k], U, at, d);
      }
    }
    Cholesky.factor(M, d, 0);
    double[] a = b.clone();
    Cholesky.solve(M, d, a);
    double explained = Vectors.dot(a, 0, b, 0, d);
    return (square - explained) / delta
        + (row.observed() - d) * Math.log(delta)
        + Cholesky.logDeterminant(M, d)
        + logCodes;
  }

  private void ridge(double[] A) {
    double trace = 0;
    for (int k = 0; k < d; k++) {
      trace += A[k * d + k];
    }
    for (int k = 0; k < d; k++) {
      A[k * d + k] += 1e-6 * trace / d + MIN;
    }
  }

  /** Mean squared residual per free entry of a row, NaN when it has none. */
  double residual(IncompleteRow row) {
    IncompleteRow r = centred(row);
    return petrels.encode(r) ? residualOf(r) : Double.NaN;
  }

  private double residualOf(IncompleteRow r) {
    Petrels t = petrels;
    double square = 0;
    for (int e = 0; e < r.observed(); e++) {
      double left = r.value(e) - Vectors.dot(t.U, r.index(e) * d, t.alpha, 0, d);
      square += left * left;
    }
    return square / (r.observed() - d);
  }

  /**
   * Updates by a row (T-8): noise and codes by its residual before the update, then U, then c. A
   * row of weight q equals q copies.
   */
  void learn(IncompleteRow row, double weight) {
    IncompleteRow r = centred(row);
    double left = forgetting.left(weight);
    double copies = forgetting.copies(weight);
    rows = left * rows + copies;
    learned += weight;
    double step = copies / Math.max(copies, Math.min(rows, Math.max(SHORT, learned - burn())));
    if (petrels.encode(r)) {
      double limit = learned > burn() ? MAX_RESIDUAL * noise : Double.POSITIVE_INFINITY;
      noise += step * (Math.min(residualOf(r), limit) - noise);
      double[] a = petrels.alpha;
      for (int k = 0; k < d; k++) {
        for (int l = 0; l < d; l++) {
          codes[k * d + l] += step * (a[k] * a[l] - codes[k * d + l]);
        }
      }
      petrels.update(r, weight);
    }
    for (int e = 0; e < row.observed(); e++) {
      int j = row.index(e);
      seen[j] = left * seen[j] + copies;
      centre[j] += copies * (row.value(e) - centre[j]) / seen[j];
    }
  }
}

package org.slrm.internal.factor.moments;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;

/**
 * The starting point of a fit to moments (L-10): leading directions of the features' covariance,
 * shared by all ranks, and for each label the direction that explains most of its residual.
 *
 * @param rows its moments
 * @param width number of directions, a multiple of four
 * @param U the directions
 * @param values their variances
 */
public record MomentStart(MomentRows rows, int width, double[] U, double[] values) {
  private static final int ROUNDS = 5;
  private static final int ROUNDS_FROM_OTHERS = 2;
  private static final int OVERSAMPLING = 4;

  /** Least fraction of a direction's variance that counts as signal. */
  private static final double MIN_SIGNAL = 0.05;

  /** Leading directions for ranks up to {@code maxRank}. */
  public static MomentStart of(MomentRows rows, int maxRank) {
    int width = MomentRows.padded(Math.min(rows.features(), maxRank + OVERSAMPLING));
    SplittableRandom random = new SplittableRandom(1);
    double[] Q = new double[rows.features() * width];
    for (int k = 0; k < Q.length; k++) {
      // Columns beyond the number of features are padding.
      Q[k] = k % width < rows.features() ? random.nextDouble() - 0.5 : 0;
    }
    return of(rows, Q, width, ROUNDS);
  }

  /** Directions for other rows, found from these. */
  public MomentStart over(MomentRows others) {
    return of(others, U, width, ROUNDS_FROM_OTHERS);
  }

  /** Subspace iteration; the last round also separates the directions by variance. */
  private static MomentStart of(MomentRows rows, double[] from, int width, int rounds) {
    MomentRows x = rows.labelFree();
    int D = x.features();
    double[] Q = from;
    for (int round = 0; round < rounds; round++) {
      Q = orthonormal(x.times(Q, width), D, width);
    }
    double[] SQ = x.times(Q, width);
    double[] small = new double[width * width];
    Kernels kernels = Kernels.active();
    kernels.multiply(MomentRows.transposed(Q, D, width, width), D, SQ, small, width, D, width);
    for (int k = 0; k < width; k++) {
      for (int l = 0; l < k; l++) {
        small[k * width + l] = 0.5 * (small[k * width + l] + small[l * width + k]);
        small[l * width + k] = small[k * width + l];
      }
    }
    Decompositions.Eigen eigen = Decompositions.symmetric(small, width);
    double[] U = new double[D * width];
    kernels.multiply(Q, width, eigen.vectors(), U, D, width, width);
    return new MomentStart(rows, width, U, eigen.values());
  }

  /** Orthonormalises columns by the Cholesky factor of their Gram matrix. */
  private static double[] orthonormal(double[] Q, int rows, int d) {
    double[] gram = new double[Packed.length(d)];
    Dense.gram(Q, rows, d, gram);
    double trace = 0;
    for (int k = 0; k < d; k++) {
      trace += gram[Packed.at(k, k)];
    }
    for (int k = 0; k < d; k++) {
      gram[Packed.at(k, k)] += 1e-14 * trace + Double.MIN_NORMAL;
    }
    SpdFactor factor = new SpdFactor(d);
    factor.factorRidged(gram, 0);
    double[] row = new double[d];
    for (int j = 0; j < rows; j++) {
      System.arraycopy(Q, j * d, row, 0, d);
      factor.forward(row);
      System.arraycopy(row, 0, Q, j * d, d);
    }
    return Q;
  }

  /** Largest rank with directions. */
  public int maxRank() {
    return Math.min(width, rows.features());
  }

  /** Parameters of rank d for the features alone. */
  public Factors labelFree(int d) {
    return principal(d, rows.features());
  }

  /** Parameters of rank d for features and labels. */
  public Factors joint(int d) {
    int D = rows.features();
    int targets = rows.columns() - D;
    int labelDirections = targets <= Math.max(1, d / 4) ? targets : 0;
    Factors f = principal(d, rows.columns());
    for (int j = 0; labelDirections > 0 && j < D; j++) {
      Arrays.fill(f.V(), j * d + d - labelDirections, (j + 1) * d, 0);
    }
    f = labelled(f, targets);
    for (int t = 0; t < labelDirections; t++) {
      f = withDirection(f, D + t, d - labelDirections + t);
    }
    return f;
  }

  /** V = U (Λ − σ²)^½, σ² the mean variance of other directions; no loadings of labels. */
  private Factors principal(int d, int columns) {
    int D = rows.features();
    double trace = 0;
    for (int j = 0; j < D; j++) {
      trace += rows.covariance(j, j);
    }
    double left = trace - Arrays.stream(values, 0, Math.min(d, values.length)).sum();
    double noise = Math.max(left / Math.max(1, D - d), 1e-3 * trace / D + Double.MIN_NORMAL);
    double[] V = new double[columns * d];
    double[] psi = new double[columns];
    for (int j = 0; j < columns; j++) {
      psi[j] = j < D ? noise : Math.max(rows.covariance(j, j), 1e-3);
      for (int k = 0; j < D && k < Math.min(d, width); k++) {
        double signal = Math.max(values[k] - noise, MIN_SIGNAL * Math.abs(values[k]));
        V[j * d + k] = U[j * width + k] * Math.sqrt(signal);
      }
    }
    return new Factors(d, Arrays.copyOf(rows.mean(), columns), V, psi);
  }

  /** The labels' loadings by one M step. */
  private Factors labelled(Factors f, int targets) {
    int D = rows.features();
    int p = rows.columns();
    double[] omega = ExpectationMaximization.omega(p, D, 1);
    MaximizationStep step = new MaximizationStep(Prior.none(true), omega, D);
    Factors next = rows.round(f, omega, step).maximized();
    return f.columns(0, D).with(next.columns(D, D + targets));
  }

  /** Direction k of label column t: half of its noise, with its regression on the features. */
  private Factors withDirection(Factors f, int t, int k) {
    int d = f.d();
    double[] V = f.V().clone();
    double[] psi = f.psi().clone();
    double c = Math.sqrt(0.5 * psi[t]);
    for (int j = 0; j < rows.features(); j++) {
      double shared = rows.covariance(j, t);
      for (int l = 0; l < d; l++) {
        shared -= f.V()[j * d + l] * f.V()[t * d + l];
      }
      V[j * d + k] = shared / c;
    }
    V[t * d + k] = c;
    psi[t] -= c * c;
    return new Factors(d, f.mu(), V, psi);
  }
}

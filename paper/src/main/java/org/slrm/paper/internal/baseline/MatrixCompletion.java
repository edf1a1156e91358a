package org.slrm.paper.internal.baseline;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;

/**
 * Completes a table by fixed-point continuation (Goldberg et al. 2010, with squared loss for
 * labels). The criterion (K-1) for the table Z, whose last columns are the labels:
 *
 * <pre>μ‖Z‖_* + ½ Σ_{known features} (z − x)² + ω/2 Σ_{known labels} (z − y)²</pre>
 *
 * and its steps for μ decreasing to its final value, each started at the last (K-2):
 *
 * <pre>
 * A = Z − τ · gradient of the squares,   Z ← U max(Σ − τμ, 0) Vᵀ of A = UΣVᵀ,   τ = 1/max(1, ω)
 * </pre>
 */
public final class MatrixCompletion {
  private final IncompleteMatrix observed;
  private final int features;
  private final double omega;
  private final int n;
  private final int p;
  private final double[] z;
  private final double[] a;
  private int rank;
  private int steps;
  private boolean converged = true;

  /** Starts at zero; columns from {@code features} on are labels of weight omega. */
  public MatrixCompletion(IncompleteMatrix observed, int features, double omega) {
    this.observed = observed;
    this.features = features;
    this.omega = omega;
    n = observed.rows();
    p = observed.columns();
    z = new double[Math.multiplyExact(n, p)];
    a = new double[z.length];
  }

  /** The smallest penalty for which the completed table is zero. */
  public double largestPenalty() {
    Arrays.fill(a, 0);
    for (int i = 0; i < n; i++) {
      for (int k = observed.rowStart(i); k < observed.rowStart(i + 1); k++) {
        a[i * p + observed.column(k)] = weight(observed.column(k)) * observed.value(k);
      }
    }
    return Math.sqrt(Math.max(0, spectrum().values()[0]));
  }

  /** Descends for one penalty from the current table. */
  public void descend(double mu, double tolerance, int maxSteps) {
    double tau = 1 / Math.max(1, omega);
    double change = Double.POSITIVE_INFINITY;
    for (int step = 0; step < maxSteps && change > tolerance; step++, steps++) {
      gradientStep(tau);
      change = shrink(tau * mu);
    }
    converged = change <= tolerance;
  }

  /** Entry (i, j) of the completed table. */
  public double at(int i, int j) {
    return z[i * p + j];
  }

  /** Rank of the completed table. */
  public int rank() {
    return rank;
  }

  /** Steps made so far. */
  public int steps() {
    return steps;
  }

  /** Whether the last descent met its tolerance. */
  public boolean converged() {
    return converged;
  }

  private double weight(int j) {
    return j < features ? 1 : omega;
  }

  private void gradientStep(double tau) {
    System.arraycopy(z, 0, a, 0, z.length);
    for (int i = 0; i < n; i++) {
      for (int k = observed.rowStart(i); k < observed.rowStart(i + 1); k++) {
        int at = i * p + observed.column(k);
        a[at] -= tau * weight(observed.column(k)) * (z[at] - observed.value(k));
      }
    }
  }

  /** Z ← A with its singular values soft-thresholded; returns the relative change of Z. */
  private double shrink(double level) {
    Decompositions.Eigen s = spectrum();
    int d = s.values().length;
    rank = 0;
    while (rank < d && s.values()[rank] > level * level) {
      rank++;
    }
    double[] next = new double[z.length];
    for (int k = 0; k < rank; k++) {
      double factor = 1 - level / Math.sqrt(s.values()[k]);
      addComponent(next, factor, s.vectors(), k, d);
    }
    double change = 0;
    double size = 0;
    for (int e = 0; e < z.length; e++) {
      change += (next[e] - z[e]) * (next[e] - z[e]);
      size += next[e] * next[e];
      z[e] = next[e];
    }
    return size > 0 ? Math.sqrt(change / size) : 0;
  }

  /** next += factor · (A v) vᵀ, or factor · u (uᵀA) when the rows are fewer than the columns. */
  private void addComponent(double[] next, double factor, double[] vectors, int k, int d) {
    double[] v = new double[d];
    for (int i = 0; i < d; i++) {
      v[i] = vectors[i * d + k];
    }
    if (p <= n) {
      for (int i = 0; i < n; i++) {
        Vectors.add(next, i * p, factor * Vectors.dot(a, i * p, v, 0, p), v, 0, p);
      }
    } else {
      double[] row = new double[p];
      for (int i = 0; i < n; i++) {
        Vectors.add(row, 0, v[i], a, i * p, p);
      }
      for (int i = 0; i < n; i++) {
        Vectors.add(next, i * p, factor * v[i], row, 0, p);
      }
    }
  }

  /** Eigenvalues σ² and vectors of the smaller of AᵀA and AAᵀ. */
  private Decompositions.Eigen spectrum() {
    int d = Math.min(n, p);
    double[] g = new double[d * d];
    if (p <= n) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < p; j++) {
          Vectors.add(g, j * d, a[i * p + j], a, i * p, j + 1);
        }
      }
    } else {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          g[i * d + j] = Vectors.dot(a, i * p, a, j * p, p);
        }
      }
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        g[j * d + i] = g[i * d + j];
      }
    }
    return Decompositions.symmetric(g, d);
  }
}

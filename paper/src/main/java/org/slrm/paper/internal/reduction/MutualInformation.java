package org.slrm.paper.internal.reduction;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Vectors;

/**
 * Mutual information of projections Wᵀv of whitened rows with their labels: squared-loss mutual
 * information by least squares (Suzuki, Sugiyama 2013) (I-8). The density ratio is Σ_l α_l K_l(Wᵀv)
 * L_l(y), Gaussians around some of the rows, with
 *
 * <pre>
 * H = (Σ_i p_i K_i K_iᵀ) ∘ (Σ_j p_j L_j L_jᵀ), h = Σ_i p_i K_i ∘ L_i, α = (H + λI)⁻¹ h, SMI = hᵀα − ½ αᵀHα − ½
 * </pre>
 */
final class MutualInformation {
  private static final int FOLDS = 3;
  private static final double[] WIDTHS = {0.5, 1, 2};
  private static final double[] PENALTIES = {1e-3, 1e-2, 1e-1};

  private final Rows rows;
  private final int[] centres;
  private final int b;
  private double width = 1;
  private double penalty = 0.1;

  /**
   * Labelled rows.
   *
   * @param v whitened inputs, one row after another
   * @param y labels of mean 0 and variance 1
   * @param p row weights that sum to 1
   * @param draws number of consecutive rows that are draws of one row
   */
  record Rows(double[] v, double[] y, double[] p, int draws) {
    int q() {
      return v.length / y.length;
    }

    int count() {
      return y.length;
    }
  }

  /** Most centres of Gaussians. */
  MutualInformation(Rows rows, int[] centres) {
    this.rows = rows;
    this.centres = centres;
    b = centres.length;
  }

  /** A problem with given kernel width and penalty. */
  MutualInformation with(double kernels, double lambda) {
    MutualInformation out = new MutualInformation(rows, centres);
    out.width = kernels;
    out.penalty = lambda;
    return out;
  }

  /**
   * The problem with the width and penalty of least cross-validated error of the density ratio
   * (I-8).
   */
  MutualInformation chosen(double[] W, int k) {
    MutualInformation best = this;
    double smallest = Double.POSITIVE_INFINITY;
    for (double kernels : WIDTHS) {
      MutualInformation one = with(kernels, 1);
      double[] K = one.kernels(one.projected(W, k), k);
      double[] L = one.labelKernels();
      Sums[] in = new Sums[FOLDS];
      Sums[] out = new Sums[FOLDS];
      Arrays.setAll(in, f -> one.sums(K, L, f, false));
      Arrays.setAll(out, f -> one.sums(K, L, f, true));
      for (double lambda : PENALTIES) {
        double error = 0;
        for (int f = 0; f < FOLDS; f++) {
          double[] alpha = in[f].solved(in[f].h, lambda);
          error += 0.5 * quadratic(out[f].H, alpha) - Vectors.dot(out[f].h, 0, alpha, 0, b);
        }
        if (error < smallest) {
          smallest = error;
          best = with(kernels, lambda);
        }
      }
    }
    return best;
  }

  /**
   * Information and its gradient in W.
   *
   * @param value SMI
   * @param slope row-major q × k
   */
  record Information(double value, double[] slope) {}

  /**
   * SMI and its gradient: with β = (H + λI)⁻¹Hα, dSMI = dhᵀ(2α − β) − αᵀdH(3α/2 − β), through the
   * kernels K (I-9).
   */
  Information at(double[] W, int k) {
    double[] z = projected(W, k);
    double[] K = kernels(z, k);
    double[] L = labelKernels();
    Sums s = sums(K, L, -1, false);
    double[] alpha = s.solved(s.h, penalty);
    double[] Ha = product(s.H, alpha);
    double[] beta = s.solved(Ha, penalty);
    double value = Vectors.dot(s.h, 0, alpha, 0, b) - 0.5 * Vectors.dot(Ha, 0, alpha, 0, b) - 0.5;
    double[] gamma = new double[b];
    double[] delta = new double[b];
    for (int l = 0; l < b; l++) {
      gamma[l] = 2 * alpha[l] - beta[l];
      delta[l] = 1.5 * alpha[l] - beta[l];
    }
    double[] byDelta = spread(K, s.Y, delta);
    double[] byAlpha = spread(K, s.Y, alpha);
    double[] F = new double[K.length];
    double square = squaredWidth(k);
    for (int i = 0; i < rows.count(); i++) {
      for (int l = 0; l < b; l++) {
        int at = i * b + l;
        double e = L[at] * gamma[l] - alpha[l] * byDelta[at] - delta[l] * byAlpha[at];
        F[at] = -rows.p[i] * e * K[at] / square;
      }
    }
    return new Information(value, slope(F, z, k));
  }

  /** Σ_il F_il (v_i − v_l)(z_i − z_l)ᵀ over rows i and centres l. */
  private double[] slope(double[] F, double[] z, int k) {
    int n = rows.count();
    double[] byRow = new double[n * k];
    for (int i = 0; i < n; i++) {
      for (int l = 0; l < b; l++) {
        int c = centres[l];
        for (int a = 0; a < k; a++) {
          double difference = F[i * b + l] * (z[i * k + a] - z[c * k + a]);
          byRow[i * k + a] += difference;
          byRow[c * k + a] -= difference;
        }
      }
    }
    int q = rows.q();
    double[] out = new double[q * k];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < q; j++) {
        Vectors.add(out, j * k, rows.v[i * q + j], byRow, i * k, k);
      }
    }
    return out;
  }

  /** Σ_m K_im Y_ml c_m for all rows i and centres l. */
  private double[] spread(double[] K, double[] Y, double[] c) {
    double[] scaled = new double[b * b];
    for (int m = 0; m < b; m++) {
      Vectors.add(scaled, m * b, c[m], Y, m * b, b);
    }
    double[] out = new double[K.length];
    Dense.multiply(K, scaled, out, rows.count(), b, b);
    return out;
  }

  /** Wᵀv of all rows. */
  private double[] projected(double[] W, int k) {
    double[] z = new double[rows.count() * k];
    Dense.multiply(rows.v, W, z, rows.count(), rows.q(), k);
    return z;
  }

  private double squaredWidth(int k) {
    return width * width * k;
  }

  private double[] kernels(double[] z, int k) {
    double[] out = new double[rows.count() * b];
    for (int i = 0; i < rows.count(); i++) {
      for (int l = 0; l < b; l++) {
        double square = 0;
        for (int a = 0; a < k; a++) {
          double difference = z[i * k + a] - z[centres[l] * k + a];
          square += difference * difference;
        }
        out[i * b + l] = Math.exp(-square / (2 * squaredWidth(k)));
      }
    }
    return out;
  }

  private double[] labelKernels() {
    double[] out = new double[rows.count() * b];
    for (int i = 0; i < rows.count(); i++) {
      for (int l = 0; l < b; l++) {
        double difference = rows.y[i] - rows.y[centres[l]];
        out[i * b + l] = Math.exp(-difference * difference / (2 * squaredWidth(1)));
      }
    }
    return out;
  }

  /** H and h of the rows outside a fold, or of those in it; fold −1 has no rows. */
  private Sums sums(double[] K, double[] L, int fold, boolean inside) {
    int[] which =
        IntStream.range(0, rows.count())
            .filter(i -> (i / rows.draws % FOLDS == fold) == inside)
            .toArray();
    double total = IntStream.of(which).mapToDouble(i -> rows.p[i]).sum();
    double[] A = new double[b * b];
    double[] Y = new double[b * b];
    double[] h = new double[b];
    for (int i : which) {
      double p = rows.p[i] / total;
      for (int l = 0; l < b; l++) {
        Vectors.add(A, l * b, p * K[i * b + l], K, i * b, b);
        Vectors.add(Y, l * b, p * L[i * b + l], L, i * b, b);
        h[l] += p * K[i * b + l] * L[i * b + l];
      }
    }
    double[] H = new double[b * b];
    Arrays.setAll(H, e -> A[e] * Y[e]);
    return new Sums(H, Y, h);
  }

  private record Sums(double[] H, double[] Y, double[] h) {
    /** (H + λI)⁻¹ c. */
    double[] solved(double[] c, double lambda) {
      int b = h.length;
      double[] A = H.clone();
      for (int l = 0; l < b; l++) {
        A[l * b + l] += lambda;
      }
      Cholesky.factor(A, b, 0);
      double[] out = c.clone();
      Cholesky.solve(A, b, out);
      return out;
    }
  }

  private double quadratic(double[] H, double[] alpha) {
    return Vectors.dot(product(H, alpha), 0, alpha, 0, b);
  }

  private double[] product(double[] H, double[] alpha) {
    double[] out = new double[b];
    Arrays.setAll(out, l -> Vectors.dot(H, l * b, alpha, 0, b));
    return out;
  }
}

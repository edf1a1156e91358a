package org.slrm.internal.factor.moments;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;

/**
 * E and M step from pairwise covariances S of the columns alone (L-9), as if every row were
 * complete. An iteration costs p²d whatever the number of rows. With W = Ψ⁻¹V:
 *
 * <pre>
 * C = I + VᵀW,  B = C⁻¹Wᵀ,  E = C⁻¹ + BSBᵀ,   V ← SBᵀ(E + ψ_j/n_j λ I)⁻¹
 * </pre>
 *
 * The result is consistent where entries are missing completely at random, but not the
 * maximum-likelihood estimate; a few iterations over the rows lead there.
 */
public final class MomentRows implements LikelihoodRows {
  /** Pairwise covariances may imply a negative noise variance. */
  private static final double MIN_NOISE = 1e-3;

  final double[] S;
  private final int stride;
  private final int p;
  private final int features;
  private final double[] mean;
  private final double[] known;
  private final double size;

  private MomentRows(double[] S, int stride, int p, int features, double[] mean, double[] known) {
    this.S = S;
    this.stride = stride;
    this.p = p;
    this.features = features;
    this.mean = mean;
    this.known = known;
    size = Math.max(1, Arrays.stream(known, 0, features).average().orElse(1));
  }

  /** Rows with these moments; the first columns are features. */
  public static MomentRows of(PairMoments m, int features) {
    double[] known = new double[m.columns()];
    Arrays.setAll(known, m::observed);
    return new MomentRows(m.covariance(), m.columns(), m.columns(), features, m.mean(), known);
  }

  /** Without labels. */
  public MomentRows labelFree() {
    return new MomentRows(
        S,
        stride,
        features,
        features,
        Arrays.copyOf(mean, features),
        Arrays.copyOf(known, features));
  }

  @Override
  public int rows() {
    return (int) Math.ceil(size);
  }

  @Override
  public int features() {
    return features;
  }

  int columns() {
    return p;
  }

  double covariance(int j, int k) {
    return S[j * stride + k];
  }

  double[] mean() {
    return mean;
  }

  @Override
  public ColumnStatistics statistics() {
    int[] count = new int[p];
    double[] variance = new double[p];
    for (int j = 0; j < p; j++) {
      count[j] = (int) known[j];
      variance[j] = S[j * stride + j];
    }
    return new ColumnStatistics(rows(), count, known, mean, variance, mean, mean);
  }

  @Override
  public double[] project(double[] mu, double[] V, int d) {
    throw new UnsupportedOperationException("the start of a fit to moments is MomentStart");
  }

  /** out = S A for A of p × columns, a multiple of four. */
  double[] times(double[] A, int columns) {
    double[] out = new double[p * columns];
    Kernels.active().multiply(S, stride, A, out, p, p, columns);
    return out;
  }

  @Override
  public Round round(Factors theta, double[] omega, MaximizationStep maximization) {
    int d = theta.d();
    int q = padded(d);
    double[] W = new double[p * q];
    double[] root = new double[p * d];
    double noises = 0;
    double fit = 0;
    for (int j = 0; j < p; j++) {
      double precision = omega[j] / theta.psi()[j];
      double half = Math.sqrt(precision);
      for (int k = 0; k < d; k++) {
        W[j * q + k] = theta.V()[j * d + k] * precision;
        root[j * d + k] = theta.V()[j * d + k] * half;
      }
      noises += omega[j] * Math.log(2 * Math.PI * theta.psi()[j]);
      fit += precision * S[j * stride + j];
    }
    double[] packed = new double[Packed.length(d)];
    Dense.gram(root, p, d, packed);
    for (int k = 0; k < d; k++) {
      packed[Packed.at(k, k)] += 1;
    }
    SpdFactor factor = new SpdFactor(d);
    factor.factorRidged(packed, 0);
    double logDet = factor.logDeterminant();
    factor.inverse(packed, 0);
    double[] inverse = unpacked(packed, d, q);
    double[] SB = product(times(W, q), inverse, p, d, q);
    double[] WSB = product(transposed(W, p, d, q), p, SB, d, q);
    for (int k = 0; k < d; k++) {
      fit -= WSB[k * q + k];
    }
    double[] BSB = product(inverse, WSB, d, d, q);
    double[] E = new double[d * d];
    for (int k = 0; k < d; k++) {
      for (int l = 0; l < d; l++) {
        E[k * d + l] = inverse[k * q + l] + 0.5 * (BSB[k * q + l] + BSB[l * q + k]);
      }
    }
    return new Moments(theta, -0.5 * size * (noises + logDet + fit), SB, E, maximization);
  }

  static int padded(int d) {
    return (d + 3) / 4 * 4;
  }

  private static double[] unpacked(double[] packed, int d, int q) {
    double[] out = new double[d * q];
    for (int i = 0, k = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        out[i * q + j] = packed[k];
        out[j * q + i] = packed[k];
      }
    }
    return out;
  }

  static double[] transposed(double[] a, int rows, int d, int q) {
    double[] out = new double[d * rows];
    for (int j = 0; j < rows; j++) {
      for (int k = 0; k < d; k++) {
        out[k * rows + j] = a[j * q + k];
      }
    }
    return out;
  }

  /** A B for A of rows × k, with rows of q numbers in A, B and the result. */
  private static double[] product(double[] A, double[] B, int rows, int k, int q) {
    double[] out = new double[rows * q];
    Kernels.active().multiply(A, q, B, out, rows, k, q);
    return out;
  }

  private static double[] product(double[] A, int k, double[] B, int rows, int q) {
    double[] out = new double[rows * q];
    Kernels.active().multiply(A, k, B, out, rows, k, q);
    return out;
  }

  /** The outcome of one E step. */
  private final class Moments implements Round {
    private final Factors theta;
    private final double objective;
    private final double[] SB;
    private final double[] E;
    private final MaximizationStep maximization;

    Moments(
        Factors theta, double objective, double[] SB, double[] E, MaximizationStep maximization) {
      this.theta = theta;
      this.objective = objective;
      this.SB = SB;
      this.E = E;
      this.maximization = maximization;
    }

    @Override
    public double objective() {
      return objective;
    }

    @Override
    public @Nullable Whitening whitening() {
      double[] R = E.clone();
      return Cholesky.factor(R, theta.d(), 1e-12) ? new Whitening(R, new double[theta.d()]) : null;
    }

    /** By E = Q diag(e) Qᵀ, because the prior's weight differs from column to column. */
    @Override
    public Factors maximized() {
      int d = theta.d();
      int q = padded(d);
      Decompositions.Eigen eigen = Decompositions.symmetric(E, d);
      double[] e = eigen.values();
      double[] Q = new double[d * q];
      double[] transposedQ = new double[d * q];
      for (int k = 0; k < d; k++) {
        for (int l = 0; l < d; l++) {
          Q[k * q + l] = eigen.vectors()[k * d + l];
          transposedQ[l * q + k] = eigen.vectors()[k * d + l];
        }
      }
      double[] T = product(SB, Q, p, d, q);
      double[] residual = new double[p];
      double lambda = maximization.prior().loadingPrecision();
      for (int j = 0; j < p; j++) {
        double n = Math.max(1, known[j]);
        double r = lambda * theta.psi()[j] / (maximization.omega()[j] * n);
        double left = S[j * stride + j];
        for (int k = 0; k < d; k++) {
          double t = T[j * q + k];
          double v = t / Math.max(e[k] + r, 1e-12);
          // S_jj − 2 vᵀt + vᵀ diag(e) v
          left += v * (e[k] * v - 2 * t);
          T[j * q + k] = v;
        }
        residual[j] = known[j] * Math.max(left, MIN_NOISE * S[j * stride + j]);
      }
      double[] loadings = product(T, transposedQ, p, d, q);
      double[] V = new double[p * d];
      for (int j = 0; j < p; j++) {
        System.arraycopy(loadings, j * q, V, j * d, d);
      }
      var columns = new MaximizationStep.ColumnParameters(0, mean, V, residual, known);
      return maximization.finished(List.of(columns), theta);
    }
  }
}

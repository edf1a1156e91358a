package org.slrm.paper.internal.baseline;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.TrainingData;

/**
 * PLS by NIPALS with every sum over observed entries, with weighted sums over rows. For each
 * component, on residuals X and Y:
 *
 * <pre>
 * repeat   w_j = Σ_i x_ij u_i / Σ_i u_i²,  w ← w/‖w‖
 *          t_i = Σ_j x_ij w_j / Σ_j w_j²
 *          q_k = Σ_i y_ik t_i / Σ_i t_i²
 *          u_i = Σ_k y_ik q_k / Σ_k q_k²
 * until t converges
 * p_j = Σ_i x_ij t_i / Σ_i t_i²;  X ← X − t pᵀ,  Y ← Y − t qᵀ
 * </pre>
 */
final class Nipals {
  private static final double NOTHING_LEFT = 1e-20;

  private final TrainingData data;
  private final IncompleteMatrix x;
  private final IncompleteMatrix y;
  private final double[] ex;
  private final double[] ey;
  private final double[] w;
  private final double[] p;
  private final double[] q;
  private final double[] t;
  private final double[] u;
  private final double[] sums;
  private int iterations;
  private boolean converged = true;

  private Nipals(TrainingData data, double[] meanX, double[] meanY) {
    this.data = data;
    x = data.x();
    y = data.y();
    ex = residuals(x, meanX);
    ey = residuals(y, meanY);
    w = new double[x.columns()];
    p = new double[x.columns()];
    q = new double[y.columns()];
    t = new double[x.rows()];
    u = new double[x.rows()];
    sums = new double[Math.max(x.columns(), y.columns())];
  }

  /**
   * The components.
   *
   * @param count their number; fewer than requested when the residual is 0
   * @param meanX column means of the features
   * @param meanY column means of the labels
   * @param W weights, component by component
   * @param P loadings of the features
   * @param Q loadings of the labels
   * @param residual mean squared residual of each feature
   * @param iterations over all components
   * @param converged whether every component met the tolerance
   */
  record Components(
      int count,
      double[] meanX,
      double[] meanY,
      double[] W,
      double[] P,
      double[] Q,
      double[] residual,
      int iterations,
      boolean converged) {

    /** Predictions of row i by the first 1, 2, … components, at {@code out[a * targets + k]}. */
    void predict(IncompleteMatrix x, int i, double[] out) {
      int D = meanX.length;
      int targets = meanY.length;
      double[] r = new double[x.observed(i)];
      int from = x.rowStart(i);
      for (int e = 0; e < r.length; e++) {
        r[e] = x.value(from + e) - meanX[x.column(from + e)];
      }
      double[] sum = meanY.clone();
      for (int a = 0; a < count; a++) {
        double xw = 0;
        double ww = 0;
        for (int e = 0; e < r.length; e++) {
          double wj = W[a * D + x.column(from + e)];
          xw += r[e] * wj;
          ww += wj * wj;
        }
        double t = xw / Math.max(ww, PlsMember.MIN_NORM);
        for (int e = 0; e < r.length; e++) {
          r[e] -= t * P[a * D + x.column(from + e)];
        }
        Vectors.add(sum, 0, t, Q, a * targets, targets);
        System.arraycopy(sum, 0, out, a * targets, targets);
      }
    }
  }

  /** Up to this number of components. */
  static Components fit(TrainingData data, int maxComponents, double tolerance, int maxIterations) {
    double[] meanX = means(data.x(), data);
    double[] meanY = means(data.y(), data);
    Nipals state = new Nipals(data, meanX, meanY);
    int D = meanX.length;
    int targets = meanY.length;
    double[] W = new double[maxComponents * D];
    double[] P = new double[maxComponents * D];
    double[] Q = new double[maxComponents * targets];
    int a = 0;
    for (; a < maxComponents && state.component(tolerance, maxIterations); a++) {
      System.arraycopy(state.w, 0, W, a * D, D);
      System.arraycopy(state.p, 0, P, a * D, D);
      System.arraycopy(state.q, 0, Q, a * targets, targets);
    }
    return new Components(
        a, meanX, meanY, W, P, Q, state.residualVariance(), state.iterations, state.converged);
  }

  /** One component and its deflation; false when the residual is 0. */
  private boolean component(double tolerance, int maxIterations) {
    if (!start()) {
      return false;
    }
    double change = Double.POSITIVE_INFINITY;
    int step = 0;
    for (; step < maxIterations && change > tolerance; step++) {
      if (!weights()) {
        return false;
      }
      change = scores();
      if (!labelLoadings()) {
        return false;
      }
      if (y.columns() == 1) {
        // With one target u is a multiple of y, so the first weights are final.
        change = 0;
      } else {
        labelScores();
      }
    }
    iterations += step;
    converged &= change <= tolerance;
    columnRegression(x, ex, t, p);
    deflate(x, ex, p);
    deflate(y, ey, q);
    return true;
  }

  /** u = the label column with the largest residual; NaN where a row has no label. */
  private boolean start() {
    Arrays.fill(sums, 0);
    double weight = 0;
    for (int i = 0; i < y.rows(); i++) {
      for (int k = y.rowStart(i); k < y.rowStart(i + 1); k++) {
        sums[y.column(k)] += data.weight(i) * (ey[k] * ey[k]);
        weight += data.weight(i);
      }
    }
    int best = 0;
    for (int c = 1; c < y.columns(); c++) {
      best = sums[c] > sums[best] ? c : best;
    }
    Arrays.fill(u, Double.NaN);
    for (int i = 0; i < y.rows(); i++) {
      for (int k = y.rowStart(i); k < y.rowStart(i + 1); k++) {
        if (y.column(k) == best) {
          u[i] = ey[k];
        }
      }
    }
    Arrays.fill(t, 0);
    return sums[best] > NOTHING_LEFT * weight;
  }

  private boolean weights() {
    columnRegression(x, ex, u, w);
    double norm = Math.sqrt(Vectors.dot(w, 0, w, 0, w.length));
    for (int j = 0; j < w.length; j++) {
      w[j] /= norm;
    }
    return norm > 1e-12;
  }

  /** Updates t; returns its relative change. */
  private double scores() {
    double change = 0;
    double size = 0;
    for (int i = 0; i < x.rows(); i++) {
      double xw = 0;
      double ww = 0;
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        double wj = w[x.column(k)];
        xw += ex[k] * wj;
        ww += wj * wj;
      }
      double now = xw / Math.max(ww, PlsMember.MIN_NORM);
      change += data.weight(i) * ((now - t[i]) * (now - t[i]));
      size += data.weight(i) * (now * now);
      t[i] = now;
    }
    return size > 0 ? Math.sqrt(change / size) : 0;
  }

  private boolean labelLoadings() {
    columnRegression(y, ey, t, q);
    return Vectors.dot(t, 0, t, 0, t.length) > NOTHING_LEFT * t.length
        && Vectors.dot(q, 0, q, 0, q.length) > 0;
  }

  private void labelScores() {
    for (int i = 0; i < y.rows(); i++) {
      double yq = 0;
      double qq = 0;
      for (int k = y.rowStart(i); k < y.rowStart(i + 1); k++) {
        yq += ey[k] * q[y.column(k)];
        qq += q[y.column(k)] * q[y.column(k)];
      }
      u[i] = qq > 0 ? yq / qq : Double.NaN;
    }
  }

  /** out_j = Σ_i z_ij v_i / Σ_i v_i² over rows where both are observed. */
  private void columnRegression(IncompleteMatrix z, double[] e, double[] v, double[] out) {
    Arrays.fill(out, 0);
    Arrays.fill(sums, 0);
    for (int i = 0; i < z.rows(); i++) {
      for (int k = z.rowStart(i); !Double.isNaN(v[i]) && k < z.rowStart(i + 1); k++) {
        out[z.column(k)] += data.weight(i) * (e[k] * v[i]);
        sums[z.column(k)] += data.weight(i) * (v[i] * v[i]);
      }
    }
    for (int j = 0; j < out.length; j++) {
      out[j] = sums[j] > 0 ? out[j] / sums[j] : 0;
    }
  }

  private void deflate(IncompleteMatrix z, double[] e, double[] loading) {
    for (int i = 0; i < z.rows(); i++) {
      for (int k = z.rowStart(i); k < z.rowStart(i + 1); k++) {
        e[k] -= t[i] * loading[z.column(k)];
      }
    }
  }

  private double[] residualVariance() {
    double[] out = new double[x.columns()];
    double[] weight = x.statistics(data.weights()).weight();
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        out[x.column(k)] += data.weight(i) * (ex[k] * ex[k]) / weight[x.column(k)];
      }
    }
    return out;
  }

  private static double[] means(IncompleteMatrix z, TrainingData data) {
    return Arrays.stream(z.statistics(data.weights()).mean())
        .map(m -> Double.isNaN(m) ? 0 : m)
        .toArray();
  }

  private static double[] residuals(IncompleteMatrix z, double[] mean) {
    double[] out = new double[z.known()];
    for (int k = 0; k < out.length; k++) {
      out[k] = z.value(k) - mean[z.column(k)];
    }
    return out;
  }
}

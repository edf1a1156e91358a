package org.slrm.paper.internal.step;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * One recursive least-squares step for every observed feature j of a row (S-3):
 *
 * <pre>v = R_j†α;  β = 1 + αᵀv;  R_j† −= vvᵀ/β;  U_j += (x_j − αᵀU_j) v/β</pre>
 *
 * R_j† is symmetric and packed; those of four neighbouring features are interleaved, so that one
 * vector holds the same entry of each. Up to four updates are delayed and applied to R_j† at once,
 * which writes it a quarter as often; until then products include them. With a forgetting factor λ
 * below 1 an older row counts less: β = λ + αᵀv and R_j† is divided by λ afterwards. The divisions
 * are collected in a separate factor until it has grown large.
 *
 * <p>A row of weight q equals q copies of it with the same factor scores (S-3q):
 *
 * <pre>β = λ^q/(1 + λ + … + λ^{q−1}) + αᵀv;  R_j† ← (R_j† − vvᵀ/β)/λ^q</pre>
 */
public final class RecursiveLeastSquaresStep {
  private static final int SIDE = 4;

  /** A factor beyond this is applied to R_j†. */
  private static final double LARGE = 1e3;

  private final int D;
  private final int d;
  private final int size;
  private final double delta;
  private final Forgetting forgetting;
  private final double[] inverseR;

  /** Multiplier of the stored R_j†: 1 without forgetting. */
  private final double[] factor;

  private final double[] v;
  private final double[] beta = new double[SIDE];

  /** −1/β and v of delayed updates, and their number for each four neighbours. */
  private final double[] scale;

  private final double[] waiting;
  private final int[] updates;
  private final int[] columns;
  private final double[] values;
  private final double[] residuals;
  private final double[] code;

  /** Number of rows so far, and at the last update of R_j†. */
  private double now;

  private final double[] seen;
  private long restarts;

  /** For D features and scores of length d, with R_j† = δI at the start. */
  public RecursiveLeastSquaresStep(int D, int d, double delta, Forgetting forgetting) {
    this.D = D;
    this.d = d;
    this.delta = delta;
    this.forgetting = forgetting;
    size = Packed.length(d);
    inverseR = new double[Math.multiplyExact((D + SIDE - 1) / SIDE * SIDE, size)];
    factor = new double[D];
    v = new double[SIDE * d + SIDE];
    updates = new int[(D + SIDE - 1) / SIDE];
    scale = new double[updates.length * SIDE * Kernels.UPDATES];
    waiting = new double[scale.length * d];
    columns = new int[D];
    values = new double[D];
    residuals = new double[D];
    code = new double[d + Kernels.SPARE];
    seen = new double[D];
    for (int j = 0; j < D; j++) {
      restart(j);
    }
  }

  /** R_j† = δI. */
  private void restart(int j) {
    int at = j / SIDE * SIDE * size + j % SIDE;
    factor[j] = 1;
    for (int k = 0; k < size; k++) {
      inverseR[at + SIDE * k] = 0;
    }
    for (int c = 0; c < d; c++) {
      inverseR[at + SIDE * Packed.at(c, c)] = delta;
    }
  }

  /** R_j† of all features, packed one after the other. */
  public double[] inverseR() {
    for (int g = 0; g < updates.length; g++) {
      settle(g);
    }
    double[] out = new double[D * size];
    for (int j = 0; j < D; j++) {
      double f = factor[j] / forgetting.left(unobserved(j));
      for (int k = 0; k < size; k++) {
        out[j * size + k] = f * inverseR[j / SIDE * SIDE * size + SIDE * k + j % SIDE];
      }
    }
    return out;
  }

  /** How often rounding made an R_j† indefinite, so that it was reset. */
  public long restarts() {
    return restarts;
  }

  /** Updates the rows of U that row i observes; U is no longer orthonormal afterwards. */
  public void update(double[] U, IncompleteMatrix x, int i, double[] alpha, double weight) {
    int m = x.observed(i);
    for (int e = 0, k = x.rowStart(i); e < m; e++, k++) {
      columns[e] = x.column(k);
      values[e] = x.value(k);
    }
    update(U, m, alpha, weight);
  }

  /** Updates the rows of U that a row observes. */
  public void update(double[] U, IncompleteRow row, double[] alpha, double weight) {
    int m = row.observed();
    for (int e = 0; e < m; e++) {
      columns[e] = row.index(e);
      values[e] = row.value(e);
    }
    update(U, m, alpha, weight);
  }

  /** Updates the rows of U listed in the first m increasing columns by their observed values. */
  private void update(double[] U, int m, double[] alpha, double weight) {
    residuals(U, m, alpha);
    double left = forgetting.left(weight);
    double least = left / forgetting.copies(weight);
    int to;
    for (int from = 0; from < m; from = to) {
      for (to = from + 1; to < m && columns[to] / SIDE == columns[from] / SIDE; to++) {
        // Finds the end of interleaved neighbours.
      }
      fade(from, to);
      int g = columns[from] / SIDE;
      int at = g * SIDE * Kernels.UPDATES;
      Kernels.active()
          .multiplyQuad(
              inverseR, g * SIDE * size, scale, at, waiting, at * d, updates[g], alpha, v, d);
      int s = at + SIDE * updates[g]++;
      System.arraycopy(v, 0, waiting, s * d, SIDE * d);
      weigh(from, to, least, s);
      for (int e = from; e < to; e++) {
        move(U, columns[e], residuals[e], s + columns[e] % SIDE);
      }
      if (updates[g] == Kernels.UPDATES) {
        settle(g);
      }
      for (int e = from; left < 1 && e < to; e++) {
        forget(columns[e], left);
        seen[columns[e]] = now + weight;
      }
    }
    now += weight;
  }

  /** Number of rows without feature j that fade it. */
  private double unobserved(int j) {
    return forgetting.fadesUnobserved() ? now - seen[j] : 0;
  }

  /** Applies the forgetting since features were last observed. */
  private void fade(int from, int to) {
    for (int e = from; forgetting.fadesUnobserved() && e < to; e++) {
      forget(columns[e], forgetting.left(unobserved(columns[e])));
    }
  }

  /** Applies the delayed updates of the g-th four features. */
  private void settle(int g) {
    int at = g * SIDE * Kernels.UPDATES;
    // Absent ones have scale 0.
    Kernels.active().addOutersQuad(inverseR, g * SIDE * size, scale, at, waiting, at * d, d);
    Arrays.fill(scale, at, at + SIDE * Kernels.UPDATES, 0);
    updates[g] = 0;
  }

  /**
   * With R_j† = fR and v = fu, where u = Rα: β = λ + αᵀv, and −f/β from {@code s} on where a
   * feature is observed, 0 where it is not. R changes by −uuᵀf/β, and U_j moves along uf/β = v/β.
   *
   * @param least λ, for a row that counts once
   */
  private void weigh(int from, int to, double least, int s) {
    System.arraycopy(v, SIDE * d, beta, 0, SIDE);
    for (int e = from; e < to; e++) {
      int j = columns[e];
      double b = least + factor[j] * beta[j % SIDE];
      if (b >= least) {
        scale[s + j % SIDE] = -factor[j] / b;
      } else {
        restarts++;
        drop(j);
        restart(j);
      }
    }
  }

  /** Discards the delayed updates. */
  private void drop(int j) {
    int first = j / SIDE * SIDE * Kernels.UPDATES;
    for (int p = first; p < first + SIDE * Kernels.UPDATES; p += SIDE) {
      scale[p + j % SIDE] = 0;
      for (int c = 0; c < d; c++) {
        waiting[p * d + SIDE * c + j % SIDE] = 0;
      }
    }
  }

  /** x_j − αᵀU_j of the first m columns. */
  private void residuals(double[] U, int m, double[] alpha) {
    System.arraycopy(alpha, 0, code, 0, d);
    int whole = Kernels.whole(columns, m, d, U.length);
    Kernels.active().multiplyRows(U, d, columns, whole, code, residuals);
    for (int e = 0; e < m; e++) {
      double fitted = e < whole ? residuals[e] : Vectors.dot(U, columns[e] * d, alpha, 0, d);
      residuals[e] = values[e] - fitted;
    }
  }

  private void move(double[] U, int j, double residual, int s) {
    double step = -scale[s] * residual;
    if (step == 0) {
      return;
    }
    int at = j * d;
    for (int c = 0, k = j % SIDE; c < d; c++, k += SIDE) {
      U[at + c] += step * v[k];
    }
  }

  /** R_j† divided by λ or by the remaining factor. */
  private void forget(int j, double left) {
    factor[j] /= left;
    if (factor[j] > LARGE) {
      settle(j / SIDE);
      int at = j / SIDE * SIDE * size + j % SIDE;
      for (int k = 0; k < size; k++) {
        inverseR[at + SIDE * k] *= factor[j];
      }
      factor[j] = 1;
    }
  }
}

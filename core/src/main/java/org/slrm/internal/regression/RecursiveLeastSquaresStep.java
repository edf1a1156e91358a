package org.slrm.internal.regression;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * One recursive least-squares step for every observed feature j of a row (S-3):
 *
 * <pre>v = R_j†α;  β = 1 + αᵀv;  R_j† −= vvᵀ/β;  U_j += (x_j − αᵀU_j) v/β</pre>
 *
 * R_j† is symmetric and packed; those of four neighbouring features lie side by side, so that one
 * vector holds the same entry of each. Up to four of their updates wait, and count in products,
 * before R_j† takes them at once: it is then written a quarter as often. With a forgetting factor λ
 * below 1 an older row counts less: β = λ + αᵀv and R_j† is divided by λ afterwards. What is kept
 * is R_j† without these divisions, which a factor of its own makes up for until it has grown large.
 */
public final class RecursiveLeastSquaresStep {
  private static final int SIDE = 4;

  /** A factor beyond this is multiplied out. */
  private static final double LARGE = 1e3;

  private final int D;
  private final int d;
  private final int size;
  private final double delta;
  private final double forgetting;
  private final double[] inverseR;

  /** What R_j† as it is kept is to be multiplied by: 1 without forgetting. */
  private final double[] factor;

  private final double[] v;
  private final double[] beta = new double[SIDE];

  /** −1/β and v of updates that R_j† still lacks, and how many four neighbours wait for. */
  private final double[] scale;

  private final double[] waiting;
  private final int[] updates;
  private final int[] columns;
  private final double[] values;
  private long restarts;

  /** Without forgetting. */
  public RecursiveLeastSquaresStep(int D, int d, double delta) {
    this(D, d, delta, 1);
  }

  /** For D features and codes of length d, R_j† = δI at the start. */
  public RecursiveLeastSquaresStep(int D, int d, double delta, double forgetting) {
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
      for (int k = 0; k < size; k++) {
        out[j * size + k] = factor[j] * inverseR[j / SIDE * SIDE * size + SIDE * k + j % SIDE];
      }
    }
    return out;
  }

  /** How often rounding had made an R_j† indefinite, so that it was started again. */
  public long restarts() {
    return restarts;
  }

  /** Moves the rows of U that row i observes; U is no longer orthonormal afterwards. */
  public void update(double[] U, IncompleteMatrix x, int i, double[] alpha) {
    int m = x.observed(i);
    for (int e = 0, k = x.rowStart(i); e < m; e++, k++) {
      columns[e] = x.column(k);
      values[e] = x.value(k);
    }
    update(U, columns, values, m, alpha);
  }

  /** Moves the rows of U that the first m of the rising columns name by their observed values. */
  public void update(double[] U, int[] columns, double[] values, int m, double[] alpha) {
    int to;
    for (int from = 0; from < m; from = to) {
      for (to = from + 1; to < m && columns[to] / SIDE == columns[from] / SIDE; to++) {
        // finds the end of those side by side
      }
      int g = columns[from] / SIDE;
      int at = g * SIDE * Kernels.UPDATES;
      Kernels.active()
          .multiplyQuad(
              inverseR, g * SIDE * size, scale, at, waiting, at * d, updates[g], alpha, v, d);
      int s = at + SIDE * updates[g]++;
      System.arraycopy(v, 0, waiting, s * d, SIDE * d);
      weigh(columns, from, to, alpha, s);
      for (int e = from; e < to; e++) {
        move(U, columns[e], values[e], alpha, s + columns[e] % SIDE);
      }
      if (updates[g] == Kernels.UPDATES) {
        settle(g);
      }
      for (int e = from; forgetting < 1 && e < to; e++) {
        forget(columns[e]);
      }
    }
  }

  /** R_j† of the g-th four features takes the updates that wait. */
  private void settle(int g) {
    int at = g * SIDE * Kernels.UPDATES;
    // those that are not there have scale 0
    Kernels.active().addOutersQuad(inverseR, g * SIDE * size, scale, at, waiting, at * d, d);
    Arrays.fill(scale, at, at + SIDE * Kernels.UPDATES, 0);
    updates[g] = 0;
  }

  /**
   * With R_j† = fR and v = fu, where u = Rα: β = λ + αᵀv, and −f/β from {@code s} on where a
   * feature is observed, 0 where it is not. R takes −uuᵀf/β, and U_j moves along uf/β = v/β.
   */
  private void weigh(int[] columns, int from, int to, double[] alpha, int s) {
    System.arraycopy(v, SIDE * d, beta, 0, SIDE);
    for (int e = from; e < to; e++) {
      int j = columns[e];
      double b = forgetting + factor[j] * beta[j % SIDE];
      if (b >= forgetting) {
        scale[s + j % SIDE] = -factor[j] / b;
      } else {
        restarts++;
        drop(j);
        restart(j);
      }
    }
  }

  /** Nothing waits for R_j† any more. */
  private void drop(int j) {
    int first = j / SIDE * SIDE * Kernels.UPDATES;
    for (int p = first; p < first + SIDE * Kernels.UPDATES; p += SIDE) {
      scale[p + j % SIDE] = 0;
      for (int c = 0; c < d; c++) {
        waiting[p * d + SIDE * c + j % SIDE] = 0;
      }
    }
  }

  private void move(double[] U, int j, double value, double[] alpha, int s) {
    double step = -scale[s] * (value - Vectors.dot(U, j * d, alpha, 0, d));
    for (int c = 0; step != 0 && c < d; c++) {
      U[j * d + c] += step * v[SIDE * c + j % SIDE];
    }
  }

  /** R_j† / λ. */
  private void forget(int j) {
    factor[j] /= forgetting;
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

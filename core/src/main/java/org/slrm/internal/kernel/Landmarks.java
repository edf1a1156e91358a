package org.slrm.internal.kernel;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.Workers;

/**
 * Kernel ridge regression of many rows with centres at some of them (H-4): where k_i is the kernel
 * of row i with each centre,
 *
 * <pre>(Σ w k_i k_iᵀ + λK) α = Σ w k_i (y_i − b)</pre>
 *
 * The sums are computed once and serve every penalty. Labels of other losses are working labels
 * near some η (H-6).
 */
final class Landmarks {
  private static final int BLOCK = 512;

  /** Rows whose leverages are computed together: whole vectors that fit the cache. */
  private static final int SOLVED = 48;

  /** Keeps the matrix of equal centres invertible. */
  private static final double JITTER = 1e-10;

  private final KernelRows rows;
  private final KernelRows centres;
  private final Kernel kernel;
  private final double mean;
  private final int m;
  private final double[] columns;
  private final double[] K;
  private final double[] gram;
  private final double[] right;

  Landmarks(KernelRows rows, KernelRows centres, Kernel kernel, double mean, Workers workers) {
    this.rows = rows;
    this.centres = centres;
    this.kernel = kernel;
    this.mean = mean;
    m = centres.count();
    columns = centres.columns();
    K = new LeaveOneOut(centres, mean).matrix(kernel);
    gram = new double[Packed.length(m)];
    right = new double[m];
    sum(workers);
  }

  /** Blocks are summed in their order, whichever thread computed them. */
  private void sum(Workers workers) {
    int blocks = (rows.count() + BLOCK - 1) / BLOCK;
    int together = Math.max(1, workers.threads());
    for (int first = 0; first < blocks; first += together) {
      int from = first;
      int count = Math.min(together, blocks - first);
      double[][] grams = new double[count][];
      double[][] rights = new double[count][];
      workers.run(
          count,
          (worker, b) -> {
            double[] k = weighted((from + b) * BLOCK);
            int size = k.length / m;
            grams[b] = new double[gram.length + Kernels.SPARE];
            Packed.sumOuters(grams[b], k, IntStream.range(0, size).toArray(), size, m);
            rights[b] = right(k, (from + b) * BLOCK);
          });
      for (int b = 0; b < count; b++) {
        Vectors.add(gram, 0, 1, grams[b], 0, gram.length);
        Vectors.add(right, 0, 1, rights[b], 0, m);
      }
    }
  }

  /** √w k of a block of rows. */
  private double[] weighted(int from) {
    int to = Math.min(rows.count(), from + BLOCK);
    double[] out = kernels(rows, from, to);
    for (int i = from; i < to; i++) {
      double root = Math.sqrt(rows.weights()[i]);
      for (int l = (i - from) * m; l < (i - from + 1) * m; l++) {
        out[l] *= root;
      }
    }
    return out;
  }

  private double[] right(double[] k, int from) {
    double[] out = new double[m];
    for (int i = 0; i < k.length / m; i++) {
      double root = Math.sqrt(rows.weights()[from + i]);
      Vectors.add(out, 0, root * (rows.y()[from + i] - mean), k, i * m, m);
    }
    return out;
  }

  /** The weights of the centres. */
  double[] solved(double penalty) {
    return solved(penalty, new SpdFactor(m));
  }

  private double[] solved(double penalty, SpdFactor factor) {
    double[] A = gram.clone();
    Vectors.add(A, 0, penalty, K, 0, A.length);
    for (int l = 0; l < m; l++) {
      A[Packed.at(l, l)] += JITTER * penalty * K[Packed.at(l, l)];
    }
    factor.factorRidged(A, 0);
    double[] alpha = right.clone();
    factor.solve(alpha);
    return alpha;
  }

  /** b + Σ α k of every row. */
  double[] values(double[] alpha, Workers workers) {
    double[] out = new double[rows.count()];
    workers.run(
        (rows.count() + BLOCK - 1) / BLOCK,
        (worker, b) -> {
          double[] k = weighted(b * BLOCK);
          for (int r = 0; r < k.length / m; r++) {
            double root = Math.sqrt(rows.weights()[b * BLOCK + r]);
            out[b * BLOCK + r] = mean + Vectors.dot(k, r * m, alpha, 0, m) / root;
          }
        });
    return out;
  }

  /**
   * Mean leave-one-out deviance of some rows with fixed centres: the residual of row i without it
   * is its residual over 1 − w k_iᵀA⁻¹k_i (H-3).
   *
   * @param near the working labels of these rows
   * @param all k of these rows, by {@link #with}
   */
  LeaveOneOut.Choice evaluated(
      double penalty, KernelRows near, KernelRows some, double[] all, Workers workers) {
    SpdFactor factor = new SpdFactor(m);
    double[] alpha = solved(penalty, factor);
    double[] leverage = leverages(factor, all, workers);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < some.count(); i++) {
      double w = near.weights()[i];
      double residual = near.y()[i] - mean - Vectors.dot(all, i * m, alpha, 0, m);
      // Rounding must not give a leverage above 1.
      double left = Math.max(1e-6, 1 - w * leverage[i]);
      sum +=
          some.kind().quadratic()
              ? w * residual * residual / (left * left)
              : some.weights()[i]
                  * some.kind().deviance(some.y()[i], near.y()[i] - residual / left);
      total += some.weights()[i];
    }
    return new LeaveOneOut.Choice(kernel, penalty, sum / total);
  }

  /** kᵀA⁻¹k of each row, by blocks of rows. */
  private double[] leverages(SpdFactor factor, double[] all, Workers workers) {
    double[] transposed = factor.transposed();
    double[] out = new double[all.length / m];
    workers.run(
        (out.length + SOLVED - 1) / SOLVED,
        (worker, block) -> {
          int first = block * SOLVED;
          int count = Math.min(SOLVED, out.length - first);
          double[] z = new double[m * SOLVED];
          for (int r = 0; r < count; r++) {
            for (int l = 0; l < m; l++) {
              z[l * SOLVED + r] = all[(first + r) * m + l];
            }
          }
          factor.forward(transposed, z, SOLVED);
          for (int l = 0; l < m; l++) {
            for (int r = 0; r < count; r++) {
              out[first + r] += z[l * SOLVED + r] * z[l * SOLVED + r];
            }
          }
        });
    return out;
  }

  /** Summed deviance of the rows outside this set. */
  double deviance(double penalty, KernelRows others) {
    double[] alpha = solved(penalty);
    double[] all = with(others);
    double sum = 0;
    for (int i = 0; i < others.count(); i++) {
      double eta = mean + Vectors.dot(all, i * m, alpha, 0, m);
      sum += others.weights()[i] * others.kind().deviance(others.y()[i], eta);
    }
    return sum;
  }

  /** k of rows with each centre, row by row. */
  double[] with(KernelRows some) {
    return kernels(some, 0, some.count());
  }

  private double[] kernels(KernelRows some, int from, int to) {
    double[] dots = some.products(from, to, columns, m);
    int width = Kernels.stride(m);
    double[] out = new double[(to - from) * m];
    for (int i = from; i < to; i++) {
      for (int l = 0; l < m; l++) {
        double dot = dots[(i - from) * width + l];
        double distance = Kernel.squaredDistance(some.squares()[i], centres.squares()[l], dot);
        out[(i - from) * m + l] = kernel.value(dot, distance);
      }
    }
    return out;
  }

  /** Rows evenly spread over a shuffled order, for evaluation. */
  static int[] spread(int[] order, int most) {
    int count = Math.min(order.length, most);
    int[] out = new int[count];
    Arrays.setAll(out, s -> order[(int) ((long) s * order.length / count)]);
    return out;
  }
}

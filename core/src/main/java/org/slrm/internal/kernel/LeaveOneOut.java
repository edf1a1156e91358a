package org.slrm.internal.kernel;

import java.util.Arrays;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.run.Workers;

/**
 * Kernel ridge regression with a centre at every row, and what it errs on rows left out one by one
 * (H-3): with A = K + λ/w, the residual of row i without it is (A⁻¹(y − b))_i / A⁻¹_ii.
 */
final class LeaveOneOut {
  /** Squared lengths tried, as shares of the median squared distance of two rows. */
  private static final double[] LENGTHS = {0.1, 0.3, 1};

  /** Heights of the bell tried beside a line of height 1. */
  private static final double[] HEIGHTS = {0.3, 3};

  /** Penalties tried: variances of the noise where labels have variance 1. */
  private static final double[] PENALTIES = {1e-4, 1e-3, 1e-2, 1e-1, 0.5};

  private final KernelRows rows;
  private final double mean;
  private final int n;
  private final double[] dots;

  LeaveOneOut(KernelRows rows, double mean) {
    this.rows = rows;
    this.mean = mean;
    n = rows.count();
    dots = rows.gram();
  }

  /**
   * A kernel and a penalty.
   *
   * @param kernel k
   * @param penalty λ
   * @param error mean squared error of rows left out
   */
  record Choice(Kernel kernel, double penalty, double error) {
    Choice better(Choice other) {
      return other.error < error ? other : this;
    }
  }

  private double distance(int i, int l) {
    return Kernel.squaredDistance(rows.squares()[i], rows.squares()[l], dots[Packed.at(i, l)]);
  }

  /** The median squared distance of two rows, 1 where rows are all alike. */
  double median() {
    double[] all = new double[Math.max(1, n * (n - 1) / 2)];
    for (int i = 1, at = 0; i < n; i++) {
      for (int l = 0; l < i; l++) {
        all[at++] = distance(i, l);
      }
    }
    Arrays.sort(all);
    double median = all[all.length / 2];
    return median > 0 ? median : 1;
  }

  /** Packed k of every pair of rows. */
  double[] matrix(Kernel kernel) {
    double[] out = new double[dots.length];
    for (int i = 0, at = 0; i < n; i++) {
      for (int l = 0; l <= i; l++, at++) {
        out[at] = kernel.value(dots[at], distance(i, l));
      }
    }
    return out;
  }

  /** The best of all kernels and penalties, beside a line of a height. */
  Choice choose(double line, Workers workers) {
    double median = median();
    int kernels = LENGTHS.length * HEIGHTS.length;
    Choice[] best = new Choice[kernels];
    workers.run(
        kernels,
        (worker, k) -> {
          double length = LENGTHS[k / HEIGHTS.length] * median;
          best[k] = best(new Kernel(line, HEIGHTS[k % HEIGHTS.length], length), PENALTIES);
        });
    return Arrays.stream(best).reduce(Choice::better).orElseThrow();
  }

  /** The best penalty of a kernel. */
  Choice best(Kernel kernel, double... penalties) {
    double[] K = matrix(kernel);
    SpdFactor factor = new SpdFactor(n);
    Choice best = new Choice(kernel, penalties[0], Double.POSITIVE_INFINITY);
    for (double penalty : penalties) {
      best = best.better(new Choice(kernel, penalty, error(K, penalty, factor)));
    }
    return best;
  }

  private double error(double[] K, double penalty, SpdFactor factor) {
    double[] residuals = residuals(K, penalty, factor);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < n; i++) {
      sum += rows.weights()[i] * residuals[i] * residuals[i];
      total += rows.weights()[i];
    }
    return sum / total;
  }

  /** Residuals of rows left out one by one. */
  double[] residuals(double[] K, double penalty, SpdFactor factor) {
    double[] out = solved(K, penalty, factor);
    double[] diagonal = new double[n];
    factor.inverseDiagonal(diagonal);
    for (int i = 0; i < n; i++) {
      out[i] /= diagonal[i];
    }
    return out;
  }

  /** (K + λ/w)⁻¹ (y − b): the weights of the centres (H-4). */
  double[] solved(double[] K, double penalty, SpdFactor factor) {
    double[] A = K.clone();
    double[] alpha = new double[n];
    for (int i = 0; i < n; i++) {
      A[Packed.at(i, i)] += penalty / rows.weights()[i];
      alpha[i] = rows.y()[i] - mean;
    }
    factor.factorRidged(A, 0);
    factor.solve(alpha);
    return alpha;
  }
}

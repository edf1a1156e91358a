package org.slrm.internal.kernel;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.run.Workers;

/**
 * Kernel ridge regression with a centre at every row and its leave-one-out errors (H-3): with A = K
 * + λ/w, the residual of row i without it is (A⁻¹(y − b))_i / A⁻¹_ii. For a group of rows B it is
 * (A⁻¹_BB)⁻¹ (A⁻¹(y − b))_B. Other losses solve a sequence of such problems, each at the η of the
 * last (H-6).
 */
final class LeaveOneOut {
  /** Squared lengths tried, as multiples of the median squared distance of two rows. */
  private static final double[] LENGTHS = {0.1, 0.3, 1};

  /** Heights of the Gaussian tried beside a linear part of height 1. */
  private static final double[] HEIGHTS = {0.3, 3};

  /** Penalties tried: noise variances for labels of variance 1. */
  private static final double[] PENALTIES = {1e-4, 1e-3, 1e-2, 1e-1, 0.5};

  /** Penalties for labels without noise: their η has prior variance 1/λ times the kernel. */
  private static final double[] WITHOUT_NOISE = {10, 2, 0.5, 0.1, 0.03};

  /** Most successive problems, and the change of η that ends them. */
  private static final int ROUNDS = 25;

  private static final double TOLERANCE = 1e-6;

  /** Both while kernel and penalty are being chosen. */
  private static final int FEW_ROUNDS = 3;

  private static final double NEAR = 0.05;

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
   * @param error mean deviance of held-out rows; for numbers the squared error
   */
  record Choice(Kernel kernel, double penalty, double error) {
    Choice better(Choice other) {
      return other.error < error ? other : this;
    }
  }

  private double distance(int i, int l) {
    return Kernel.squaredDistance(rows.squares()[i], rows.squares()[l], dots[Packed.at(i, l)]);
  }

  /** The median squared distance of two rows, 1 where all rows are equal. */
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

  /**
   * A good kernel and penalty for a height of the linear part: the best penalty of a medium kernel,
   * then the best of all kernels with that penalty, then its best penalty nearby. Each evaluation
   * costs the cube of the rows, and a full grid is hardly better.
   */
  Choice choose(double line, Workers workers) {
    double median = median();
    int kernels = LENGTHS.length * HEIGHTS.length;
    double[] penalties = rows.kind().noisy() ? PENALTIES : WITHOUT_NOISE;
    Kernel[] kernel = new Kernel[kernels];
    Arrays.setAll(
        kernel,
        k -> new Kernel(line, HEIGHTS[k % HEIGHTS.length], LENGTHS[k / HEIGHTS.length] * median));
    int middle = kernels / 2;
    Choice first = best(kernel[middle], penalties);
    Choice[] all = new Choice[kernels];
    workers.run(
        kernels, (worker, k) -> all[k] = k == middle ? first : best(kernel[k], first.penalty()));
    Choice found = Arrays.stream(all).reduce(Choice::better).orElseThrow();
    return found == first ? first : found.better(best(found.kernel(), nearby(penalties, found)));
  }

  /** The penalties next to a choice's. */
  private static double[] nearby(double[] penalties, Choice of) {
    return IntStream.range(0, penalties.length)
        .filter(
            k ->
                k > 0 && penalties[k - 1] == of.penalty()
                    || k < penalties.length - 1 && penalties[k + 1] == of.penalty())
        .mapToDouble(k -> penalties[k])
        .toArray();
  }

  /** The best penalty of a kernel. */
  Choice best(Kernel kernel, double... penalties) {
    double[] K = matrix(kernel);
    SpdFactor factor = new SpdFactor(n);
    Choice best = new Choice(kernel, penalties[0], Double.POSITIVE_INFINITY);
    double[] eta = start();
    for (double penalty : penalties) {
      best = best.better(new Choice(kernel, penalty, error(K, penalty, factor, eta)));
    }
    return best;
  }

  private double[] start() {
    double[] eta = new double[n];
    Arrays.fill(eta, mean);
    return eta;
  }

  /** Mean deviance of held-out rows; starts at η and updates it. */
  private double error(double[] K, double penalty, SpdFactor factor, double[] eta) {
    Label kind = rows.kind();
    Fit fit = solve(K, rows.near(eta), penalty, factor);
    for (int k = 1; k < FEW_ROUNDS && move(eta, fit, penalty) > NEAR; k++) {
      fit = solve(K, rows.near(eta), penalty, factor);
    }
    double[] residuals = residuals(fit.alpha, factor);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < n; i++) {
      double w = rows.weights()[i];
      sum +=
          kind.quadratic()
              ? w * residuals[i] * residuals[i]
              : w * kind.deviance(rows.y()[i], fit.near.y()[i] - residuals[i]);
      total += w;
    }
    return sum / total;
  }

  /** Residuals of held-out rows, one by one or by groups. */
  double[] residuals(double[] alpha, SpdFactor factor) {
    return rows.parts() == null ? oneByOne(alpha, factor) : foldByFold(alpha, factor);
  }

  private double[] foldByFold(double[] alpha, SpdFactor factor) {
    double[] inverse = new double[Packed.length(n)];
    factor.inverse(inverse, 0);
    double[] out = new double[n];
    for (int[] fold : rows.heldOut()) {
      double[] block = new double[Packed.length(fold.length)];
      for (int i = 0, at = 0; i < fold.length; i++) {
        for (int l = 0; l <= i; l++) {
          block[at++] = inverse[Packed.at(fold[i], fold[l])];
        }
      }
      SpdFactor blockFactor = new SpdFactor(fold.length);
      blockFactor.factorRidged(block, 0);
      double[] residual = Arrays.stream(fold).mapToDouble(i -> alpha[i]).toArray();
      blockFactor.solve(residual);
      for (int i = 0; i < fold.length; i++) {
        out[fold[i]] = residual[i];
      }
    }
    return out;
  }

  private double[] oneByOne(double[] alpha, SpdFactor factor) {
    double[] diagonal = new double[n];
    factor.inverseDiagonal(diagonal);
    double[] out = new double[n];
    Arrays.setAll(out, i -> alpha[i] / diagonal[i]);
    return out;
  }

  /** The weights of the centres (H-4). */
  double[] solved(double[] K, double penalty, SpdFactor factor) {
    return fit(K, penalty, factor).alpha;
  }

  /**
   * A fit.
   *
   * @param near the working labels at its end
   * @param alpha the weights of the centres
   */
  private record Fit(KernelRows near, double[] alpha) {}

  /** One problem for numbers, otherwise as many as it takes until η converges. */
  private Fit fit(double[] K, double penalty, SpdFactor factor) {
    double[] eta = start();
    Fit fit = solve(K, rows.near(eta), penalty, factor);
    for (int k = 1; k < ROUNDS && move(eta, fit, penalty) > TOLERANCE; k++) {
      fit = solve(K, rows.near(eta), penalty, factor);
    }
    return fit;
  }

  /** Moves η to b + Kα = y − λα/w and returns the largest change; 0 for numbers. */
  private double move(double[] eta, Fit fit, double penalty) {
    double change = 0;
    for (int i = 0; !rows.kind().quadratic() && i < n; i++) {
      double next = fit.near.y()[i] - penalty / fit.near.weights()[i] * fit.alpha[i];
      change = Math.max(change, Math.abs(next - eta[i]));
      eta[i] = next;
    }
    return change;
  }

  /** (K + λ/w)⁻¹ (y − b). */
  private Fit solve(double[] K, KernelRows near, double penalty, SpdFactor factor) {
    double[] A = K.clone();
    double[] alpha = new double[n];
    for (int i = 0; i < n; i++) {
      A[Packed.at(i, i)] += penalty / near.weights()[i];
      alpha[i] = near.y()[i] - mean;
    }
    factor.factorRidged(A, 0);
    factor.solve(alpha);
    return new Fit(near, alpha);
  }
}

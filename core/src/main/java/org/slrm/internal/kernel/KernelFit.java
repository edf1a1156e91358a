package org.slrm.internal.kernel;

import java.util.Arrays;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;
import org.slrm.result.Folds;

/**
 * Ridge regression with a kernel on the rows that have a label: kernel and penalty by leaving out
 * one row after another on a sample (K-3), then weights of the centres (K-4), which are all rows or
 * some of them.
 */
final class KernelFit {
  /** Rows that choose kernel and penalty: each choice costs the cube of their number. */
  static final int CHOOSING = 300;

  /** The most centres: a fit costs its square for every row. */
  static final int CENTRES = 600;

  /** Squared lengths tried, as shares of the median squared distance of two rows. */
  private static final double[] LENGTHS = {0.1, 0.3, 1};

  /** Heights of the bell tried beside a line of height 1. */
  private static final double[] HEIGHTS = {0.3, 3};

  /** Penalties tried: variances of the noise where labels have variance 1. */
  private static final double[] PENALTIES = {1e-4, 1e-3, 1e-2, 1e-1, 0.5};

  /** Keeps the matrix of equal rows invertible. */
  private static final double JITTER = 1e-10;

  private final double[] inputs;
  private final int q;
  private final double[] y;
  private final double[] weights;
  private final long seed;
  private final double mean;

  /** Rows of q inputs, one after another, with labels and weights. */
  KernelFit(double[] inputs, int q, double[] y, double[] weights, long seed) {
    this.inputs = inputs;
    this.q = q;
    this.y = y;
    this.weights = weights;
    this.seed = seed;
    double sum = 0;
    double total = 0;
    for (int i = 0; i < y.length; i++) {
      sum += weights[i] * y[i];
      total += weights[i];
    }
    mean = sum / total;
  }

  /**
   * What was chosen.
   *
   * @param ridge the function
   * @param penalty λ
   * @param error mean squared error of rows left out one by one
   */
  record Chosen(KernelRidge ridge, double penalty, double error) {}

  Chosen run() {
    int[] order = Folds.shuffled(y.length, seed);
    Sample sample = new Sample(Arrays.copyOf(order, Math.min(order.length, CHOOSING)));
    Choice best = sample.choose();
    int[] centres = Arrays.copyOf(order, Math.min(order.length, CENTRES));
    Arrays.sort(centres);
    Sample all = new Sample(centres);
    double[] alpha = centres.length == y.length ? all.exact(best) : all.some(best);
    KernelRidge ridge = new KernelRidge(best.kernel, all.rows, all.squares, mean, alpha);
    return new Chosen(ridge, best.penalty, best.error);
  }

  private record Choice(Kernel kernel, double penalty, double error) {}

  /** Some of the rows with the products between them. */
  private final class Sample {
    final int[] index;
    final double[] rows;
    final double[] squares;
    final double[] dots;
    final int n;

    Sample(int[] index) {
      this.index = index;
      n = index.length;
      rows = new double[n * q];
      for (int l = 0; l < n; l++) {
        System.arraycopy(inputs, index[l] * q, rows, l * q, q);
      }
      squares = KernelRidge.squares(rows, q);
      dots = new double[Packed.length(n)];
      for (int i = 0; i < n; i++) {
        for (int l = 0; l <= i; l++) {
          dots[Packed.at(i, l)] = Kernel.dot(rows, i * q, rows, l * q, q);
        }
      }
    }

    private double distance(int i, int l) {
      return Kernel.squaredDistance(squares[i], squares[l], dots[Packed.at(i, l)]);
    }

    private double median() {
      double[] all = new double[Math.max(1, n * (n - 1) / 2)];
      for (int i = 1, at = 0; i < n; i++) {
        for (int l = 0; l < i; l++) {
          all[at++] = distance(i, l);
        }
      }
      Arrays.sort(all);
      double median = all[all.length / 2];
      // Rows that are all alike have no length of their own.
      return median > 0 ? median : 1;
    }

    private double[] matrix(Kernel kernel) {
      double[] out = new double[dots.length];
      for (int i = 0; i < n; i++) {
        for (int l = 0; l <= i; l++) {
          out[Packed.at(i, l)] = kernel.value(dots[Packed.at(i, l)], distance(i, l), q);
        }
      }
      return out;
    }

    Choice choose() {
      double median = median();
      Choice best = new Choice(new Kernel(0, median), 1, Double.POSITIVE_INFINITY);
      SpdFactor factor = new SpdFactor(n);
      for (double length : LENGTHS) {
        for (double height : HEIGHTS) {
          Kernel kernel = new Kernel(height, length * median);
          double[] K = matrix(kernel);
          for (double penalty : PENALTIES) {
            double error = leavingOneOut(K, penalty, factor);
            best = error < best.error ? new Choice(kernel, penalty, error) : best;
          }
        }
      }
      return best;
    }

    /** A = K + λ/w: the residual of row i without it is (A⁻¹y)_i / A⁻¹_ii. */
    private double leavingOneOut(double[] K, double penalty, SpdFactor factor) {
      double[] inverse = new double[K.length];
      double[] alpha = solved(K, penalty, factor);
      factor.inverse(inverse, 0);
      double sum = 0;
      double total = 0;
      for (int i = 0; i < n; i++) {
        double r = alpha[i] / inverse[Packed.at(i, i)];
        sum += weights[index[i]] * r * r;
        total += weights[index[i]];
      }
      return sum / total;
    }

    /** (K + λ/w)⁻¹ (y − b). */
    private double[] solved(double[] K, double penalty, SpdFactor factor) {
      double[] A = K.clone();
      double[] alpha = new double[n];
      for (int i = 0; i < n; i++) {
        A[Packed.at(i, i)] += penalty / weights[index[i]];
        alpha[i] = y[index[i]] - mean;
      }
      factor.factorRidged(A, 0);
      factor.solve(alpha);
      return alpha;
    }

    double[] exact(Choice choice) {
      return solved(matrix(choice.kernel), choice.penalty, new SpdFactor(n));
    }

    /** (Σ w k_i k_iᵀ + λK) α = Σ w k_i (y_i − b), k_i holding the row's kernel with each centre. */
    double[] some(Choice choice) {
      double[] A = matrix(choice.kernel);
      for (int k = 0; k < A.length; k++) {
        A[k] *= choice.penalty;
      }
      for (int l = 0; l < n; l++) {
        A[Packed.at(l, l)] *= 1 + JITTER;
      }
      double[] right = new double[n];
      double[] k = new double[n];
      for (int i = 0; i < y.length; i++) {
        double uu = Vectors.dot(inputs, i * q, inputs, i * q, q);
        for (int l = 0; l < n; l++) {
          double dot = Kernel.dot(inputs, i * q, rows, l * q, q);
          double distance = Kernel.squaredDistance(uu, squares[l], dot);
          k[l] = choice.kernel.value(dot, distance, q);
        }
        Packed.addOuter(A, 0, weights[i], k, 0, n);
        Vectors.add(right, 0, weights[i] * (y[i] - mean), k, 0, n);
      }
      SpdFactor factor = new SpdFactor(n);
      factor.factorRidged(A, 0);
      factor.solve(right);
      return right;
    }
  }
}

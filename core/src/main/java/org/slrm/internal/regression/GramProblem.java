package org.slrm.internal.regression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.LeastSquares;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;

/**
 * Least squares on second moments G = mean x̃x̃ᵀ, c = mean x̃ỹ, where tilde means centred: for more
 * rows than features, and for expected statistics. A step on one coefficient costs the number of
 * features. Problems of disjoint rows can be merged ({@link #merge}).
 *
 * @param p number of features
 * @param weight total weight of the rows
 * @param mean of each feature
 * @param meanLabel mean of the labels
 * @param gram G, row-major; not to be changed
 * @param c c
 * @param labelVariance mean ỹ²
 */
public record GramProblem(
    int p,
    double weight,
    double[] mean,
    double meanLabel,
    double[] gram,
    double[] c,
    double labelVariance)
    implements RegressionProblem {
  private static final int BLOCK = 8;

  /**
   * From moments that need no centring (the intercept is 0).
   *
   * @param weight total weight of the rows behind them
   * @param gram G, p×p, symmetric and in full
   * @param c mean of x_j y
   * @param yy mean of y²
   */
  public static GramProblem of(double weight, double[] gram, double[] c, double yy) {
    return ofCentred(weight, new double[c.length], 0, gram, c, yy);
  }

  /** From means and moments around those means. */
  public static GramProblem ofCentred(
      double weight, double[] mean, double meanLabel, double[] gram, double[] c, double yy) {
    Checks.positive("weight", weight);
    Checks.equal("number of means", mean.length, "number of features", c.length);
    Checks.equal("size of the Gram matrix", gram.length, "features squared", c.length * c.length);
    return new GramProblem(
        c.length, weight, mean, meanLabel, gram, c, Checks.notNegative("yy", yy));
  }

  /**
   * From n rows of p features.
   *
   * @param rows feature j of row i at {@code [i * p + j]}
   * @param weights row weights, null when all are 1
   */
  public static GramProblem ofRows(double[] rows, int p, double[] y, double @Nullable [] weights) {
    int n = y.length;
    Checks.equal("number of feature values", rows.length, "rows times features", n * p);
    double total = 0;
    double[] mean = new double[p];
    double meanLabel = 0;
    for (int i = 0; i < n; i++) {
      double w = weights == null ? 1 : weights[i];
      total += w;
      Vectors.add(mean, 0, w, rows, i * p, p);
      meanLabel += w * y[i];
    }
    Checks.positive("total weight", total);
    for (int j = 0; j < p; j++) {
      mean[j] /= total;
    }
    meanLabel /= total;
    double[] gram = new double[p * p];
    double[] c = new double[p];
    double yy = 0;
    double[] block = new double[BLOCK * p];
    double[] f = new double[BLOCK];
    for (int i0 = 0; i0 < n; i0 += BLOCK) {
      Arrays.fill(block, 0);
      for (int i = i0; i < Math.min(n, i0 + BLOCK); i++) {
        double root = Math.sqrt((weights == null ? 1 : weights[i]) / total);
        int at = (i - i0) * p;
        for (int j = 0; j < p; j++) {
          block[at + j] = root * (rows[i * p + j] - mean[j]);
        }
        double label = root * (y[i] - meanLabel);
        Vectors.add(c, 0, label, block, at, p);
        yy += label * label;
      }
      addBlock(gram, block, f, p);
    }
    for (int j = 0; j < p; j++) {
      for (int k = 0; k < j; k++) {
        gram[k * p + j] = gram[j * p + k];
      }
    }
    return new GramProblem(p, total, mean, meanLabel, gram, c, yy);
  }

  /** These rows with other labels: G is shared. */
  public GramProblem withLabels(double[] rows, double[] y, double[] weights) {
    double label = Vectors.dot(weights, 0, y, 0, y.length) / weight;
    double[] cross = new double[p];
    double yy = 0;
    for (int i = 0; i < y.length; i++) {
      double fraction = weights[i] / weight;
      double off = y[i] - label;
      Vectors.add(cross, 0, fraction * off, rows, i * p, p);
      yy += fraction * off * off;
    }
    // Σ fraction · off = 0, so that features need no centring.
    return new GramProblem(p, weight, mean, label, gram, cross, yy);
  }

  /** G += BᵀB for eight rows B, lower triangle: each row of G is loaded once for all of them. */
  private static void addBlock(double[] gram, double[] b, double[] f, int p) {
    for (int j = 0; j < p; j++) {
      for (int r = 0; r < BLOCK; r++) {
        f[r] = b[r * p + j];
      }
      int at = j * p;
      addFour(gram, at, f, 0, b, 0, p, j + 1);
      addFour(gram, at, f, 4, b, 4 * p, p, j + 1);
    }
  }

  private static void addFour(
      double[] gram, int at, double[] f, int r, double[] b, int from, int p, int count) {
    double f0 = f[r];
    double f1 = f[r + 1];
    double f2 = f[r + 2];
    double f3 = f[r + 3];
    for (int k = 0; k < count; k++) {
      gram[at + k] +=
          f0 * b[from + k]
              + f1 * b[from + p + k]
              + (f2 * b[from + 2 * p + k] + f3 * b[from + 3 * p + k]);
    }
  }

  /** All of it as one flat array, for transfer. */
  public double[] toArray() {
    double[] out = new double[3 + 2 * p + p * p];
    out[0] = weight;
    out[1] = meanLabel;
    out[2] = labelVariance;
    System.arraycopy(mean, 0, out, 3, p);
    System.arraycopy(c, 0, out, 3 + p, p);
    System.arraycopy(gram, 0, out, 3 + 2 * p, p * p);
    return out;
  }

  /** A problem of p features from such an array. */
  public static GramProblem ofArray(double[] array, int p) {
    return new GramProblem(
        p,
        array[0],
        Arrays.copyOfRange(array, 3, 3 + p),
        array[1],
        Arrays.copyOfRange(array, 3 + 2 * p, array.length),
        Arrays.copyOfRange(array, 3 + p, 3 + 2 * p),
        array[2]);
  }

  /** The problem of the rows of all parts: mean moments plus the variance of the means. */
  public static GramProblem merge(List<GramProblem> parts) {
    int p = parts.get(0).p;
    double weight = parts.stream().mapToDouble(GramProblem::weight).sum();
    double[] mean = new double[p];
    double meanLabel = 0;
    for (GramProblem part : parts) {
      double fraction = part.weight / weight;
      Vectors.add(mean, 0, fraction, part.mean, 0, p);
      meanLabel += fraction * part.meanLabel;
    }
    double[] gram = new double[p * p];
    double[] c = new double[p];
    double[] d = new double[p];
    double yy = 0;
    for (GramProblem part : parts) {
      double fraction = part.weight / weight;
      double e = part.meanLabel - meanLabel;
      for (int j = 0; j < p; j++) {
        d[j] = part.mean[j] - mean[j];
      }
      Vectors.add(gram, 0, fraction, part.gram, 0, p * p);
      Vectors.add(c, 0, fraction, part.c, 0, p);
      for (int j = 0; j < p; j++) {
        if (d[j] != 0) {
          Vectors.add(gram, j * p, fraction * d[j], d, 0, p);
        }
      }
      Vectors.add(c, 0, fraction * e, d, 0, p);
      yy += fraction * (part.labelVariance + e * e);
    }
    return new GramProblem(p, weight, mean, meanLabel, gram, c, yy);
  }

  /** The problem without each of the given ones in turn. */
  public static List<GramProblem> withoutEach(List<GramProblem> parts) {
    List<GramProblem> out = new ArrayList<>();
    for (int f = 0; f < parts.size(); f++) {
      List<GramProblem> others = new ArrayList<>(parts);
      others.remove(f);
      out.add(merge(others));
    }
    return out;
  }

  @Override
  public int features() {
    return p;
  }

  @Override
  public double mean(int j) {
    return mean[j];
  }

  @Override
  public double variance(int j) {
    return gram[j * p + j];
  }

  /** yy − 2cᵀw + wᵀGw, plus the square of the mean residual. */
  @Override
  public double error(double intercept, double[] w) {
    double sum = labelVariance;
    for (int j = 0; j < p; j++) {
      if (w[j] != 0) {
        sum += w[j] * (Vectors.dot(gram, j * p, w, 0, p) - 2 * c[j]);
      }
    }
    double off = meanLabel - intercept - Vectors.dot(mean, 0, w, 0, p);
    return Math.max(0, sum) + off * off;
  }

  /** Gw = c in units of the deviations. */
  @Override
  public double[] leastSquares() {
    double[] inverse = new double[p];
    Arrays.setAll(inverse, j -> gram[j * p + j] > 0 ? 1 / Math.sqrt(gram[j * p + j]) : 0);
    double[] a = new double[p * p];
    double[] b = new double[p];
    for (int j = 0; j < p; j++) {
      b[j] = c[j] * inverse[j];
      for (int k = 0; k < p; k++) {
        a[j * p + k] = gram[j * p + k] * inverse[j] * inverse[k];
      }
    }
    double[] w = LeastSquares.solve(a, p, p, b);
    Arrays.setAll(w, j -> w[j] * inverse[j]);
    return w;
  }

  /** Solves (G + λ diag(s²)) w = c for λ > 0; w is 0 where s is 0. */
  public double[] ridge(double[] s, double lambda) {
    double[] ridged = new double[Packed.length(p)];
    for (int j = 0, k = 0; j < p; j++) {
      for (int l = 0; l <= j; l++, k++) {
        ridged[k] = s[j] > 0 && s[l] > 0 ? gram[j * p + l] : 0;
      }
      ridged[k - 1] += s[j] > 0 ? lambda * s[j] * s[j] : 1;
    }
    SpdFactor factor = new SpdFactor(p);
    factor.factorRidged(ridged, 0);
    double[] w = new double[p];
    Arrays.setAll(w, j -> s[j] > 0 ? c[j] : 0);
    factor.solve(w);
    return w;
  }

  @Override
  public Gradient gradient() {
    return new Moments();
  }

  /** Maintains g = c − Gw. */
  private final class Moments implements Gradient {
    private final double[] g = c.clone();

    @Override
    public double at(int j) {
      return g[j];
    }

    @Override
    public void move(int j, double delta) {
      Vectors.add(g, 0, -delta, gram, j * p, p);
    }

    @Override
    public void writeTo(double[] out) {
      System.arraycopy(g, 0, out, 0, p);
    }
  }
}

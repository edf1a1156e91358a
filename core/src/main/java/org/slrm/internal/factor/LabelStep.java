package org.slrm.internal.factor;

import java.util.Arrays;
import org.slrm.internal.label.Entry;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * Labels of a row without Gaussian noise, in an E step (Y-1). A label y with η = b + wᵀα is
 * replaced in every row by an entry ỹ with a precision κ, whose likelihood touches the label's at
 * the expected η:
 *
 * <pre>log p(y | η) ≥ height − ½ κ (η − ỹ)², κ, ỹ at N(b + wᵀa, wᵀSw)</pre>
 *
 * Entries and posteriors are iterated within a row, so nothing is stored between steps: the bound
 * is the best for the parameters, and rows may be on any worker. Workspace of one thread.
 */
class LabelStep {
  private static final int MAX_ITERATIONS = 200;
  private static final double TOLERANCE = 1e-11;

  /** A change of η above which an entry that is not a bound may diverge. */
  private static final double DAMPING_THRESHOLD = 0.5;

  private final Factors f;
  private final double[] omega;
  private final int d;
  private final int first;
  private final FactorStatistics sums;
  private final int[] column;

  /** The labels taken and their entries. */
  final double[] y;

  final Entry[] entry;
  private final double[] u;
  private final double[] spread;
  private final double[] mean;
  private final double[] covariance;
  private final double[] before;
  private final double[] posteriorMean;
  private final double[] w;
  private final double[] expected;
  private int count;

  /** A step under the parameters f with column weights ω. */
  LabelStep(Factors f, double[] omega) {
    this.f = f;
    this.omega = omega;
    d = f.d();
    int labelCount = f.labels().size();
    first = f.columns() - labelCount;
    sums = new FactorStatistics(labelCount, d);
    column = new int[labelCount];
    y = new double[labelCount];
    entry = new Entry[labelCount];
    Arrays.setAll(entry, t -> new Entry());
    u = new double[labelCount * d];
    spread = new double[labelCount];
    mean = new double[labelCount];
    covariance = new double[labelCount * labelCount];
    before = new double[labelCount];
    posteriorMean = new double[labelCount];
    w = new double[d];
    expected = new double[sums.width];
  }

  /** Column weights of Gaussian entries; 0 for the others. */
  static double[] plain(Factors f, double[] omega) {
    double[] out = omega.clone();
    for (int j = 0; j < out.length; j++) {
      out[j] = f.label(j).quadratic() ? out[j] : 0;
    }
    return out;
  }

  /** Starts a row. */
  void row() {
    count = 0;
  }

  /** Adds an entry of the row if it belongs to one of these labels. */
  void take(int j, double label) {
    if (j >= first && !f.label(j).quadratic()) {
      column[count] = j;
      y[count++] = label;
    }
  }

  /** Conditions the scores a on the labels taken, given S of other entries; returns the bound. */
  double condition(int row, double[] S, int at, double[] a) {
    if (count == 0) {
      return 0;
    }
    project(S, at, a);
    chooseEntries(row);
    double bound = 0;
    for (int t = 0; t < count; t++) {
      bound += conditionOn(t, a);
    }
    for (int t = 0; t < count; t++) {
      finalEntry(row, t, S, at, a);
    }
    return bound;
  }

  /** η of the labels given the other entries: mean b + wᵀa, covariance WSWᵀ. */
  private void project(double[] S, int at, double[] a) {
    for (int t = 0; t < count; t++) {
      int j = column[t];
      System.arraycopy(f.V(), j * d, w, 0, d);
      double[] Sw = new double[d];
      Packed.multiply(S, at, w, Sw, d);
      System.arraycopy(Sw, 0, u, t * d, d);
      mean[t] = f.mu()[j] + Vectors.dot(w, 0, a, 0, d);
    }
    for (int t = 0; t < count; t++) {
      for (int s = 0; s < count; s++) {
        covariance[t * count + s] = Vectors.dot(f.V(), column[t] * d, u, s * d, d);
      }
    }
  }

  /** Chooses the entries of the labels added, by the fixed point of entry and posterior. */
  void chooseEntries(int row) {
    double[] m = Arrays.copyOf(mean, count);
    double[] C = Arrays.copyOf(covariance, count * count);
    for (int t = 0; t < count; t++) {
      posteriorMean[t] = m[t];
      begin(t, m[t], C[t * count + t]);
    }
    for (int round = 0; round < MAX_ITERATIONS; round++) {
      posterior(m, C);
      double change = 0;
      for (int t = 0; t < count; t++) {
        change = Math.max(change, update(t, m[t], C[t * count + t]));
      }
      if (change < TOLERANCE) {
        break;
      }
    }
  }

  /** The entry at the posterior without the label, damped where that is far from the label. */
  private void begin(int t, double eta, double variance) {
    Label kind = f.label(column[t]);
    kind.entry(y[t], eta, Math.min(variance, 1), f.psi()[column[t]], entry[t]);
  }

  /**
   * Updates the entry at a posterior; returns its change. An entry that is not a bound moves half
   * the way while the posterior still changes much.
   */
  private double update(int t, double eta, double variance) {
    Label kind = f.label(column[t]);
    double precision = entry[t].precision;
    double linearTerm = precision * entry[t].pseudoLabel;
    kind.entry(y[t], eta, variance, f.psi()[column[t]], entry[t]);
    double damping =
        kind.bounded() || Math.abs(eta - posteriorMean[t]) < DAMPING_THRESHOLD ? 1 : 0.5;
    posteriorMean[t] = eta;
    double nextPrecision = precision + damping * (entry[t].precision - precision);
    double nextLinearTerm =
        linearTerm + damping * (entry[t].precision * entry[t].pseudoLabel - linearTerm);
    double change = Math.abs(nextPrecision - precision) + Math.abs(nextLinearTerm - linearTerm);
    if (damping < 1) {
      entry[t].precision = nextPrecision;
      entry[t].pseudoLabel = nextLinearTerm / nextPrecision;
    }
    return change / (1 + Math.abs(linearTerm));
  }

  /** Posterior of η given all entries, one label after the other. */
  private void posterior(double[] m, double[] C) {
    System.arraycopy(mean, 0, m, 0, count);
    System.arraycopy(covariance, 0, C, 0, count * count);
    for (int t = 0; t < count; t++) {
      double noise = noise(t);
      double variance = C[t * count + t] + noise;
      double residual = (entry[t].pseudoLabel - m[t]) / variance;
      for (int s = 0; s < count; s++) {
        before[s] = C[s * count + t];
      }
      for (int s = 0; s < count; s++) {
        m[s] += before[s] * residual;
        for (int r = 0; r < count; r++) {
          C[s * count + r] -= before[s] * before[r] / variance;
        }
      }
    }
  }

  /** Variance of an entry: ψ/(ωκ). */
  private double noise(int t) {
    int j = column[t];
    return f.psi()[j] / (omega[j] * entry[t].precision);
  }

  /** u = S w, v = wᵀSw, then a += u (ỹ − b − wᵀa)/(v + 1/κ), S −= uuᵀ/(v + 1/κ). */
  private double conditionOn(int t, double[] a) {
    int j = column[t];
    for (int s = 0; s < t; s++) {
      double shared = Vectors.dot(f.V(), j * d, u, s * d, d) / spread[s];
      for (int k = 0; k < d; k++) {
        u[t * d + k] -= shared * u[s * d + k];
      }
    }
    double noise = noise(t);
    spread[t] = Vectors.dot(f.V(), j * d, u, t * d, d) + noise;
    double residual = entry[t].pseudoLabel - f.mu()[j] - Vectors.dot(f.V(), j * d, a, 0, d);
    for (int k = 0; k < d; k++) {
      a[k] += residual / spread[t] * u[t * d + k];
    }
    double logNoise = f.label(j).noisy() ? Math.log(2 * Math.PI * f.psi()[j]) : 0;
    return omega[j] * (entry[t].height - 0.5 * logNoise)
        - 0.5 * (Math.log(spread[t] / noise) + residual * residual / spread[t]);
  }

  /** The final entry, for the M step. */
  private void finalEntry(int row, int t, double[] S, int at, double[] a) {
    int j = column[t];
    System.arraycopy(f.V(), j * d, w, 0, d);
    double eta = f.mu()[j] + Vectors.dot(w, 0, a, 0, d);
    double[] out = new double[d];
    Packed.multiply(S, at, w, out, d);
    double variance = Vectors.dot(w, 0, out, 0, d);
    for (int s = 0; s < count; s++) {
      double shared = Vectors.dot(w, 0, u, s * d, d);
      variance -= shared * shared / spread[s];
    }
    posteriorMean(row, j, eta, variance);
    f.label(j).entry(y[t], eta, variance, f.psi()[j], entry[t]);
  }

  /** Called with the posterior of a label's η after all labels. */
  void posteriorMean(int row, int j, double eta, double variance) {}

  /** Subtracts from S, or from a sum of several S, the reduction by the row's labels, v times. */
  void subtract(double[] packed, int at, double v) {
    for (int t = 0; t < count; t++) {
      Packed.addOuter(packed, at, -v / spread[t], u, t * d, d);
    }
  }

  /** Adds the row's labels, v times, given S of the other entries and β = (a, 1). */
  void add(double v, double[] S, int at, double[] beta) {
    if (count == 0) {
      return;
    }
    // E[ββᵀ] = [[S + aaᵀ, a], [aᵀ, 1]]
    Arrays.fill(expected, 0);
    System.arraycopy(S, at, expected, 0, Packed.length(d));
    subtract(expected, 0, 1);
    Packed.addOuter(expected, 0, 1, beta, 0, d + 1);
    for (int t = 0; t < count; t++) {
      int j = column[t] - first;
      double c = v * entry[t].precision;
      double x = entry[t].pseudoLabel;
      Vectors.add(sums.gram, j * sums.width, c, expected, 0, sums.width);
      Vectors.add(sums.xa, j * d, c * x, beta, 0, d);
      sums.x[j] += c * x;
      sums.xx[j] += c * x * x;
    }
  }

  /** Adds the sums of another thread. */
  void merge(LabelStep other) {
    sums.merge(other.sums);
  }

  /** Replaces the label columns of s, whose first column is {@code from}. */
  void writeTo(FactorStatistics s, int from) {
    for (int j = Math.max(first, from); j < from + s.columns; j++) {
      if (!f.label(j).quadratic()) {
        int local = j - first;
        int to = j - from;
        System.arraycopy(sums.gram, local * s.width, s.gram, to * s.width, s.width);
        System.arraycopy(sums.xa, local * d, s.xa, to * d, d);
        s.x[to] = sums.x[local];
        s.xx[to] = sums.xx[local];
      }
    }
  }
}

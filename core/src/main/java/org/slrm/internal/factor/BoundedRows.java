package org.slrm.internal.factor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Entry;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Rows whose labels enter by a bound: a label y with η = b + wᵀα is a Gaussian entry ỹ with a
 * precision κ of its own in every row (Y-1), touching its likelihood where η² is what the last E
 * step expected:
 *
 * <pre>log p(y | η) ≥ height − ½ κ (η − ỹ)²,   ξ² = (b + wᵀa)² + wᵀSw</pre>
 *
 * The bound never falls. ξ moves on when an M step is asked for, so a step that was only tried
 * leaves no trace.
 */
final class BoundedRows implements LikelihoodRows {
  private static final int PARTS = 8;

  private final TrainingData data;
  private final RowPlan plan;
  private final Workers workers;
  private final int features;
  private double[] means;
  private double[] variances;

  /** Rows of a table with labels of any kind. */
  BoundedRows(TrainingData data, Workers workers) {
    this.data = data;
    this.workers = workers;
    features = data.x().columns();
    plan = new RowPlan(data.x(), data.weights(), 0);
    means = new double[data.y().rows() * data.y().columns()];
    variances = new double[means.length];
    Arrays.fill(variances, 1);
  }

  @Override
  public int rows() {
    return data.x().rows();
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public ColumnStatistics statistics() {
    return data.x().besides(data.y()).statistics(data.weights());
  }

  @Override
  public double[] project(double[] mu, double[] V, int d) {
    double[] sums = new double[(features + 1) * d];
    LocalRows.project(plan, features, mu, V, sums);
    return sums;
  }

  /** ξ² = E η² of every label, row by row. */
  double[] secondMoments() {
    double[] out = variances.clone();
    Arrays.setAll(out, k -> out[k] + means[k] * means[k]);
    return out;
  }

  @Override
  public Round round(Factors theta, double[] omega, MaximizationStep maximization) {
    Factors x = theta.columns(0, features);
    Posterior.Tables tables = new Posterior.Tables(x, Arrays.copyOf(omega, features));
    double[][] next = {means.clone(), variances.clone()};
    FactorStatistics[] parts = new FactorStatistics[PARTS];
    workers.run(
        PARTS,
        (worker, part) -> {
          Work w = new Work(theta, omega, tables, next);
          for (int g = first(part); g < first(part + 1); g++) {
            w.group(g);
          }
          parts[part] = w.s;
        });
    FactorStatistics sum = parts[0];
    for (int part = 1; part < PARTS; part++) {
      sum.merge(parts[part]);
    }
    return new Bound(LocalRows.round(sum, theta, maximization, workers), theta, next);
  }

  private int first(int part) {
    return (int) ((long) plan.patterns.groups() * part / PARTS);
  }

  /** The round of these sums; its M step takes the new ξ and leaves noises that are none. */
  private final class Bound implements Round {
    private final Round sums;
    private final Factors theta;
    private final double[][] next;

    Bound(Round sums, Factors theta, double[][] next) {
      this.sums = sums;
      this.theta = theta;
      this.next = next;
    }

    @Override
    public double objective() {
      return sums.objective();
    }

    @Override
    public @Nullable Whitening whitening() {
      return sums.whitening();
    }

    @Override
    public Factors maximized() {
      means = next[0];
      variances = next[1];
      Factors f = sums.maximized();
      for (int t = 0; t < data.y().columns(); t++) {
        if (!data.kind(t).noisy()) {
          f.psi()[features + t] = theta.psi()[features + t];
        }
      }
      return f;
    }
  }

  /** An E step over some rows, with its workspace. */
  private final class Work {
    final FactorStatistics s;
    private final Factors f;
    private final double[] omega;
    private final double[][] next;
    private final Posterior posterior;
    private final int d;
    private final double[] S;
    private final double[] expected;
    private final double[] a;
    private final double[] h;
    private final double[] u;
    private final double[] beta;
    private final Entry entry = new Entry();

    Work(Factors f, double[] omega, Posterior.Tables tables, double[][] next) {
      this.f = f;
      this.omega = omega;
      this.next = next;
      d = f.d();
      s = new FactorStatistics(f.columns(), d);
      posterior = new Posterior(tables);
      S = new double[Packed.length(d)];
      expected = new double[s.width];
      a = new double[d];
      h = new double[d];
      u = new double[d];
      beta = new double[d + 1];
      beta[d] = 1;
    }

    /** Rows that show the same features. */
    void group(int g) {
      IncompleteMatrix z = data.x();
      int start = plan.patterns.start(g);
      int i = plan.patterns.row(start);
      int m = z.observed(i);
      int[] observed = new int[m];
      double logNoise = 0;
      for (int e = 0; e < m; e++) {
        observed[e] = z.column(z.rowStart(i) + e);
        logNoise += omega[observed[e]] * Math.log(2 * Math.PI * f.psi()[observed[e]]);
      }
      posterior.pattern(observed, m);
      double constant = logNoise + posterior.logDeterminant();
      for (int r = start; r < plan.patterns.start(g + 1); r++) {
        row(plan.patterns.row(r), constant);
      }
    }

    private void row(int i, double constant) {
      double v = data.weight(i);
      double misfit = features(i);
      double bound = -0.5 * (constant + misfit);
      for (int t = 0; t < data.y().columns(); t++) {
        bound += label(i, t);
      }
      s.objective += v * bound;
      s.misfit += v * misfit;
      // E[ββᵀ] = [[S + aaᵀ, a], [aᵀ, 1]]
      System.arraycopy(a, 0, beta, 0, d);
      Arrays.fill(expected, 0);
      System.arraycopy(S, 0, expected, 0, S.length);
      Packed.addOuter(expected, 0, 1, beta, 0, d + 1);
      Vectors.add(s.total, 0, v, expected, 0, s.width);
      IncompleteMatrix z = data.x();
      for (int k = z.rowStart(i); k < z.rowStart(i + 1); k++) {
        add(z.column(k), v, z.value(k));
      }
      for (int t = 0; t < data.y().columns(); t++) {
        labelSums(i, t, v);
      }
    }

    /** The posterior of the features alone; returns Σ r²/ψ − hᵀa. */
    private double features(int i) {
      IncompleteMatrix z = data.x();
      Arrays.fill(h, 0);
      double residual = 0;
      for (int k = z.rowStart(i); k < z.rowStart(i + 1); k++) {
        int j = z.column(k);
        double r = z.value(k) - f.mu()[j];
        residual += omega[j] / f.psi()[j] * r * r;
        posterior.addTo(h, j, r);
      }
      System.arraycopy(h, 0, a, 0, d);
      posterior.solve(a);
      posterior.covariance(S, 0);
      return residual - Vectors.dot(h, 0, a, 0, d);
    }

    /** Conditions on the entry that stands for a label; returns what it adds to the bound. */
    private double label(int i, int t) {
      double y = data.label(i, t);
      if (Double.isNaN(y)) {
        return 0;
      }
      Label kind = data.kind(t);
      int j = features + t;
      int k = i * data.y().columns() + t;
      kind.entry(y, means[k], variances[k], f.psi()[j], entry);
      double noise = f.psi()[j] / (omega[j] * entry.precision);
      // u = S w, v = wᵀSw, then a += u (ỹ − b − wᵀa) / (v + 1/κ), S −= uuᵀ / (v + 1/κ)
      double variance = project(j);
      double residual = entry.pseudoLabel - f.mu()[j] - Vectors.dot(f.V(), j * d, a, 0, d);
      double spread = variance + noise;
      Vectors.add(a, 0, residual / spread, u, 0, d);
      Packed.addOuter(S, 0, -1 / spread, u, 0, d);
      double logNoise = kind.noisy() ? Math.log(2 * Math.PI * f.psi()[j]) : 0;
      return omega[j] * (entry.height - 0.5 * logNoise)
          - 0.5 * (Math.log(spread / noise) + residual * residual / spread);
    }

    /** u = S V_j; returns V_jᵀ u. */
    private double project(int j) {
      double[] column = Arrays.copyOfRange(f.V(), j * d, (j + 1) * d);
      Packed.multiply(S, 0, column, u, d);
      return Vectors.dot(column, 0, u, 0, d);
    }

    /** The label's sums under the new ξ² = (b + wᵀa)² + wᵀSw. */
    private void labelSums(int i, int t, double v) {
      double y = data.label(i, t);
      if (Double.isNaN(y)) {
        return;
      }
      int j = features + t;
      double eta = f.mu()[j] + Vectors.dot(f.V(), j * d, a, 0, d);
      double variance = project(j);
      next[0][i * data.y().columns() + t] = eta;
      next[1][i * data.y().columns() + t] = variance;
      data.kind(t).entry(y, eta, variance, f.psi()[j], entry);
      add(j, v * entry.precision, entry.pseudoLabel);
    }

    /** Adds an entry x of column j that counts c times. */
    private void add(int j, double c, double x) {
      Vectors.add(s.gram, j * s.width, c, expected, 0, s.width);
      Vectors.add(s.xa, j * d, c * x, a, 0, d);
      s.x[j] += c * x;
      s.xx[j] += c * x * x;
    }
  }
}

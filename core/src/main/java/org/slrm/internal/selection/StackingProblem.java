package org.slrm.internal.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Simplex;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.selection.rows.SelectionRules;

/**
 * The weights of K candidates in a stack: v ≥ 0 with Σv = 1 that minimise
 *
 * <pre>F(v) = 1/n Σ_i w_i D(y_i, Σ_k v_k η_ik) + ρ‖v − u‖²</pre>
 *
 * by Newton steps within the simplex, each halved until F falls. D is the deviance and u weights by
 * error alone. For squared errors the first step is exact.
 */
final class StackingProblem {
  private static final int STEPS = 50;
  private static final int HALVINGS = 20;
  private static final double TOLERANCE = 1e-8;

  private final int k;
  private final List<Entry> entries = new ArrayList<>();
  private double n;
  private double rho;
  private double[] u = {};

  /** A problem of k candidates without labels. */
  StackingProblem(int k) {
    this.k = k;
  }

  /** A label with the candidates' predictions of it. */
  private record Entry(Label label, double y, double weight, double[] eta) {
    /** Σ_k v_k η_k. */
    double mean(double[] v) {
      return Vectors.dot(eta, 0, v, 0, v.length);
    }
  }

  /** Counts a row with labels. */
  void addRow(double weight) {
    n += weight;
  }

  /** Adds a label of a row. */
  void add(Label label, double y, double weight, IntToDoubleFunction prediction) {
    double[] eta = new double[k];
    Arrays.setAll(eta, prediction);
    entries.add(new Entry(label, y, weight, eta));
  }

  /** The weights with the smallest objective; equal ones without labels. */
  double[] weights() {
    double[] v = new double[k];
    Arrays.fill(v, 1.0 / k);
    if (n == 0) {
      return v;
    }
    shrinkTowardsErrorWeights();
    boolean quadratic = entries.stream().allMatch(e -> e.label().quadratic());
    double value = objective(v);
    for (int step = 0; step < STEPS; step++) {
      double[] best = newton(v);
      if (quadratic) {
        return best;
      }
      double[] next = best;
      double reached = objective(next);
      for (int half = 0; half < HALVINGS && !(reached < value); half++) {
        next = between(v, next);
        reached = objective(next);
      }
      if (!(reached < value - TOLERANCE * Math.abs(value))) {
        return reached < value ? next : v;
      }
      v = next;
      value = reached;
    }
    return v;
  }

  private static double[] between(double[] a, double[] b) {
    double[] out = new double[a.length];
    Arrays.setAll(out, i -> (a[i] + b[i]) / 2);
    return out;
  }

  /** u_k ∝ exp(−n (e_k − e_min) / (8 e_min)) and ρ = K e_min / n, with e_k the mean deviance. */
  private void shrinkTowardsErrorWeights() {
    double[] e = new double[k];
    for (Entry entry : entries) {
      for (int a = 0; a < k; a++) {
        e[a] += entry.weight * entry.label.deviance(entry.y, entry.eta[a]) / n;
      }
    }
    double least = Arrays.stream(e).min().orElse(0);
    u = new double[k];
    Arrays.setAll(u, a -> least > 0 ? Math.exp(-n * (e[a] - least) / (8 * least)) : 1);
    double sum = Arrays.stream(u).sum();
    Arrays.setAll(u, a -> u[a] / sum);
    rho = SelectionRules.STACKING_RIDGE * least * k / Math.max(1, n);
  }

  private double objective(double[] v) {
    double sum = 0;
    for (Entry entry : entries) {
      sum += entry.weight * entry.label.deviance(entry.y, entry.mean(v)) / n;
    }
    for (int a = 0; a < k; a++) {
      sum += rho * (v[a] - u[a]) * (v[a] - u[a]);
    }
    return sum;
  }

  /**
   * The minimiser of the quadratic approximation at v. With Σx = 1, the stack's prediction differs
   * from that at v by Σ_k x_k d_k, d_k = η_k − Σ_l v_l η_l, so only differences between candidates
   * enter.
   */
  private double[] newton(double[] v) {
    double[] G = new double[k * k];
    double[] c = new double[k];
    double[] d = new double[k];
    for (Entry entry : entries) {
      double mean = entry.mean(v);
      Arrays.setAll(d, a -> entry.eta[a] - mean);
      double scale = entry.weight / n;
      Vectors.add(c, 0, -scale * entry.label.gradient(entry.y, mean), d, 0, k);
      double curvature = scale * entry.label.curvature(entry.y, mean);
      for (int a = 0; a < k; a++) {
        Vectors.add(G, a * k, curvature * d[a], d, 0, k);
      }
    }
    for (int a = 0; a < k; a++) {
      G[a * k + a] += rho;
      c[a] += rho * u[a];
    }
    return Simplex.minimize(G, c);
  }
}

package org.slrm.internal.regression.family;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.RegressionProblem;
import org.slrm.internal.regression.WorkingSet;

/**
 * Elastic net of several targets with a common set of non-zero features, by coordinate descent over
 * features along a path of penalties:
 *
 * <pre>(E-8)  Σ_t 1/n_t Σ(y_t − b_t − w_tᵀx)² + λ2 Σ s_j‖w_j‖₂ + λ3 Σ s_j²‖w_j‖₂²</pre>
 *
 * where w_j has feature j's coefficients for all targets. Each target may have rows of its own.
 * Strong rule, working set and duality gap are those of {@link ElasticNet}, which this is for one
 * target.
 */
public final class SharedNet implements SharedPath.PathSolver {
  private final JointTargets targets;
  private final JointTargets.Slopes slopes;
  private final ElasticNet.Settings settings;
  private final int p;
  private final int T;
  private final double[] s;
  private final double[] L;
  private final double[] w;
  private final double[] g;
  private final double[] z;
  private final int[] all;
  private final WorkingSet set;
  private final int[] working;
  private int sweeps;

  private SharedNet(JointTargets targets, double[] scales, ElasticNet.Settings settings) {
    this.targets = targets;
    this.settings = settings;
    slopes = targets.new Slopes();
    p = targets.p;
    T = targets.T;
    s = scales;
    L = targets.curvatures();
    w = new double[p * T];
    g = targets.c.clone();
    z = new double[T];
    all = IntStream.range(0, p).toArray();
    set = new WorkingSet(s, j -> norm(w, j, T) != 0, j -> norm(g, j, T));
    working = set.features();
  }

  /** A net at W = 0. */
  static SharedNet of(JointTargets targets, ElasticNet.Settings settings) {
    return new SharedNet(targets, targets.scales(settings.standardize()), settings);
  }

  /** A net started at given coefficients: the next problem of a sequence. */
  static SharedNet at(
      JointTargets targets, double[] scales, double[] start, ElasticNet.Settings settings) {
    double[] s = targets.scales(false);
    Arrays.setAll(s, j -> s[j] * scales[j]);
    SharedNet net = new SharedNet(targets, s, settings);
    net.moveTo(start);
    return net;
  }

  /** The smallest λ2 that makes every coefficient 0 when λ3 = 0: max_j 2‖c_j‖ / s_j. */
  public static double largestPenalty(
      List<? extends RegressionProblem> problems, boolean standardize) {
    JointTargets targets = new JointTargets(problems);
    double[] s = targets.scales(standardize);
    double largest = 0;
    for (int j = 0; j < targets.p; j++) {
      largest = s[j] > 0 ? Math.max(largest, 2 * norm(targets.c, j, targets.T) / s[j]) : largest;
    }
    return largest;
  }

  private static double norm(double[] of, int j, int T) {
    return Math.sqrt(Vectors.dot(of, j * T, of, j * T, T));
  }

  @Override
  public void point(Penalties penalties, int k, SharedPath found) {
    double l1 = penalties.l1()[k];
    double last = k > 0 ? Math.max(penalties.l1()[k - 1], l1) : Double.POSITIVE_INFINITY;
    double gap = solve(l1, penalties.l2()[k], last, settings.tolerance() * targets.yy);
    double relative = targets.yy > 0 ? gap / targets.yy : 0;
    found.put(k, targets.intercepts(w), targets.byTarget(w), relative, sweeps);
  }

  /** The duality gap of half of (E-8) at the current coefficients. */
  double gap(double l1, double l2) {
    return gap(l1, l2, all, p);
  }

  /** Moves to the solution for one pair of penalties, up to a gap; returns the number of sweeps. */
  int solve(double l1, double l2, double goal) {
    solve(l1, l2, Double.POSITIVE_INFINITY, goal);
    return sweeps;
  }

  double[] coefficients() {
    return w;
  }

  private double solve(double l1, double l2, double last, double goal) {
    sweeps = 0;
    if (l1 == 0 && l2 == 0) {
      moveTo(targets.leastSquares());
      sweeps = 1;
      return gap(0, 0);
    }
    set.start(l1 - last / 2);
    while (true) {
      boolean exact = descend(l1, l2, goal);
      slopes.writeTo(g);
      double gap = gap(l1, l2, all, p);
      boolean grown = set.addViolators(l1 / 2);
      if (gap <= goal || (exact && !grown) || sweeps >= settings.maxSweeps()) {
        return gap;
      }
    }
  }

  private void moveTo(double[] to) {
    for (int j = 0; j < p; j++) {
      for (int t = 0; s[j] > 0 && t < T; t++) {
        move(j, t, to[j * T + t] - w[j * T + t]);
      }
    }
    slopes.writeTo(g);
  }

  private void move(int j, int t, double delta) {
    if (delta != 0) {
      w[j * T + t] += delta;
      slopes.move(j, t, delta);
    }
  }

  /** Sweeps over the working set until its gap reaches the goal; true once nothing changes. */
  private boolean descend(double l1, double l2, double goal) {
    double small = goal;
    while (true) {
      double change = sweep(l1, l2);
      if (++sweeps >= settings.maxSweeps()) {
        return false;
      }
      if (change <= 1e-30 * targets.yy) {
        return true;
      }
      if (change <= small) {
        slopes.writeTo(g);
        if (gap(l1, l2, working, set.size()) <= goal) {
          return false;
        }
        small *= 0.1;
      }
    }
  }

  /**
   * (E-9) w_j ← (1 − λ2 s_j / 2‖z‖)₊ z / (L_j + λ3 s_j²) with z = g_j + L_j w_j, exact where all
   * targets have the same rows; returns max L_j ‖Δw_j‖².
   */
  private double sweep(double l1, double l2) {
    double largest = 0;
    for (int a = 0; a < set.size(); a++) {
      int j = working[sweeps % 2 == 0 ? a : set.size() - 1 - a];
      for (int t = 0; t < T; t++) {
        z[t] = slopes.at(j, t) + L[j] * w[j * T + t];
      }
      double left = Math.max(0, 1 - l1 / 2 * s[j] / norm(z, 0, T));
      double change = 0;
      for (int t = 0; t < T; t++) {
        double to = left == 0 ? 0 : left * z[t] / (L[j] + l2 * s[j] * s[j]);
        double delta = to - w[j * T + t];
        move(j, t, delta);
        change += delta * delta;
      }
      largest = Math.max(largest, L[j] * change);
    }
    return largest;
  }

  /** (E-3) for the sum of norms; without it, the gain of single steps. */
  private double gap(double l1, double l2, int[] among, int count) {
    double yr = targets.yy;
    double wg = 0;
    double ridge = 0;
    double norms = 0;
    double steepest = 0;
    double slack = 0;
    for (int a = 0; a < count; a++) {
      int j = among[a];
      if (s[j] == 0) {
        continue;
      }
      double square = 0;
      for (int e = j * T; e < j * T + T; e++) {
        double h = g[e] / s[j] - l2 * s[j] * w[e];
        yr -= targets.c[e] * w[e];
        wg += g[e] * w[e];
        square += h * h;
      }
      double norm = s[j] * norm(w, j, T);
      ridge += l2 * norm * norm;
      norms += norm;
      steepest = Math.max(steepest, Math.sqrt(square));
      slack += l2 > 0 ? square / (2 * l2) : s[j] * s[j] * square / (2 * L[j]);
    }
    if (l1 == 0) {
      return slack;
    }
    double limit = steepest > 0 ? l1 / 2 / steepest : Double.POSITIVE_INFINITY;
    return JointTargets.gap(yr, wg, ridge, l1 / 2 * norms, limit);
  }
}

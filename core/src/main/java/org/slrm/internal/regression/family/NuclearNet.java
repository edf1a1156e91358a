package org.slrm.internal.regression.family;

import java.util.Arrays;
import java.util.List;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.RegressionProblem;

/**
 * Several targets with a low-rank coefficient matrix, along a path of penalties:
 *
 * <pre>(E-13) Σ_t 1/n_t Σ(y_t − b_t − w_tᵀx)² + λ2 ‖SW‖_*</pre>
 *
 * with the nuclear norm ‖·‖_* and S = diag(s). Accelerated proximal gradient on V = SW with
 * restarts, and backtracking of the step size; it stops on the duality gap. λ3 is not used.
 */
public final class NuclearNet implements SharedPath.PathSolver {
  private static final int GAP_EVERY = 5;

  private final JointTargets targets;
  private final JointTargets.Slopes slopes;
  private final ElasticNet.Settings settings;
  private final int p;
  private final int T;
  private final double[] s;
  private final double[] w;

  /** V and its gradient H = S⁻¹g. */
  private final double[] v;

  private final double[] h;
  private double[] lastV;
  private double[] lastH;
  private double L;
  private double momentum;
  private double norm;
  private int sweeps;

  private NuclearNet(JointTargets targets, ElasticNet.Settings settings) {
    this.targets = targets;
    this.settings = settings;
    slopes = targets.new Slopes();
    p = targets.p;
    T = targets.T;
    s = targets.scales(settings.standardize());
    w = new double[p * T];
    v = new double[p * T];
    h = new double[p * T];
    writeGradient();
    lastV = v.clone();
    lastH = h.clone();
    double[] curvatures = targets.curvatures();
    for (int j = 0; j < p; j++) {
      L = s[j] > 0 ? Math.max(L, curvatures[j] / (s[j] * s[j])) : L;
    }
  }

  static NuclearNet of(List<? extends RegressionProblem> problems, ElasticNet.Settings settings) {
    return new NuclearNet(new JointTargets(problems), settings);
  }

  /** The smallest λ2 that makes every coefficient 0: twice the largest singular value of S⁻¹c. */
  public static double largestPenalty(
      List<? extends RegressionProblem> problems, boolean standardize) {
    NuclearNet net = of(problems, new ElasticNet.Settings(standardize, 1, 1));
    return 2 * net.steepest();
  }

  @Override
  public void point(Penalties penalties, int k, SharedPath found) {
    double gap = solve(penalties.l1()[k] / 2);
    double relative = targets.yy > 0 ? gap / targets.yy : 0;
    found.put(k, targets.intercepts(w), targets.byTarget(w), relative, sweeps);
  }

  private double solve(double lambda) {
    double goal = settings.tolerance() * targets.yy;
    sweeps = 0;
    momentum = 1;
    System.arraycopy(v, 0, lastV, 0, v.length);
    System.arraycopy(h, 0, lastH, 0, h.length);
    norm = Arrays.stream(Decompositions.svd(v, p, T).s()).sum();
    double gap = gap(lambda);
    while (gap > goal && sweeps < settings.maxSweeps()) {
      step(lambda);
      gap = ++sweeps % GAP_EVERY == 0 ? gap(lambda) : gap;
    }
    return gap;
  }

  /** (E-14) Y = V + β(V − V_last), V ← shrink(Y + H(Y)/L, λ/L). */
  private void step(double lambda) {
    double next = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    double beta = (momentum - 1) / next;
    double[] y = ahead(v, lastV, beta);
    double[] slope = ahead(h, lastH, beta);
    lastV = v.clone();
    lastH = h.clone();
    double[] change = new double[v.length];
    while (true) {
      double[] to = y.clone();
      Vectors.add(to, 0, 1 / L, slope, 0, to.length);
      shrink(to, lambda / L);
      moveTo(to);
      Arrays.setAll(change, e -> v[e] - y[e]);
      // H is linear: ⟨d, H(Y) − H(V)⟩ is the curvature along d.
      double curved = 0;
      for (int e = 0; e < change.length; e++) {
        curved += change[e] * (slope[e] - h[e]);
      }
      double square = Vectors.dot(change, 0, change, 0, change.length);
      if (curved <= L * square * (1 + 1e-9)) {
        break;
      }
      L *= 2;
    }
    double back = 0;
    for (int e = 0; e < v.length; e++) {
      back -= change[e] * (v[e] - lastV[e]);
    }
    // Restarts when the step opposes the momentum.
    momentum = back > 0 ? 1 : next;
  }

  private static double[] ahead(double[] now, double[] last, double beta) {
    double[] out = new double[now.length];
    Arrays.setAll(out, e -> now[e] + beta * (now[e] - last[e]));
    return out;
  }

  /** Soft-thresholds the singular values by t; stores the sum of the results. */
  private void shrink(double[] of, double t) {
    Decompositions.Svd svd = Decompositions.svd(of, p, T);
    int k = svd.s().length;
    Arrays.fill(of, 0);
    norm = 0;
    for (int c = 0; c < k; c++) {
      double left = svd.s()[c] - t;
      if (left > 0) {
        norm += left;
        for (int j = 0; j < p; j++) {
          for (int u = 0; u < T; u++) {
            of[j * T + u] += left * svd.u()[j * k + c] * svd.v()[u * k + c];
          }
        }
      }
    }
  }

  private void moveTo(double[] to) {
    for (int j = 0; j < p; j++) {
      for (int t = 0; s[j] > 0 && t < T; t++) {
        int e = j * T + t;
        double delta = to[e] / s[j] - w[e];
        if (delta != 0) {
          slopes.move(j, t, delta);
          w[e] += delta;
        }
        v[e] = to[e];
      }
    }
    writeGradient();
  }

  private void writeGradient() {
    slopes.writeTo(h);
    for (int e = 0; e < h.length; e++) {
      h[e] = s[e / T] > 0 ? h[e] / s[e / T] : 0;
    }
  }

  /** Largest singular value of H. */
  private double steepest() {
    return Decompositions.svd(h, p, T).s()[0];
  }

  private double gap(double lambda) {
    double yr = targets.yy - Vectors.dot(targets.c, 0, w, 0, w.length);
    double wg = Vectors.dot(h, 0, v, 0, v.length);
    double steepest = steepest();
    double limit = steepest > 0 ? lambda / steepest : Double.POSITIVE_INFINITY;
    return JointTargets.gap(yr, wg, 0, lambda * norm, limit);
  }
}

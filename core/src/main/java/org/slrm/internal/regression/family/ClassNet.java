package org.slrm.internal.regression.family;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.FoldErrors;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.RegressionProblem;
import org.slrm.internal.regression.WorkingSet;

/**
 * Elastic net of several classes along a path of penalties:
 *
 * <pre>(E-10)  1/n Σ 2(log Σ_k e^η_k − η_y) + λ2 Σ_j s_j Ω(w_j) + λ3 Σ_j s_j² ‖w_j‖²</pre>
 *
 * where w_j has feature j's coefficients for all classes and Ω is the sum of their absolute values,
 * or, if grouped, their ‖w_j‖₂, so that a feature has coefficients for all classes or for none.
 * Grouped, all classes are updated jointly by {@link SharedNet} with one curvature (E-11);
 * otherwise class by class by {@link ElasticNet}, and coefficients are shifted to minimise the
 * penalty (E-12), which changes no probability. Steps are halved until (E-10) does not rise. The
 * solutions are glmnet's, with λ2 = 2αλ, λ3 = (1−α)λ.
 *
 * <pre>{@code
 * ClassProblem problem = ClassProblem.ofRows(x, p, y, 3, null);
 * Penalties path = ClassNet.penalties(problem, true, true, 100, 1e-4);
 * SharedPath found = ClassNet.path(problem, true, path, ElasticNet.Settings.defaults());
 * }</pre>
 */
public final class ClassNet implements SharedPath.PathSolver {
  private static final int MAX_STEPS = 2000;
  private static final int MAX_HALVINGS = 40;
  private static final double RELATIVE_GAP = 1e-2;
  private static final double ROUNDING = 1e-14;

  private final ClassProblem problem;
  private final boolean grouped;
  private final ElasticNet.Settings settings;
  private final int n;
  private final int p;

  /** Number of classes that have rows. */
  private final int M;

  private final double[] s;
  private final double[] w;
  private final double[] b;
  private final double[] g;
  private final double[] eta;
  private final double[] prob;
  private final WorkingSet set;
  private final int[] working;
  private final double nullDeviance;
  private final double largest;
  private int sweeps;

  private ClassNet(ClassProblem problem, boolean grouped, ElasticNet.Settings settings) {
    this.problem = problem;
    this.grouped = grouped;
    this.settings = settings;
    n = problem.columns.n;
    p = problem.columns.p;
    M = problem.present.length;
    s = problem.columns.scales(settings.standardize());
    w = new double[p * M];
    g = new double[p * M];
    b = problem.start();
    eta = new double[M * n];
    prob = new double[M * n];
    set = new WorkingSet(s, j -> Vectors.dot(w, j * M, w, j * M, M) != 0, this::slope);
    working = set.features();
    for (int k = 0; k < M; k++) {
      Arrays.fill(eta, k * n, (k + 1) * n, b[k]);
    }
    nullDeviance = 2 * problem.probabilities(eta, prob);
    problem.gradient(prob, g);
    largest =
        IntStream.range(0, p)
            .filter(j -> s[j] > 0)
            .mapToDouble(j -> 2 * slope(j) / s[j])
            .max()
            .orElse(0);
  }

  /** Solves along a path. */
  public static SharedPath path(
      ClassProblem problem, boolean grouped, Penalties penalties, ElasticNet.Settings settings) {
    ClassNet net = new ClassNet(problem, grouped, settings);
    return net.path(penalties, net.p);
  }

  /** A geometric path of l1 alone, from the penalty that makes every coefficient 0. */
  public static Penalties penalties(
      ClassProblem problem, boolean grouped, boolean standardize, int count, double down) {
    double largest =
        new ClassNet(problem, grouped, new ElasticNet.Settings(standardize, 1, 1)).largest;
    return Penalties.path(largest, 1, count, down, 1);
  }

  /** A fold: a net on the rows without it, evaluated by the deviance on its own. */
  static FoldErrors.Fold fold(
      ClassProblem training,
      ClassProblem heldOut,
      boolean grouped,
      Penalties penalties,
      ElasticNet.Settings settings) {
    ClassNet net = new ClassNet(training, grouped, settings);
    SharedPath found = SharedPath.empty(penalties, net.p);
    return new FoldErrors.Fold(
        heldOut.weight(),
        k -> {
          net.point(penalties, k, found);
          return heldOut.deviance(found.intercepts()[k], found.coefficients()[k]);
        });
  }

  @Override
  public void point(Penalties penalties, int k, SharedPath found) {
    double l1 = penalties.l1()[k];
    double l2 = penalties.l2()[k];
    double last = Math.max(l1, k > 0 ? penalties.l1()[k - 1] : largest);
    sweeps = 0;
    double gap = 0;
    if (M > 1) {
      set.start(l1 - last / 2);
      do {
        gap = grouped ? together(l1, l2) : inTurn(l1, l2);
        problem.gradient(prob, g);
      } while (set.addViolators(l1 / 2));
    }
    found.put(k, intercepts(), byClass(), nullDeviance > 0 ? gap / nullDeviance : 0, sweeps);
  }

  /** Updates all classes jointly; returns the duality gap. */
  private double together(double l1, double l2) {
    double goal = settings.tolerance() * nullDeviance;
    double objective = objective(l1, l2);
    ClassProblem.LocalClassProblem near = null;
    for (int step = 0; ; step++) {
      near = problem.nearAll(eta, prob, working, set.size(), near);
      double H = near.curvature();
      JointTargets targets = new JointTargets(near.problems());
      double[] from = onWorking();
      SharedNet net = SharedNet.at(targets, scales(), from, settings);
      double gap = H * (net.gap(l1 / H, l2 / H) + off(targets.intercepts(from)));
      if (gap <= goal || step == MAX_STEPS) {
        return gap;
      }
      sweeps += net.solve(l1 / H, l2 / H, Math.max(goal / 2, RELATIVE_GAP * gap) / H);
      double lower = move(net.coefficients(), targets.intercepts(net.coefficients()), l1, l2);
      if (!(lower < objective)) {
        return gap;
      }
      objective = lower;
    }
  }

  /** Updates class by class until convergence; returns the duality gap. */
  private double inTurn(double l1, double l2) {
    double goal = settings.tolerance() * nullDeviance;
    double objective = objective(l1, l2);
    ClassProblem.LocalClassProblem[] near = new ClassProblem.LocalClassProblem[M];
    for (int step = 0; ; step++) {
      double gap = 0;
      for (int k = 0; k < M; k++) {
        near[k] = problem.nearOne(eta, prob, k, working, set.size(), near[k]);
        gap += turn(k, near[k], l1, l2, goal / M);
      }
      centre(l1, l2);
      double lower = objective(l1, l2);
      if (gap <= goal || step == MAX_STEPS || !(lower < objective)) {
        return gap;
      }
      objective = lower;
    }
  }

  /** A step of one class; returns its gap before. */
  private double turn(
      int k, ClassProblem.LocalClassProblem near, double l1, double l2, double goal) {
    RegressionProblem one = near.problems().get(0);
    double H = near.curvature();
    double[] to = onWorking();
    double[] from = new double[set.size()];
    Arrays.setAll(from, a -> to[a * M + k]);
    ElasticNet net = ElasticNet.at(one, scales(), from, settings);
    double[] toIntercepts = b.clone();
    toIntercepts[k] = intercept(one, from);
    double gap = H * (net.gap(l1 / H, l2 / H) + off(toIntercepts));
    if (gap > goal) {
      sweeps += net.solve(l1 / H, l2 / H, Math.max(goal / 2, RELATIVE_GAP * gap) / H);
      for (int a = 0; a < set.size(); a++) {
        to[a * M + k] = net.coefficients()[a];
      }
      toIntercepts[k] = intercept(one, net.coefficients());
      move(to, toIntercepts, l1, l2);
    }
    return gap;
  }

  /** (E-12) Shifts each feature's coefficients to minimise their penalty. */
  private void centre(double l1, double l2) {
    double[] shift = new double[p];
    for (int a = 0; a < set.size(); a++) {
      int j = working[a];
      shift[j] = middle(Arrays.copyOfRange(w, j * M, (j + 1) * M), l1, l2 * s[j]);
      for (int k = 0; k < M; k++) {
        w[j * M + k] -= shift[j];
      }
    }
    double[] line = new double[n];
    problem.columns.addTo(line, -1, shift);
    double mean = Arrays.stream(b).average().orElse(0);
    for (int k = 0; k < M; k++) {
      b[k] -= mean;
      Vectors.add(eta, k * n, 1, line, 0, n);
      for (int i = 0; i < n; i++) {
        eta[k * n + i] -= mean;
      }
    }
  }

  /**
   * The c that minimises l1 Σ|v_k − c| + l2 Σ(v_k − c)²: the median of the v and of their mean ± l1
   * (K − 2m)/(2 l2 K); without l2 the median of the v, the mean of the two central values if there
   * are two.
   */
  static double middle(double[] v, double l1, double l2) {
    int K = v.length;
    double[] sorted = Arrays.copyOf(v, l2 > 0 ? 2 * K + 1 : K);
    double mean = Arrays.stream(v).average().orElse(0);
    for (int m = 0; l2 > 0 && m <= K; m++) {
      sorted[K + m] = mean + l1 * (K - 2 * m) / (2 * l2 * K);
    }
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static double intercept(RegressionProblem one, double[] w) {
    double out = one.meanLabel();
    for (int a = 0; a < w.length; a++) {
      out -= w[a] * one.mean(a);
    }
    return out;
  }

  /** Half the squared distance to better intercepts, which a net's gap does not include. */
  private double off(double[] intercepts) {
    double sum = 0;
    for (int k = 0; k < M; k++) {
      sum += (intercepts[k] - b[k]) * (intercepts[k] - b[k]) / 2;
    }
    return sum;
  }

  private double[] scales() {
    return IntStream.range(0, set.size()).mapToDouble(a -> s[working[a]]).toArray();
  }

  private double[] onWorking() {
    double[] out = new double[set.size() * M];
    for (int a = 0; a < set.size(); a++) {
      System.arraycopy(w, working[a] * M, out, a * M, M);
    }
    return out;
  }

  /** Moves towards coefficients and intercepts as (E-10) does not rise; returns half of it. */
  private double move(double[] to, double[] toIntercepts, double l1, double l2) {
    double before = objective(l1, l2);
    double upper = before + ROUNDING * Math.abs(before);
    double[] from = onWorking();
    double[] b0 = b.clone();
    double[] old = eta.clone();
    double[] change = new double[M * n];
    for (int k = 0; k < M; k++) {
      Arrays.fill(change, k * n, (k + 1) * n, toIntercepts[k] - b0[k]);
      for (int a = 0; a < set.size(); a++) {
        double delta = to[a * M + k] - from[a * M + k];
        if (delta != 0) {
          Vectors.add(change, k * n, delta, problem.columns.x, working[a] * n, n);
        }
      }
    }
    double t = 1;
    for (int halving = 0; halving <= MAX_HALVINGS; halving++, t /= 2) {
      double length = halving < MAX_HALVINGS ? t : 0;
      for (int e = 0; e < set.size() * M; e++) {
        w[working[e / M] * M + e % M] = length == 1 ? to[e] : from[e] + length * (to[e] - from[e]);
      }
      Arrays.setAll(b, k -> b0[k] + length * (toIntercepts[k] - b0[k]));
      System.arraycopy(old, 0, eta, 0, eta.length);
      Vectors.add(eta, 0, length, change, 0, eta.length);
      double after = objective(l1, l2);
      if (after <= upper) {
        return after;
      }
    }
    return before;
  }

  /** Half of (E-10); updates the probabilities. */
  private double objective(double l1, double l2) {
    double sum = 0;
    for (int a = 0; a < set.size(); a++) {
      int j = working[a];
      double square = Vectors.dot(w, j * M, w, j * M, M);
      double norm = Math.sqrt(square);
      if (!grouped) {
        norm = 0;
        for (int k = 0; k < M; k++) {
          norm += Math.abs(w[j * M + k]);
        }
      }
      sum += l1 * s[j] * norm + l2 * s[j] * s[j] * square;
    }
    return problem.probabilities(eta, prob) + sum / 2;
  }

  /** The dual norm of feature j's gradient: its length, or its largest entry. */
  private double slope(int j) {
    if (grouped) {
      return Math.sqrt(Vectors.dot(g, j * M, g, j * M, M));
    }
    double steepest = 0;
    for (int k = 0; k < M; k++) {
      steepest = Math.max(steepest, Math.abs(g[j * M + k]));
    }
    return steepest;
  }

  /** Coefficients class after class, 0 for classes without rows. */
  private double[] byClass() {
    double[] out = new double[problem.K * p];
    for (int k = 0; k < M; k++) {
      for (int j = 0; j < p; j++) {
        out[problem.present[k] * p + j] = w[j * M + k];
      }
    }
    return out;
  }

  /** Intercepts by class; that of a class without rows is as of one pseudo-row at the means. */
  private double[] intercepts() {
    double total = Arrays.stream(b).map(Math::exp).sum();
    double[] out = new double[problem.K];
    Arrays.fill(out, Math.log(total / problem.K / (problem.weight() + 1)));
    double[] of = byClass();
    for (int k = 0; k < M; k++) {
      int c = problem.present[k];
      out[c] = b[k] - problem.columns.atMeans(Arrays.copyOfRange(of, c * p, (c + 1) * p));
    }
    return out;
  }
}

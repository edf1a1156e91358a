package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.List;
import org.slrm.internal.check.Checks;
import org.slrm.internal.run.Workers;

/**
 * Elastic net by coordinate descent along a path of penalties:
 *
 * <pre>(E-1)  1/n Σ(y − b − wᵀx)² + λ2 Σ s_j|w_j| + λ3 Σ s_j² w_j²</pre>
 *
 * with s_j = 1, or the standard deviation of feature j when standardising (then the solution is the
 * one on standardised features, given in the features' own units). The intercept b is not
 * penalised. Every point starts at the last one, works on the features the strong rule keeps, adds
 * those that violate optimality, extrapolates every few sweeps, and stops when the duality gap is
 * below tolerance · variance of y. How glmnet's penalties map to these: {@link Penalties}.
 *
 * <pre>{@code
 * GramProblem problem = GramProblem.ofRows(x, p, y, null);
 * Penalties path = Penalties.path(problem, true, 100, 1e-4, 1);
 * double[] w = ElasticNet.path(problem, path, ElasticNet.Settings.defaults()).coefficients(99);
 * }</pre>
 */
public final class ElasticNet {
  /**
   * Settings of the solver.
   *
   * @param standardize whether penalties count in units of the features' standard deviations
   * @param tolerance largest duality gap, as a fraction of the label's variance
   * @param maxSweeps most sweeps over the working set at one point of the path
   * @param patience when evaluated by folds, the path ends after this many points in a row that are
   *     clearly worse than the best; 0 for the whole path
   */
  public record Settings(boolean standardize, double tolerance, int maxSweeps, int patience) {
    /** Checks the numbers. */
    public Settings {
      Checks.positive("tolerance", tolerance);
      Checks.atLeast("maxSweeps", maxSweeps, 1);
      Checks.atLeast("patience", patience, 0);
    }

    /** Computes the whole of every path. */
    public Settings(boolean standardize, double tolerance, int maxSweeps) {
      this(standardize, tolerance, maxSweeps, 0);
    }

    /** Standardising, to a gap of 1e-7, at most 10,000 sweeps. */
    public static Settings defaults() {
      return new Settings(true, 1e-7, 10_000);
    }
  }

  private final RegressionProblem problem;
  private final RegressionProblem.Gradient gradient;
  private final Settings settings;
  private final int p;
  private final double yy;
  private final double[] s;
  private final double[] diagonal;
  private final double[] c;
  private final double[] w;
  private final double[] g;
  private final double[] target;
  private final CoefficientExtrapolation extrapolation;
  private final int[] all;
  private final WorkingSet set;
  private final int[] working;
  private int sweeps;

  private ElasticNet(RegressionProblem problem, Settings settings) {
    this(problem, scales(problem, settings.standardize()), settings);
  }

  private ElasticNet(RegressionProblem problem, double[] scales, Settings settings) {
    this.problem = problem;
    this.settings = settings;
    gradient = problem.gradient();
    p = problem.features();
    yy = problem.labelVariance();
    s = scales;
    diagonal = new double[p];
    c = new double[p];
    g = new double[p];
    w = new double[p];
    target = new double[p];
    extrapolation = new CoefficientExtrapolation(p);
    all = java.util.stream.IntStream.range(0, p).toArray();
    set = new WorkingSet(s, j -> w[j] != 0, j -> Math.abs(g[j]));
    working = set.features();
    for (int j = 0; j < p; j++) {
      diagonal[j] = problem.variance(j);
    }
    gradient.writeTo(c);
    gradient.writeTo(g);
  }

  /**
   * A net started at given coefficients: the next problem of a sequence.
   *
   * @param scales s_j; coefficients of features that do not vary in this problem stay unchanged
   * @param start the coefficients; not changed
   */
  public static ElasticNet at(
      RegressionProblem problem, double[] scales, double[] start, Settings settings) {
    double[] s = scales(problem, false);
    Arrays.setAll(s, j -> s[j] * scales[j]);
    ElasticNet net = new ElasticNet(problem, s, settings);
    for (int j = 0; j < start.length; j++) {
      if (start[j] != 0) {
        net.gradient.move(j, start[j]);
        net.w[j] = start[j];
      }
    }
    net.gradient.writeTo(net.g);
    return net;
  }

  /** The duality gap (E-3) of half of (E-1) at the current coefficients. */
  public double gap(double l1, double l2) {
    return gap(l1, l2, all, p);
  }

  /** Moves to the solution for one pair of penalties, up to a gap; returns the number of sweeps. */
  public int solve(double l1, double l2, double goal) {
    solve(l1, l2, 2 * l1, goal);
    return sweeps;
  }

  /** The current coefficients; not to be changed. */
  public double[] coefficients() {
    return w;
  }

  /** Solves along a path. */
  public static ElasticNetPath path(
      RegressionProblem problem, Penalties penalties, Settings settings) {
    ElasticNet net = new ElasticNet(problem, settings);
    ElasticNetPath found = ElasticNetPath.empty(penalties, net.p);
    for (int k = 0; k < penalties.size(); k++) {
      net.point(penalties, k, found);
    }
    return found;
  }

  /** The smallest λ2 that makes every coefficient 0 when λ3 = 0: max_j 2|c_j| / s_j. */
  public static double largestPenalty(RegressionProblem problem, boolean standardize) {
    double[] c = new double[problem.features()];
    problem.gradient().writeTo(c);
    double[] s = scales(problem, standardize);
    double largest = 0;
    for (int j = 0; j < c.length; j++) {
      largest = s[j] > 0 ? Math.max(largest, 2 * Math.abs(c[j]) / s[j]) : largest;
    }
    return largest;
  }

  /**
   * Evaluates a path by folds.
   *
   * @param training the rows without each fold
   * @param heldOut the rows of each fold
   */
  public static CrossValidatedPath crossValidate(
      List<? extends RegressionProblem> training,
      List<? extends RegressionProblem> heldOut,
      Penalties penalties,
      Settings settings,
      Workers workers) {
    Checks.equal("number of held-out folds", heldOut.size(), "training folds", training.size());
    List<ElasticNetPath> found = new java.util.ArrayList<>();
    List<FoldErrors.Fold> folds = new java.util.ArrayList<>();
    for (int f = 0; f < training.size(); f++) {
      ElasticNet net = new ElasticNet(training.get(f), settings);
      RegressionProblem held = heldOut.get(f);
      ElasticNetPath points = ElasticNetPath.empty(penalties, net.p);
      found.add(points);
      folds.add(
          new FoldErrors.Fold(
              held.weight(),
              k -> {
                net.point(penalties, k, points);
                return held.error(net.intercept(), net.w);
              }));
    }
    FoldErrors errors = FoldErrors.walk(folds, penalties.size(), settings.patience(), workers);
    return CrossValidatedPath.of(penalties, found, errors);
  }

  /** Evaluates a path by folds given as the statistics of each fold's rows. */
  public static CrossValidatedPath crossValidate(
      List<GramProblem> folds, Penalties penalties, Settings settings, Workers workers) {
    return crossValidate(GramProblem.withoutEach(folds), folds, penalties, settings, workers);
  }

  /** s_j, 0 for a feature that does not vary: its coefficient stays 0. */
  private static double[] scales(RegressionProblem problem, boolean standardize) {
    double[] s = new double[problem.features()];
    for (int j = 0; j < s.length; j++) {
      double deviation = Math.sqrt(problem.variance(j));
      boolean varies = deviation > 1e-12 * Math.abs(problem.mean(j));
      s[j] = !varies ? 0 : standardize ? deviation : 1;
    }
    return s;
  }

  /** Moves to point k of a path. */
  private void point(Penalties penalties, int k, ElasticNetPath found) {
    double l1 = penalties.l1()[k];
    double last = k > 0 ? penalties.l1()[k - 1] : largestPenalty(problem, settings.standardize());
    double gap = solve(l1, penalties.l2()[k], Math.max(last, l1), settings.tolerance() * yy);
    found.put(k, intercept(), w, yy > 0 ? gap / yy : 0, sweeps);
  }

  private double intercept() {
    double b = problem.meanLabel();
    for (int j = 0; j < p; j++) {
      b -= w[j] != 0 ? w[j] * problem.mean(j) : 0;
    }
    return b;
  }

  /** Moves w to the solution for one pair of penalties; returns the duality gap reached. */
  private double solve(double l1, double l2, double last, double goal) {
    if (l1 == 0 && l2 == 0) {
      return leastSquares();
    }
    sweeps = 0;
    set.start(l1 - last / 2);
    while (true) {
      boolean exact = descend(l1, l2, goal);
      gradient.writeTo(g);
      double gap = gap(l1, l2, all, p);
      boolean grown = set.addViolators(l1 / 2);
      if (gap <= goal || (exact && !grown) || sweeps >= settings.maxSweeps()) {
        return gap;
      }
    }
  }

  /** Moves w to least squares: without a penalty the duality gap is no stopping criterion. */
  private double leastSquares() {
    double[] solution = problem.leastSquares();
    sweeps = 1;
    for (int j = 0; j < p; j++) {
      if (s[j] > 0 && solution[j] != w[j]) {
        gradient.move(j, solution[j] - w[j]);
        w[j] = solution[j];
      }
    }
    gradient.writeTo(g);
    return gap(0, 0, all, p);
  }

  /** Sweeps over the working set until its gap reaches the goal; true once nothing changes. */
  private boolean descend(double l1, double l2, double goal) {
    extrapolation.restart();
    double small = goal;
    while (true) {
      double change = sweep(l1, l2);
      if (++sweeps >= settings.maxSweeps()) {
        return false;
      }
      if (change <= small) {
        if (change <= 1e-30 * yy) {
          return true;
        }
        for (int a = 0; a < set.size(); a++) {
          g[working[a]] = gradient.at(working[a]);
        }
        if (gap(l1, l2, working, set.size()) <= goal) {
          return false;
        }
        small *= 0.1;
      }
      // A forward and a backward sweep are one symmetric step, which the extrapolation needs.
      if (sweeps % 2 == 0 && extrapolation.add(w, working, set.size())) {
        leap(l1, l2);
      }
    }
  }

  /** (E-2) w_j ← soft(g_j + G_jj w_j, λ2 s_j / 2) / (G_jj + λ3 s_j²); returns max G_jj Δw_j². */
  private double sweep(double l1, double l2) {
    double largest = 0;
    for (int a = 0; a < set.size(); a++) {
      int j = working[sweeps % 2 == 0 ? a : set.size() - 1 - a];
      double z = gradient.at(j) + diagonal[j] * w[j];
      double t = l1 / 2 * s[j];
      double soft = z > t ? z - t : z < -t ? z + t : 0;
      double delta = soft / (diagonal[j] + l2 * s[j] * s[j]) - w[j];
      if (delta != 0) {
        w[j] += delta;
        gradient.move(j, delta);
        largest = Math.max(largest, diagonal[j] * delta * delta);
      }
    }
    return largest;
  }

  /** Moves to the extrapolated point if the objective is lower there. */
  private void leap(double l1, double l2) {
    if (!extrapolation.extrapolate(target, set.size())) {
      return;
    }
    double before = objective(l1, l2);
    swapWorking();
    if (!(objective(l1, l2) < before)) {
      swapWorking();
    }
  }

  /** Moves w to {@code target} on the working set and stores the old values there. */
  private void swapWorking() {
    for (int a = 0; a < set.size(); a++) {
      int j = working[a];
      double old = w[j];
      if (target[a] != old) {
        gradient.move(j, target[a] - old);
        w[j] = target[a];
        target[a] = old;
      }
    }
  }

  /** Half of (E-1) up to a constant: −(c + g)ᵀw/2 + penalties/2. */
  private double objective(double l1, double l2) {
    double sum = 0;
    for (int a = 0; a < set.size(); a++) {
      int j = working[a];
      if (w[j] != 0) {
        double sw = s[j] * w[j];
        sum += l1 * Math.abs(sw) + l2 * sw * sw - (c[j] + gradient.at(j)) * w[j];
      }
    }
    return sum / 2;
  }

  /**
   * (E-3) Primal minus dual of half of (E-1), the ridge part written as extra rows: r̃ = (r, −√λ3
   * s_j w_j), h_j = g_j − λ3 s_j² w_j, dual point ν r̃ with ν|h_j| ≤ λ s_j. Without an l1 penalty
   * the dual point is r itself, and the gap Σ h_j² / (2 λ3 s_j²); least squares, without any
   * penalty, are solved directly, and the gain of single steps replaces the gap: Σ g_j² / (2 G_jj).
   */
  private double gap(double l1, double l2, int[] among, int count) {
    double lambda = l1 / 2;
    double yr = yy;
    double wg = 0;
    double ridge = 0;
    double norm = 0;
    double steepest = 0;
    double slack = 0;
    for (int a = 0; a < count; a++) {
      int j = among[a];
      if (s[j] > 0) {
        double sw = s[j] * w[j];
        double h = g[j] / s[j] - l2 * sw;
        yr -= c[j] * w[j];
        wg += g[j] * w[j];
        ridge += sw * sw;
        norm += Math.abs(sw);
        steepest = Math.max(steepest, Math.abs(h));
        slack += l2 > 0 ? h * h / (2 * l2) : g[j] * g[j] / (2 * diagonal[j]);
      }
    }
    if (lambda == 0) {
      return slack;
    }
    double rr = Math.max(0, yr - wg) + l2 * ridge;
    double limit = steepest > 0 ? lambda / steepest : Double.POSITIVE_INFINITY;
    double nu = rr > 0 ? Math.min(limit, yr / rr) : 0;
    return Math.max(0, rr / 2 + lambda * norm - nu * yr + nu * nu * rr / 2);
  }
}

package org.slrm.internal.regression.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.CrossValidatedPath;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.FoldErrors;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.WorkingSet;
import org.slrm.internal.run.Workers;

/**
 * Elastic net of a label that need not be quadratic, along a path of penalties:
 *
 * <pre>(E-5)  1/n Σ D(y, b + wᵀx) + λ2 Σ s_j|w_j| + λ3 Σ s_j² w_j²</pre>
 *
 * with the deviance D of the label; for a number this is (E-1). Every point starts at the last one
 * and works on the features the strong rule keeps: a sequence of least-squares problems (E-6), each
 * solved by {@link ElasticNet} from the last solution, with steps halved until (E-5) does not rise.
 * It adds features that violate optimality, and stops when the duality gap of such a problem is
 * below tolerance · deviance of the intercept alone. Of glmnet's λ and α: λ2 = 2αλ, λ3 = (1−α)λ.
 *
 * <pre>{@code
 * LabelProblem problem = LabelProblem.ofRows(label, x, p, y, null);
 * Penalties path = LabelNet.penalties(problem, true, 100, 1e-4, 1);
 * double[] w = LabelNet.path(problem, path, ElasticNet.Settings.defaults()).coefficients(99);
 * }</pre>
 */
public final class LabelNet {
  private static final int MAX_STEPS = 100;
  private static final int MAX_HALVINGS = 40;

  /** Accuracy of a least-squares problem relative to its start. */
  private static final double RELATIVE_GAP = 1e-2;

  /** Possible rounding error of the objective. */
  private static final double ROUNDING = 1e-14;

  private final LabelProblem problem;
  private final ElasticNet.Settings settings;
  private final boolean varies;
  private final int n;
  private final int p;
  private final double[] s;
  private final double[] w;
  private final double[] g;
  private final double[] eta;
  private final double[] change;
  private final WorkingSet set;
  private final int[] working;
  private final double nullDeviance;
  private final double largest;
  private double b;
  private int sweeps;

  LabelNet(LabelProblem problem, ElasticNet.Settings settings) {
    this.problem = problem;
    this.settings = settings;
    varies = problem.varies();
    n = problem.columns.n;
    p = problem.columns.p;
    s = problem.columns.scales(settings.standardize());
    w = new double[p];
    g = new double[p];
    eta = new double[n];
    change = new double[n];
    set = new WorkingSet(s, j -> w[j] != 0, j -> Math.abs(g[j]));
    working = set.features();
    b = problem.start();
    Arrays.fill(eta, b);
    nullDeviance = problem.deviance(eta);
    if (varies) {
      descend(0, 0);
      problem.gradient(eta, g);
    }
    double steepest = 0;
    for (int j = 0; j < p; j++) {
      steepest = s[j] > 0 ? Math.max(steepest, 2 * Math.abs(g[j]) / s[j]) : steepest;
    }
    largest = steepest;
  }

  /** Solves along a path. */
  public static ElasticNetPath path(
      LabelProblem problem, Penalties penalties, ElasticNet.Settings settings) {
    LabelNet net = new LabelNet(problem, settings);
    ElasticNetPath found = ElasticNetPath.empty(penalties, net.p);
    for (int k = 0; k < penalties.size(); k++) {
      net.point(penalties, k, found);
    }
    return found;
  }

  /** The smallest λ2 that makes every coefficient 0 when λ3 = 0. */
  public static double largestPenalty(LabelProblem problem, boolean standardize) {
    return new LabelNet(problem, new ElasticNet.Settings(standardize, 1e-12, 1)).largest;
  }

  /** glmnet's path, as {@link Penalties#path}, for a label that is not standardised. */
  public static Penalties penalties(
      LabelProblem problem, boolean standardize, int count, double down, double l1Ratio) {
    return Penalties.path(largestPenalty(problem, standardize), 1, count, down, l1Ratio);
  }

  /**
   * Evaluates a path by the deviance on folds.
   *
   * @param training the rows without each fold
   * @param heldOut the rows of each fold
   */
  public static CrossValidatedPath crossValidate(
      List<LabelProblem> training,
      List<LabelProblem> heldOut,
      Penalties penalties,
      ElasticNet.Settings settings,
      Workers workers) {
    Checks.equal("number of held-out folds", heldOut.size(), "training folds", training.size());
    List<ElasticNetPath> found = new ArrayList<>();
    List<FoldErrors.Fold> folds = new ArrayList<>();
    for (int f = 0; f < training.size(); f++) {
      LabelNet net = new LabelNet(training.get(f), settings);
      LabelProblem held = heldOut.get(f);
      ElasticNetPath points = ElasticNetPath.empty(penalties, net.p);
      found.add(points);
      folds.add(
          new FoldErrors.Fold(
              held.weight(),
              k -> {
                net.point(penalties, k, points);
                return held.deviance(net.intercept(), net.w);
              }));
    }
    FoldErrors errors = FoldErrors.walk(folds, penalties.size(), settings.patience(), workers);
    return CrossValidatedPath.of(penalties, found, errors);
  }

  double intercept() {
    return b - problem.columns.atMeans(w);
  }

  double[] coefficients() {
    return w.clone();
  }

  /** The current η of every row; not to be changed. */
  double[] eta() {
    return eta;
  }

  /** Moves to a ridge penalty. */
  void descendTo(double l2) {
    set.start(0);
    descend(0, l2);
  }

  /** Moves to point k of a path. */
  private void point(Penalties penalties, int k, ElasticNetPath found) {
    double l1 = penalties.l1()[k];
    double last = Math.max(l1, k > 0 ? penalties.l1()[k - 1] : largest);
    sweeps = 0;
    double gap = 0;
    if (varies) {
      set.start(l1 - last / 2);
      do {
        gap = descend(l1, penalties.l2()[k]);
        problem.gradient(eta, g);
      } while (set.addViolators(l1 / 2));
    }
    found.put(k, intercept(), w, nullDeviance > 0 ? gap / nullDeviance : 0, sweeps);
  }

  /** Solves least-squares problems on the working set in sequence; returns the duality gap. */
  private double descend(double l1, double l2) {
    double goal = settings.tolerance() * nullDeviance;
    double objective = objective(l1, l2);
    for (int step = 0; ; step++) {
      LabelProblem.LocalProblem near = near(l1, l2);
      double H = near.curvature();
      ElasticNet net = ElasticNet.at(near.problem(), on(s), on(w), settings);
      double off = intercept(near, on(w)) - b;
      // Half the deviance is H times half a mean square; the net's gap does not include the
      // intercept.
      double gap = H * (net.gap(l1 / H, l2 / H) + off * off / 2);
      if (gap <= goal || step == MAX_STEPS) {
        return gap;
      }
      double[] to = solution(near, net, l1, l2, Math.max(goal / 2, RELATIVE_GAP * gap));
      double lower = move(to, intercept(near, to), l1, l2);
      if (!(lower < objective)) {
        return gap;
      }
      objective = lower;
    }
  }

  private LabelProblem.LocalProblem near(double l1, double l2) {
    if (l1 == 0 && l2 > 0 && set.size() <= n) {
      GramProblem moments = problem.moments(eta, working, set.size());
      return new LabelProblem.LocalProblem(moments, moments.weight());
    }
    return problem.near(eta, working, set.size());
  }

  /** Without an l1 penalty moments give the solution directly. */
  private double[] solution(
      LabelProblem.LocalProblem near, ElasticNet net, double l1, double l2, double goal) {
    double H = near.curvature();
    if (l1 == 0 && l2 > 0 && near.problem() instanceof GramProblem moments) {
      sweeps++;
      return moments.ridge(on(s), l2 / H);
    }
    sweeps += net.solve(l1 / H, l2 / H, goal / H);
    return net.coefficients();
  }

  /** Entries of the working set. */
  private double[] on(double[] of) {
    double[] out = new double[set.size()];
    Arrays.setAll(out, a -> of[working[a]]);
    return out;
  }

  /** The best intercept of a least-squares problem for given coefficients. */
  private static double intercept(LabelProblem.LocalProblem near, double[] w) {
    double out = near.problem().meanLabel();
    for (int a = 0; a < w.length; a++) {
      out -= w[a] * near.problem().mean(a);
    }
    return out;
  }

  /** Moves towards coefficients and an intercept as (E-5) does not rise; returns half of it. */
  private double move(double[] to, double toIntercept, double l1, double l2) {
    double before = objective(l1, l2);
    double upper = before + ROUNDING * Math.abs(before);
    double[] from = on(w);
    double[] old = eta.clone();
    double b0 = b;
    Arrays.fill(change, toIntercept - b0);
    for (int a = 0; a < set.size(); a++) {
      Vectors.add(change, 0, to[a] - from[a], problem.columns.x, working[a] * n, n);
    }
    double t = 1;
    for (int halving = 0; halving <= MAX_HALVINGS; halving++, t /= 2) {
      double length = halving < MAX_HALVINGS ? t : 0;
      for (int a = 0; a < set.size(); a++) {
        w[working[a]] = length == 1 ? to[a] : from[a] + length * (to[a] - from[a]);
      }
      b = b0 + length * (toIntercept - b0);
      System.arraycopy(old, 0, eta, 0, n);
      Vectors.add(eta, 0, length, change, 0, n);
      double after = objective(l1, l2);
      if (after <= upper) {
        return after;
      }
    }
    return before;
  }

  /** Half of (E-5). */
  private double objective(double l1, double l2) {
    double sum = problem.deviance(eta);
    for (int a = 0; a < set.size(); a++) {
      double sw = s[working[a]] * w[working[a]];
      sum += l1 * Math.abs(sw) + l2 * sw * sw;
    }
    return sum / 2;
  }
}

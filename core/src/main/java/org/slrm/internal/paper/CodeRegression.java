package org.slrm.internal.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.CrossValidatedPath;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.Folds;

/**
 * Elastic net of a label on label-free codes, without standardising: penalties count in the units
 * of the codes, as in (S-1). Rows that the gate refuses are left out unless too few remain.
 */
public final class CodeRegression {
  private static final int POINTS = 60;
  private static final double DOWN = 1e-5;
  private static final int FOLDS = Folds.DEFAULT;
  private static final ElasticNet.Settings SETTINGS = new ElasticNet.Settings(false, 1e-9, 10_000);

  /**
   * A regressor on codes.
   *
   * @param intercept b
   * @param coefficients w
   * @param l1 the λ2 it was fitted with
   * @param error mean squared error on rows left out, of the fit itself when none were
   * @param standardError of that error, NaN when not known
   */
  public record Regressor(
      double intercept, double[] coefficients, double l1, double error, double standardError) {}

  private CodeRegression() {}

  /** Second moments of codes and label, not centred: the intercept stays 0. */
  static GramProblem moments(Projections p, TrainingData rows, int target) {
    return problem(p, rows, usable(p, rows, target), target, false);
  }

  /** Second moments around the means, so that there is an intercept. */
  public static GramProblem centred(Projections p, TrainingData rows, int target) {
    return problem(p, rows, usable(p, rows, target), target, true);
  }

  /** The regressor for given penalties. */
  public static Regressor fit(GramProblem problem, double l1, double l2) {
    ElasticNetPath path = ElasticNet.path(problem, Penalties.of(l1, l2), SETTINGS);
    double error = problem.error(path.intercept(0), path.coefficients(0));
    return new Regressor(path.intercept(0), path.coefficients(0), l1, error, Double.NaN);
  }

  /** Penalty chosen on rows held out. */
  static Regressor chosenOn(GramProblem held, GramProblem training, double l2) {
    Penalties path = path(training, l2);
    CrossValidatedPath cv =
        ElasticNet.crossValidate(
            List.of(training), List.of(held), path, SETTINGS, Workers.single());
    ElasticNetPath fitted = cv.folds().get(0);
    int best = cv.best();
    return new Regressor(
        fitted.intercept(best),
        fitted.coefficients(best),
        path.l1()[best],
        cv.errors()[best],
        cv.standardErrors()[best]);
  }

  /** Penalty chosen by folds, with an intercept. */
  public static Regressor chosenByFolds(
      Projections p, TrainingData rows, int target, double l2, long seed, Workers workers) {
    int[] usable = usable(p, rows, target);
    GramProblem all = problem(p, rows, usable, target, true);
    if (usable.length < 2 * FOLDS) {
      double largest = ElasticNet.largestPenalty(all, false);
      return fit(all, 0.1 * largest, l2);
    }
    int[] fold = Folds.assign(usable.length, FOLDS, seed);
    List<GramProblem> folds = new ArrayList<>();
    for (int f = 0; f < FOLDS; f++) {
      int[] part = IntStream.of(Folds.of(fold, f)).map(k -> usable[k]).toArray();
      folds.add(problem(p, rows, part, target, true));
    }
    Penalties path = path(all, l2);
    CrossValidatedPath cv = ElasticNet.crossValidate(folds, path, SETTINGS, workers);
    int best = cv.best();
    ElasticNetPath fitted = ElasticNet.path(all, path.upTo(best), SETTINGS);
    return new Regressor(
        fitted.intercept(best),
        fitted.coefficients(best),
        path.l1()[best],
        cv.errors()[best],
        cv.standardErrors()[best]);
  }

  private static Penalties path(GramProblem problem, double l2) {
    return Penalties.pathWithL2(ElasticNet.largestPenalty(problem, false), POINTS, DOWN, l2);
  }

  /** Labelled rows with a code; all labelled rows when hardly any has one. */
  static int[] usable(Projections p, TrainingData rows, int target) {
    int[] labelled =
        IntStream.range(0, rows.x().rows())
            .filter(i -> !Double.isNaN(rows.label(i, target)))
            .toArray();
    int[] answered = IntStream.of(labelled).filter(i -> p.answered()[i]).toArray();
    return answered.length >= 2 ? answered : labelled;
  }

  private static GramProblem problem(
      Projections p, TrainingData rows, int[] chosen, int target, boolean centred) {
    int d = p.rank();
    double[] codes = new double[chosen.length * d];
    double[] y = new double[chosen.length];
    for (int k = 0; k < chosen.length; k++) {
      System.arraycopy(p.codes(), chosen[k] * d, codes, k * d, d);
      y[k] = rows.label(chosen[k], target);
    }
    double[] w = IntStream.of(chosen).mapToDouble(rows::weight).toArray();
    // Only methods without weights ask for moments that are not centred.
    return centred ? GramProblem.ofRows(codes, d, y, w) : uncentred(codes, d, y);
  }

  private static GramProblem uncentred(double[] codes, int d, double[] y) {
    int n = y.length;
    double[] packed = new double[Packed.length(d)];
    Dense.gram(codes, n, d, packed);
    double[] gram = new double[d * d];
    Packed.unpack(packed, 0, gram, d);
    double[] c = new double[d];
    double yy = 0;
    for (int i = 0; i < n; i++) {
      Vectors.add(c, 0, y[i] / n, codes, i * d, d);
      yy += y[i] * y[i] / n;
    }
    for (int e = 0; e < gram.length; e++) {
      gram[e] /= n;
    }
    return GramProblem.of(n, gram, c, yy);
  }
}

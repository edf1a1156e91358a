package org.slrm.paper.internal.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.CrossValidatedPath;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.LabelFolds;
import org.slrm.internal.regression.family.LabelNet;
import org.slrm.internal.regression.family.LabelProblem;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.Folds;

/**
 * Elastic net of a label on label-free codes, without standardising: penalties are in the units of
 * the codes, as in (S-1). Rows refused by the gate are excluded unless too few remain.
 */
public final class CodeRegression {
  /** Penalties on a path. */
  static final int POINTS = 60;

  private static final double DOWN = 1e-5;
  private static final int FOLDS = Folds.DEFAULT;
  private static final ElasticNet.Settings SETTINGS = new ElasticNet.Settings(false, 1e-9, 10_000);

  /** Settings for losses that are not quadratic; the path ends where the error rises. */
  private static final ElasticNet.Settings LABELS =
      new ElasticNet.Settings(false, 1e-7, 10_000, PenaltyChoice.PATIENCE);

  /** Penalty without cross-validation, as a fraction of the largest. */
  private static final double PENALTY_FRACTION = 0.1;

  /**
   * A regressor on codes.
   *
   * @param intercept b
   * @param coefficients w
   * @param l1 its λ2
   * @param error mean deviance on held-out rows, or of the fit without such
   * @param standardError of that error, NaN when not known
   */
  public record Regressor(
      double intercept, double[] coefficients, double l1, double error, double standardError) {}

  private CodeRegression() {}

  /** Second moments of codes and label without centring: the intercept is 0. */
  static GramProblem moments(Projections p, TrainingData rows, int target) {
    return problem(p, rows, usable(p, rows, target), target, false);
  }

  /** Centred second moments, with an intercept. */
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
    Penalties path = path(ElasticNet.largestPenalty(training, false), l2);
    return of(
        ElasticNet.crossValidate(
            List.of(training), List.of(held), path, SETTINGS, Workers.single()));
  }

  /** The regressor with an intercept for a given penalty and any loss. */
  public static Regressor with(Projections p, TrainingData rows, int target, double l1) {
    if (rows.kind(target).quadratic()) {
      return fit(centred(p, rows, target), l1, 0);
    }
    return fit(labels(p, rows, usable(p, rows, target), target), l1);
  }

  private static Regressor fit(LabelProblem problem, double l1) {
    ElasticNetPath path = LabelNet.path(problem, Penalties.of(l1, 0), LABELS);
    double error = problem.deviance(path.intercept(0), path.coefficients(0));
    return new Regressor(path.intercept(0), path.coefficients(0), l1, error, Double.NaN);
  }

  /** The regressor with an intercept and the best penalty on held-out rows, for any loss. */
  static Regressor chosenOn(
      Projections h, TrainingData held, Projections p, TrainingData rows, int target) {
    if (rows.kind(target).quadratic()) {
      return chosenOn(centred(h, held, target), centred(p, rows, target), 0);
    }
    LabelProblem training = labels(p, rows, usable(p, rows, target), target);
    LabelProblem evaluate = labels(h, held, usable(h, held, target), target);
    Penalties path = path(LabelNet.largestPenalty(training, false), 0);
    return of(
        LabelNet.crossValidate(
            List.of(training), List.of(evaluate), path, LABELS, Workers.single()));
  }

  /** The point of least error of a path on one set of rows. */
  private static Regressor of(CrossValidatedPath cv) {
    return of(cv, cv.folds().get(0));
  }

  private static Regressor of(CrossValidatedPath cv, ElasticNetPath fitted) {
    int best = cv.best();
    return new Regressor(
        fitted.intercept(best),
        fitted.coefficients(best),
        cv.penalties().l1()[best],
        cv.errors()[best],
        cv.standardErrors()[best]);
  }

  /** Penalty chosen by folds, with an intercept, for any loss. */
  public static Regressor chosenByFolds(
      Projections p, TrainingData rows, int target, long seed, Workers workers) {
    int[] usable = usable(p, rows, target);
    if (!rows.kind(target).quadratic()) {
      int[] fold = usable.length < 2 * FOLDS ? new int[0] : rows.units().folds(usable, FOLDS, seed);
      return byDeviance(labels(p, rows, usable, target), fold, workers);
    }
    GramProblem all = problem(p, rows, usable, target, true);
    if (usable.length < 2 * FOLDS) {
      return fit(all, PENALTY_FRACTION * ElasticNet.largestPenalty(all, false), 0);
    }
    int[] fold = rows.units().folds(usable, FOLDS, seed);
    int count = IntStream.of(fold).max().orElse(0) + 1;
    List<GramProblem> folds = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      int[] part = IntStream.of(Folds.of(fold, f)).map(k -> usable[k]).toArray();
      folds.add(problem(p, rows, part, target, true));
    }
    Penalties path = path(ElasticNet.largestPenalty(all, false), 0);
    CrossValidatedPath cv = ElasticNet.crossValidate(folds, path, SETTINGS, workers);
    return of(cv, ElasticNet.path(all, path.upTo(cv.best()), SETTINGS));
  }

  /**
   * The norm that numeric targets share, on the rows that have codes; none for fewer than two such
   * targets, or with hardly any codes.
   */
  public static SharedChoice shared(Projections p, TrainingData rows, FitContext context) {
    boolean shareable = rows.kinds().stream().filter(Label::quadratic).count() >= 2;
    int[] answered = p.answeredRows();
    if (!shareable || answered.length < 2 * FOLDS) {
      return SharedChoice.separate(List.of());
    }
    FoldedProblem.Design design =
        new FoldedProblem.Design() {
          @Override
          public int columns() {
            return p.rank();
          }

          @Override
          public double[] rows(int[] indices) {
            return codes(p, IntStream.of(indices).map(i -> answered[i]).toArray());
          }
        };
    return SharedChoice.among(SharedChoice.Norm.ALL, design, rows.rows(answered), context);
  }

  /** The regressor of a target with a shared norm. */
  public static Optional<Regressor> of(SharedChoice shared, TrainingData rows, int target) {
    if (shared.norm() == SharedChoice.Norm.NONE || !rows.kind(target).quadratic()) {
      return Optional.empty();
    }
    PenaltyChoice c = shared.choices().get(target);
    return Optional.of(new Regressor(c.intercept(), c.w(), c.l1(), c.error(), Double.NaN));
  }

  private static Regressor byDeviance(LabelProblem all, int[] fold, Workers workers) {
    double largest = LabelNet.largestPenalty(all, false);
    if (fold.length == 0) {
      return fit(all, PENALTY_FRACTION * largest);
    }
    Penalties path = path(largest, 0);
    CrossValidatedPath cv = LabelFolds.of(all, fold).evaluate(path, LABELS, workers);
    return of(cv, LabelNet.path(all, path.upTo(cv.best()), LABELS));
  }

  private static LabelProblem labels(Projections p, TrainingData rows, int[] chosen, int target) {
    double[] y = IntStream.of(chosen).mapToDouble(i -> rows.label(i, target)).toArray();
    double[] w = IntStream.of(chosen).mapToDouble(rows::weight).toArray();
    return LabelProblem.ofRows(rows.kind(target), codes(p, chosen), p.rank(), y, w);
  }

  private static Penalties path(double largest, double l2) {
    return Penalties.pathWithL2(largest, POINTS, DOWN, l2);
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
    double[] codes = codes(p, chosen);
    double[] y = IntStream.of(chosen).mapToDouble(i -> rows.label(i, target)).toArray();
    double[] w = IntStream.of(chosen).mapToDouble(rows::weight).toArray();
    return centred ? GramProblem.ofRows(codes, d, y, w) : uncentred(codes, d, y, w);
  }

  static double[] codes(Projections p, int[] chosen) {
    int d = p.rank();
    double[] codes = new double[chosen.length * d];
    for (int k = 0; k < chosen.length; k++) {
      System.arraycopy(p.codes(), chosen[k] * d, codes, k * d, d);
    }
    return codes;
  }

  /** Multiplies rows by the roots of their weights, in place. */
  private static GramProblem uncentred(double[] codes, int d, double[] y, double[] weight) {
    double n = Arrays.stream(weight).sum();
    for (int i = 0; i < y.length; i++) {
      double root = Math.sqrt(weight[i]);
      y[i] *= root;
      for (int k = i * d; k < (i + 1) * d; k++) {
        codes[k] *= root;
      }
    }
    double[] packed = new double[Packed.length(d)];
    Dense.gram(codes, y.length, d, packed);
    double[] gram = new double[d * d];
    Packed.unpack(packed, 0, gram, d);
    double[] c = new double[d];
    double yy = 0;
    for (int i = 0; i < y.length; i++) {
      Vectors.add(c, 0, y[i] / n, codes, i * d, d);
      yy += y[i] * y[i] / n;
    }
    for (int e = 0; e < gram.length; e++) {
      gram[e] /= n;
    }
    return GramProblem.of(n, gram, c, yy);
  }
}

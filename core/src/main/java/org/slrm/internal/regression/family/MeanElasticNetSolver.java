package org.slrm.internal.regression.family;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.regression.CrossValidatedPath;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.LeastSquaresFit;
import org.slrm.internal.regression.LinearMember;
import org.slrm.internal.regression.MeanImputed;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RegressionProblem;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.FitListener;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;

/**
 * Elastic net on mean-imputed features, one target after another:
 *
 * <ol>
 *   <li>replace missing entries by the feature's mean over its observed entries;
 *   <li>compute the path of penalties without each fold and choose the point with the smallest
 *       error;
 *   <li>compute the path on all labelled rows up to that point.
 * </ol>
 *
 * Imputation means come from all rows; predictions of a fold never use its labels.
 */
public record MeanElasticNetSolver(MeanElasticNetConfig config, int folds) implements Solver {
  /** Code of the note about a target with constant predictions because the fit was stopped. */
  public static final String STOPPED_BEFORE_TARGET = "stopped-before-target";

  private static final int MAX_SWEEPS = 10_000;

  /** Least fraction of the held-out error that is noise. */
  private static final double MIN_NOISE = 0.1;

  /** A solver that chooses by as many folds, by the default when fewer than two are asked for. */
  public MeanElasticNetSolver {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    MeanImputed filled = MeanImputed.of(data);
    int[] fold = TargetRows.folds(data, folds, context.seed());
    HeldOutPredictions cv = new HeldOutPredictions(data, fold);
    int[] labelled = TargetRows.labelled(data.y());
    FitRecord record = new FitRecord();
    int targets = data.y().columns();
    LinearMember member = unfitted(filled, targets);
    boolean direct = config.leastSquares();
    record.criterion =
        direct ? "least squares" : "duality gap as a fraction of the label's variance";
    record.tolerance = direct ? 0 : config.tolerance();
    record.stop =
        direct ? "solved by a QR decomposition" : "duality gap below tolerance at every penalty";
    for (int t = 0; t < targets; t++) {
      TargetRows rows = TargetRows.labelled(data, t, fold);
      boolean proceed =
          context
              .listener()
              .onProgress(
                  new FitListener.Progress(
                      "elastic net, target " + t, (double) t / targets, t, Double.NaN));
      if (proceed && rows.folds() >= 2) {
        Chosen chosen = chosen(filled, rows, data.kind(t), context);
        fitTarget(filled, rows, member, record, chosen);
        noise(filled, rows, member, data.kind(t), chosen.error());
        predictFolds(filled, rows, chosen, fold, labelled, cv);
        standardErrors(filled.x(), t, labelled, member, cv);
      } else {
        onlyMean(rows, data.kind(t), member);
        record.note(proceed ? "too-few-labels-of-target" : STOPPED_BEFORE_TARGET, "target", t);
        record.stop = proceed ? record.stop : FitRecord.STOPPED;
      }
    }
    return Fitted.of(member, record).with(cv.done());
  }

  /** A member without coefficients. */
  private static LinearMember unfitted(MeanImputed filled, int targets) {
    return new LinearMember(
        filled.mean(),
        filled.variance(),
        new double[targets * filled.columns()],
        new double[targets],
        new double[targets],
        new double[targets]);
  }

  /** The null model: each target's mean, class proportions or quantile, with the label variance. */
  public static LinearMember nullModel(TrainingData data) {
    int targets = data.y().columns();
    LinearMember member = unfitted(MeanImputed.of(data), targets);
    int[] fold = new int[data.y().rows()];
    for (int t = 0; t < targets; t++) {
      onlyMean(TargetRows.labelled(data, t, fold), data.kind(t), member);
    }
    return member;
  }

  private static void fitTarget(
      MeanImputed filled, TargetRows rows, LinearMember member, FitRecord record, Chosen chosen) {
    CrossValidatedPath evaluated = chosen.evaluated;
    ElasticNetPath path = chosen.path;
    int k = chosen.point;
    int t = rows.target();
    int p = member.features();
    System.arraycopy(path.coefficients(k), 0, member.coefficients(), t * p, p);
    member.intercept()[t] = path.intercept(k);
    describe(record, t, evaluated, k, path, chosen.loss);
  }

  private Chosen chosen(MeanImputed filled, TargetRows rows, Label label, FitContext context) {
    if (!label.quadratic()) {
      return byDeviance(filled, rows, label, context);
    }
    return config.leastSquares() ? direct(filled, rows) : byPath(filled, rows, context);
  }

  /** The result: a path, its cross-validated errors, the chosen point and its training error. */
  private record Chosen(CrossValidatedPath evaluated, int point, ElasticNetPath path, double loss) {
    double error() {
      return evaluated.errors()[point];
    }
  }

  private static Chosen direct(MeanImputed filled, TargetRows rows) {
    LeastSquaresFit fit = new LeastSquaresFit(filled, rows);
    ElasticNetPath path = fit.all();
    return new Chosen(fit.evaluated(), 0, path, fit.error(path, -1));
  }

  private Chosen byPath(MeanImputed filled, TargetRows rows, FitContext context) {
    FoldedProblem problem = FoldedProblem.of(filled, rows);
    RegressionProblem all = problem.all();
    Penalties penalties =
        penalties(
            all.weight(),
            all.features(),
            () -> ElasticNet.largestPenalty(all, true),
            Math.sqrt(all.labelVariance()));
    CrossValidatedPath evaluated =
        ElasticNet.crossValidate(
            problem.training(), problem.heldOut(), penalties, settings(), context.workers());
    int k = point(evaluated);
    ElasticNetPath path = ElasticNet.path(all, penalties.upTo(k), settings());
    return new Chosen(evaluated, k, path, all.error(path.intercept(k), path.coefficients(k)));
  }

  /** The path for a loss that is not quadratic, evaluated by its deviance. */
  private Chosen byDeviance(MeanImputed filled, TargetRows rows, Label label, FitContext context) {
    LabelFolds folds = LabelFolds.of(filled, rows, label);
    LabelProblem all = folds.all();
    Penalties penalties =
        penalties(all.weight(), all.features(), () -> LabelNet.largestPenalty(all, true), 1);
    CrossValidatedPath evaluated = folds.evaluate(penalties, settings(), context.workers());
    int k = point(evaluated);
    ElasticNetPath path = LabelNet.path(all, penalties.upTo(k), settings());
    return new Chosen(evaluated, k, path, all.deviance(path.intercept(k), path.coefficients(k)));
  }

  private int point(CrossValidatedPath evaluated) {
    return config.oneStandardError() ? evaluated.withinOneStandardError() : evaluated.best();
  }

  private ElasticNet.Settings settings() {
    return new ElasticNet.Settings(true, config.tolerance(), MAX_SWEEPS, PenaltyChoice.PATIENCE);
  }

  private Penalties penalties(
      double weight, int features, DoubleSupplier largest, double labelDeviation) {
    if (config.l1() != null) {
      return Penalties.of(config.l1(), config.l2());
    }
    double down = PenaltyChoice.down(weight, features);
    return Penalties.path(
        largest.getAsDouble(), labelDeviation, config.penalties(), down, config.l1Ratio());
  }

  /** The {@link #uncertainty}; without label noise, all variance is from missing features. */
  public static void noise(
      MeanImputed filled, TargetRows rows, LinearMember member, Label label, double error) {
    member.factor()[rows.target()] = 1;
    if (label.noisy()) {
      uncertainty(filled, rows, member, error);
    }
  }

  /**
   * The held-out error is noise plus the mean variance from missing features, Σ β_j² var_j ·
   * fraction missing; the factor shrinks the latter when it leaves too little noise.
   */
  public static void uncertainty(
      MeanImputed filled, TargetRows rows, LinearMember member, double error) {
    int t = rows.target();
    int p = member.features();
    double missing = 0;
    for (int j = 0; j < p; j++) {
      double beta = member.coefficients()[t * p + j];
      if (beta != 0) {
        missing += beta * beta * filled.variance()[j] * rows.missingFraction(filled.x(), j);
      }
    }
    double factor = missing > 0 ? Math.min(1, (1 - MIN_NOISE) * error / missing) : 1;
    member.factor()[t] = factor;
    member.noise()[t] = Math.max(0, error - factor * missing);
  }

  /**
   * Rows with a label in any column, predicted by fits without their fold: a column for two of
   * several classes also predicts rows of the other classes.
   */
  private static void predictFolds(
      MeanImputed filled,
      TargetRows rows,
      Chosen chosen,
      int[] fold,
      int[] labelled,
      HeldOutPredictions cv) {
    Map<Integer, ElasticNetPath> without = new HashMap<>();
    for (int r = 0; r < rows.size(); r++) {
      without.put(fold[rows.rows()[r]], chosen.evaluated.folds().get(rows.fold()[r]));
    }
    int k = chosen.point;
    for (int i : labelled) {
      // This fold has no label of the column, so the fit to all rows has not used it.
      ElasticNetPath path = without.getOrDefault(fold[i], chosen.path);
      cv.predict(i, rows.target(), filled.predict(i, path.intercept(k), path.coefficients(k)));
    }
  }

  /** Predictions of the training rows by the fitted member. */
  public static void standardErrors(
      IncompleteMatrix x, int t, int[] rows, Member member, HeldOutPredictions cv) {
    RowSolver solver = member.rowSolver();
    for (int i : rows) {
      solver.pattern(x.row(i).indices(), x.observed(i));
      cv.standardError(i, t, Math.sqrt(solver.signalVariance(t) + solver.noiseVariance(t)));
    }
  }

  /** Predicts a target's mean, with the variance of the labels as error. */
  public static void onlyMean(TargetRows rows, Label label, LinearMember member) {
    int t = rows.target();
    double total = Arrays.stream(rows.weights()).sum();
    // Without a label, 0 ± 1 in scaled units.
    boolean none = rows.size() == 0;
    double mean = none ? 0 : Vectors.dot(rows.weights(), 0, rows.y(), 0, rows.size()) / total;
    double variance = none ? 1 : 0;
    for (int r = 0; r < rows.size(); r++) {
      variance += rows.weights()[r] / total * (rows.y()[r] - mean) * (rows.y()[r] - mean);
    }
    member.intercept()[t] = label.quadratic() || none ? mean : LabelChoice.mean(rows, label);
    member.noise()[t] = label.noisy() ? variance : 0;
    member.factor()[t] = 1;
  }

  private static void describe(
      FitRecord c, int t, CrossValidatedPath evaluated, int k, ElasticNetPath path, double loss) {
    double l1 = evaluated.penalties().l1()[k];
    double l2 = evaluated.penalties().l2()[k];
    String suffix = t == 0 ? "" : " of target " + t;
    c.found.put("l1" + suffix, l1);
    c.found.put("l2" + suffix, l2);
    double norm = Arrays.stream(path.values()[k]).map(Math::abs).sum();
    double square = Arrays.stream(path.values()[k]).map(v -> v * v).sum();
    c.objective.merge("loss", loss, Double::sum);
    c.objective.merge("l1", l1 * norm, Double::sum);
    c.objective.merge("l2", l2 * square, Double::sum);
    c.iterations += Arrays.stream(path.sweeps()).sum();
    for (double gap : path.gaps()) {
      c.history.add(gap);
      if (gap > c.tolerance) {
        c.stop = "limit of " + MAX_SWEEPS + " sweeps reached at some penalties";
      }
    }
    c.candidates.add(
        new FitReport.CandidateScore(
            "elastic net",
            0,
            t,
            evaluated.errors()[k],
            evaluated.standardErrors()[k],
            1,
            FitRecord.ordered("l1", l1, "l2", l2)));
  }
}

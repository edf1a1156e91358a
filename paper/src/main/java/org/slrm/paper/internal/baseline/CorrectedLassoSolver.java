package org.slrm.paper.internal.baseline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.factor.member.ImputedFeaturesMember;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;

/**
 * Loh and Wainwright's lasso on second moments corrected for missing entries:
 *
 * <ol>
 *   <li>compute moments (W-1) without each fold, and impute its rows by them (W-3);
 *   <li>for every radius, descend the path of penalties by (W-2) and compute the fold's held-out
 *       error;
 *   <li>refit with the best radius and penalty on the moments of all rows.
 * </ol>
 */
public record CorrectedLassoSolver(CorrectedLassoConfig config, int folds) implements Solver {
  private static final int MAX_FEATURES = 2500;
  private static final int MAX_FEATURES_FOR_EXPECTATIONS = 500;
  private static final double DOWN = 1e-3;

  /** In standardised units ‖β‖₂ is near 1, so that R ~ √k allows for up to 256 non-zeros. */
  private static final double[] RADII = {1, 2, 4, 8, 16};

  /** Fewer than two folds stand for the default number. */
  public CorrectedLassoSolver {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    refuseTooMany(data.x().columns());
    data.refuseUnlessQuadratic(config.method());
    int[] fold = TargetRows.folds(data, folds, context.seed());
    CorrectedMoments moments = CorrectedMoments.of(data);
    Factors factors = factors(moments);
    int targets = data.y().columns();
    int D = moments.features();
    double[] beta = new double[targets * D];
    double[] error = new double[targets];
    HeldOutPredictions cv = new HeldOutPredictions(data, fold);
    FitRecord record = record(factors);
    Grid[] grids = new Grid[targets];
    Arrays.setAll(grids, t -> grid(moments, t, data.y().rows()));
    FoldProgress folded = new FoldProgress("corrected lasso, folds", context.listener());
    evaluate(data, fold, grids, context.workers(), folded);
    for (int t = 0; t < targets; t++) {
      grids[t].choose(data, t);
      double[] w = solution(moments, t, grids[t], record);
      System.arraycopy(w, 0, beta, t * D, D);
      for (int i = 0; i < data.y().rows(); i++) {
        boolean labelled = !Double.isNaN(data.label(i, t));
        cv.predict(i, t, labelled ? grids[t].chosen()[i] : Double.NaN);
      }
      CrossValidated evaluated = cv.done();
      error[t] = evaluated.mse(t);
      describe(record, t, grids[t], evaluated);
    }
    folded.describe(record);
    double[] b = moments.label();
    ImputedFeaturesMember bare = new ImputedFeaturesMember(factors, b, beta, new double[targets]);
    ImputedFeaturesMember member =
        new ImputedFeaturesMember(factors, b, beta, LabelNoise.of(bare, data, error));
    for (int t = 0; t < targets; t++) {
      MeanElasticNetSolver.standardErrors(
          data.x(), t, TargetRows.of(data, t, fold).rows(), member, cv);
    }
    return Fitted.of(member, record).with(cv.done());
  }

  private void refuseTooMany(int features) {
    if (features > MAX_FEATURES) {
      throw new IllegalArgumentException(
          String.format(
              "features must be at most %s for method %s, which holds the second moments of all"
                  + " pairs, got %s",
              MAX_FEATURES, config.method(), features));
    }
  }

  private Factors factors(CorrectedMoments moments) {
    boolean conditional =
        config.fill() == CorrectedLassoConfig.Fill.CONDITIONAL
            && moments.features() <= MAX_FEATURES_FOR_EXPECTATIONS;
    return conditional ? moments.factors() : moments.independent();
  }

  /** Predicts the rows of every fold by the moments without it, for every radius and penalty. */
  private void evaluate(
      TrainingData data, int[] fold, Grid[] grids, Workers workers, FoldProgress folded) {
    int count = IntStream.of(fold).max().orElse(0) + 1;
    workers.run(
        count,
        (worker, f) -> {
          if (!folded.proceed(f, count)) {
            return;
          }
          int[] held = Folds.of(fold, f);
          CorrectedMoments m =
              CorrectedMoments.of(data.rows(TargetRows.without(data.y(), fold, f)));
          double[] x =
              ImputedFeatures.of(factors(m), data.x().selectRows(held), true, Workers.single())
                  .features();
          double L = m.curvature();
          for (int t = 0; t < grids.length; t++) {
            predict(m, t, L, grids[t], held, x);
          }
        });
  }

  private void predict(CorrectedMoments m, int t, double L, Grid grid, int[] held, double[] x) {
    int D = m.features();
    for (int r = 0; r < grid.radii.length; r++) {
      var descent = new ProjectedGradient(m.gamma(), m.cross(t), L);
      for (int k = 0; k < grid.penalties.length; k++) {
        double[] beta =
            descent.descend(
                grid.penalties[k], grid.radii[r], config.tolerance(), config.iterations());
        for (int h = 0; h < held.length; h++) {
          grid.predictions[r][k][held[h]] = m.label()[t] + Vectors.dot(x, h * D, beta, 0, D);
        }
      }
    }
  }

  private double[] solution(CorrectedMoments m, int t, Grid grid, FitRecord record) {
    var descent = new ProjectedGradient(m.gamma(), m.cross(t), m.curvature());
    double[] beta = new double[m.features()];
    double radius = grid.radii[grid.radius];
    for (int k = 0; k <= grid.penalty; k++) {
      beta = descent.descend(grid.penalties[k], radius, config.tolerance(), config.iterations());
      record.history.add(descent.objective(grid.penalties[k]));
    }
    record.iterations += descent.steps();
    if (!descent.converged()) {
      record.stop = "limit of " + config.iterations() + " steps reached";
    }
    record.objective.merge(
        "corrected loss and penalty", descent.objective(grid.penalties[grid.penalty]), Double::sum);
    return beta;
  }

  private Grid grid(CorrectedMoments m, int t, int rows) {
    double[] radii = config.radius() > 0 ? new double[] {config.radius()} : RADII;
    Double l1 = config.l1();
    double largest = 2 * Arrays.stream(m.cross(t)).map(Math::abs).max().orElse(0);
    int count = config.penalties();
    double[] penalties = l1 != null ? new double[] {l1} : new double[count];
    for (int k = 0; l1 == null && k < count; k++) {
      penalties[k] = largest * Math.pow(DOWN, k / Math.max(1.0, count - 1.0));
    }
    return new Grid(radii, penalties, rows);
  }

  /** Radii and penalties with their held-out predictions, and the chosen pair. */
  private static final class Grid {
    private final double[] radii;
    private final double[] penalties;
    private final double[][][] predictions;
    private int radius;
    private int penalty;

    Grid(double[] radii, double[] penalties, int rows) {
      this.radii = radii;
      this.penalties = penalties;
      predictions = new double[radii.length][penalties.length][rows];
    }

    void choose(TrainingData data, int t) {
      double best = Double.POSITIVE_INFINITY;
      for (int r = 0; r < radii.length; r++) {
        for (int k = 0; k < penalties.length; k++) {
          double error = 0;
          for (int i = 0; i < data.y().rows(); i++) {
            double e = data.label(i, t) - predictions[r][k][i];
            error += Double.isNaN(e) ? 0 : data.weight(i) * (e * e);
          }
          if (error < best) {
            best = error;
            radius = r;
            penalty = k;
          }
        }
      }
    }

    double[] chosen() {
      return predictions[radius][penalty];
    }
  }

  private FitRecord record(Factors factors) {
    FitRecord out = new FitRecord();
    out.criterion = "largest step relative to the largest coefficient";
    out.tolerance = config.tolerance();
    out.stop = "steps below tolerance";
    boolean wide = factors.columns() > MAX_FEATURES_FOR_EXPECTATIONS;
    if (wide && config.fill() == CorrectedLassoConfig.Fill.CONDITIONAL) {
      out.note("mean-imputed-moments", "mostFeatures", MAX_FEATURES_FOR_EXPECTATIONS);
    }
    return out;
  }

  private static void describe(FitRecord c, int t, Grid grid, CrossValidated cv) {
    double l1 = grid.penalties[grid.penalty];
    double radius = grid.radii[grid.radius];
    String suffix = t == 0 ? "" : " of target " + t;
    c.found.put("l1" + suffix, l1);
    c.found.put("radius" + suffix, radius);
    c.candidates.add(
        new FitReport.CandidateScore(
            "corrected lasso",
            0,
            t,
            cv.mse(t),
            cv.mseStandardError(t),
            1,
            FitRecord.ordered("l1", l1, "radius", radius)));
  }
}

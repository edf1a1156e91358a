package org.slrm.paper.internal.baseline;

import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.regression.LinearMember;
import org.slrm.internal.regression.MeanImputed;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.paper.PlsConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * NIPALS PLS with missing entries:
 *
 * <ol>
 *   <li>compute components without each fold, and held-out predictions by the first 1, 2, … of
 *       them;
 *   <li>choose the number with the least error, summed over targets in scaled units;
 *   <li>compute this number of components on all rows.
 * </ol>
 */
public record PlsSolver(PlsConfig config, int folds) implements Solver {
  /** Fewer than two folds stand for the default number. */
  public PlsSolver {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    data.refuseUnlessQuadratic(config.method());
    int limit = Math.max(1, Math.min(data.x().columns(), data.labelledRows() - 1));
    if (config.components() > 0) {
      Checks.between("components", config.components(), 1, limit);
    }
    int maxComponents =
        config.components() > 0 ? config.components() : Math.min(config.maxComponents(), limit);
    int[] fold = TargetRows.folds(data, folds, context.seed());
    FoldProgress folded = new FoldProgress("pls, folds", context.listener());
    OutOfFold evaluated = evaluate(data, fold, maxComponents, context.workers(), folded);
    int a = config.components() > 0 ? maxComponents : evaluated.best();
    Nipals.Components c = Nipals.fit(data, a, config.tolerance(), config.iterations());
    MeanImputed filled = MeanImputed.of(data);
    PlsMember member = member(c, filled.variance());
    FitRecord record = record(c);
    folded.describe(record);
    HeldOutPredictions cv = new HeldOutPredictions(data, fold);
    evaluated.fill(cv, a);
    CrossValidated means = cv.done();
    for (int t = 0; t < means.targets(); t++) {
      TargetRows rows = TargetRows.of(data, t, fold);
      double error = means.mse(t);
      MeanElasticNetSolver.uncertainty(filled, rows, member.linear(), error);
      MeanElasticNetSolver.standardErrors(data.x(), rows.target(), rows.rows(), member, cv);
      record.candidates.add(
          new FitReport.CandidateScore(
              "pls", c.count(), t, error, means.mseStandardError(t), 1, Map.of("components", a)));
    }
    return Fitted.of(member, record).with(cv.done());
  }

  private OutOfFold evaluate(
      TrainingData data, int[] fold, int maxComponents, Workers workers, FoldProgress folded) {
    int n = data.x().rows();
    int targets = data.y().columns();
    double[] predictions = new double[n * maxComponents * targets];
    int count = IntStream.of(fold).max().orElse(0) + 1;
    workers.run(
        count,
        (worker, f) -> {
          if (!folded.proceed(f, count)) {
            return;
          }
          TrainingData rows = data.rows(TargetRows.without(data.y(), fold, f));
          Nipals.Components c =
              Nipals.fit(rows, maxComponents, config.tolerance(), config.iterations());
          double[] out = new double[maxComponents * targets];
          for (int i : Folds.of(fold, f)) {
            c.predict(data.x(), i, out);
            for (int a = c.count(); a < maxComponents; a++) {
              // When the residual is 0, more components change nothing.
              System.arraycopy(
                  c.count() == 0 ? c.meanY() : out,
                  c.count() == 0 ? 0 : (c.count() - 1) * targets,
                  out,
                  a * targets,
                  targets);
            }
            System.arraycopy(out, 0, predictions, i * maxComponents * targets, out.length);
          }
        });
    return new OutOfFold(data, maxComponents, predictions);
  }

  /**
   * Predictions of held-out rows, by the first 1, 2, … components.
   *
   * @param data the data
   * @param maxComponents number of components
   * @param predictions rows × components × targets
   */
  private record OutOfFold(TrainingData data, int maxComponents, double[] predictions) {
    int best() {
      int best = 1;
      for (int a = 2; a <= maxComponents; a++) {
        best = error(a) < error(best) ? a : best;
      }
      return best;
    }

    /** Errors of a components, summed over targets. */
    private double error(int a) {
      double sum = 0;
      for (int t = 0; t < data.y().columns(); t++) {
        double[] y = new double[data.y().rows()];
        double[] p = new double[y.length];
        for (int i = 0; i < y.length; i++) {
          y[i] = data.label(i, t);
          p[i] = at(i, a, t);
        }
        sum += Metrics.mse(y, p, data.weights());
      }
      return sum;
    }

    private double at(int i, int a, int t) {
      int targets = data.y().columns();
      return predictions[(i * maxComponents + a - 1) * targets + t];
    }

    void fill(HeldOutPredictions out, int a) {
      for (int i = 0; i < data.y().rows(); i++) {
        for (int t = 0; t < data.y().columns(); t++) {
          boolean labelled = !Double.isNaN(data.label(i, t));
          out.predict(i, t, labelled ? at(i, a, t) : Double.NaN);
        }
      }
    }
  }

  private static PlsMember member(Nipals.Components c, double[] variance) {
    int D = c.meanX().length;
    int targets = c.meanY().length;
    LinearMember linear =
        new LinearMember(
            c.meanX(),
            variance,
            new double[targets * D],
            c.meanY(),
            new double[targets],
            new double[targets]);
    int a = c.count();
    PlsMember member =
        new PlsMember(
            a,
            java.util.Arrays.copyOf(c.W(), a * D),
            java.util.Arrays.copyOf(c.P(), a * D),
            java.util.Arrays.copyOf(c.Q(), a * targets),
            c.residual(),
            linear);
    var complete = member.patternSolver();
    complete.pattern(IntStream.range(0, D).toArray(), D);
    double[] beta = new double[D];
    for (int t = 0; t < targets; t++) {
      complete.coefficients(t, beta);
      System.arraycopy(beta, 0, linear.coefficients(), t * D, D);
    }
    return member;
  }

  private FitRecord record(Nipals.Components c) {
    FitRecord out = new FitRecord();
    out.rank = c.count();
    out.found.put("components", c.count());
    out.criterion = "change of the scores relative to their size";
    out.tolerance = config.tolerance();
    out.iterations = c.iterations();
    out.stop =
        c.converged()
            ? "every component below tolerance"
            : "limit of " + config.iterations() + " iterations reached in some components";
    return out;
  }
}

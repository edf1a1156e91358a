package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.internal.algorithm.CodeRegression.Regressor;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.Parameters;
import org.slrm.paper.internal.algorithm.passes.PassStop;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;
import org.slrm.result.FitListener;

/** Algorithm 1 for one target and one setting: passes until the hold-out error stops falling. */
final class SlrmRun extends TargetFit.Run {
  private final SlrmConfig config;
  private final TargetRows rows;
  private final HoldOut holdOut;
  private final AlgorithmOne algorithm;
  private final double lambda2;
  private final Workers workers;
  private final SplittableRandom seeds;
  private final int patience;
  private final double[] mean;
  private double averaged;
  private double[] bestU;
  private double[] bestW;
  private double bestB;
  private double bestError;

  SlrmRun(SlrmConfig config, TargetRows rows, HoldOut holdOut, Parameters p, RunSettings settings) {
    this.config = config;
    this.rows = rows;
    this.holdOut = holdOut;
    workers = settings.workers();
    seeds = new SplittableRandom(settings.seed());
    patience = settings.patience();
    lambda2 = p.lambda2();
    Regressor start = rows.start(p);
    int d = rows.rank();
    int D = rows.basis().length / d;
    algorithm =
        new AlgorithmOne(
            rows.basis().clone(),
            start.coefficients().clone(),
            new LabelStep(
                rows.inMemory().kind(rows.target()),
                p.lambda1(),
                new ProximalStep(p.lambda2(), p.lambda3()),
                start.intercept()),
            p.stepSize(),
            new RecursiveLeastSquaresStep(D, d, p.delta(), forgetting()));
    mean = new double[d];
    bestU = algorithm.basis().clone();
    bestW = algorithm.coefficients().clone();
    bestB = algorithm.intercept();
    bestError = holdOut.error(bestU, bestW, bestB, workers);
  }

  /**
   * How a run is made.
   *
   * @param seed of the order of rows
   * @param patience passes without a better hold-out error before it stops
   */
  record RunSettings(Workers workers, long seed, int patience) {}

  /** 1 − 1/n remembers about one pass; n is the total weight. */
  private Forgetting forgetting() {
    Double given = config.forgetting();
    double factor = given == null ? 1 - 1.0 / Math.max(2, rows.passes().weight()) : given;
    return new Forgetting(factor, config.fadeUnobserved());
  }

  @Override
  void run(int maxPasses, FitListener listener) {
    if (!config.startCounts()) {
      bestError = Double.POSITIVE_INFINITY;
    }
    // The last half of the most passes is for label-free codes, if any.
    int labelled = config.labelFreeEnd() ? (maxPasses + 1) / 2 : maxPasses;
    if (passes(labelled, listener) && maxPasses > passes && config.labelFreeEnd()) {
      algorithm.withoutLabels();
      passes(maxPasses - passes, listener);
    }
  }

  /** Passes until the stopping rule; false when the listener stopped them. */
  private boolean passes(int maxPasses, FitListener listener) {
    PassStop rule = new PassStop(holdOut.scale(), patience, maxPasses, bestError);
    for (int made = 0; made < maxPasses; made++) {
      double before = bestError;
      double whole = made;
      Arrays.fill(mean, 0);
      averaged = 0;
      boolean complete =
          pass(fraction -> listener.onProgress(progress((whole + fraction) / maxPasses, before)));
      double error = evaluate();
      history.add(error);
      passes++;
      boolean ends = rule.ends(error);
      if (!listener.onProgress(progress((whole + 1) / maxPasses, bestError)) || !complete) {
        stop = FitRecord.STOPPED;
        return false;
      }
      if (ends) {
        break;
      }
    }
    stop = rule.reason();
    return true;
  }

  private FitListener.Progress progress(double fraction, double error) {
    return new FitListener.Progress("slrm", fraction, passes, error);
  }

  private boolean pass(DoublePredicate proceed) {
    boolean always = config.holdOutEvery() == SlrmConfig.HoldOutEvery.ROW;
    return rows.passes()
        .visit(
            seeds.nextLong(),
            (data, i) -> {
              if (data.x().observed(i) > 0) {
                algorithm.round(data.x(), i, data.label(i, rows.target()), data.weight(i));
                average(data.weight(i));
                if (always) {
                  evaluate();
                }
              }
            },
            proceed);
  }

  /** The mean of w over the rounds of this pass. */
  private void average(double weight) {
    averaged += weight;
    double[] w = algorithm.coefficients();
    for (int c = 0; c < mean.length; c++) {
      mean[c] += weight * (w[c] - mean[c]) / averaged;
    }
  }

  /** Hold-out error of the current pair, which is stored if it is the best. */
  private double evaluate() {
    double[] w = config.averaging() ? mean : algorithm.coefficients();
    double b = algorithm.intercept();
    double error = holdOut.error(algorithm.basis(), w, b, workers);
    if (error < bestError) {
      bestError = error;
      System.arraycopy(algorithm.basis(), 0, bestU, 0, bestU.length);
      System.arraycopy(w, 0, bestW, 0, bestW.length);
      bestB = b;
    }
    return error;
  }

  @Override
  double[] basis() {
    return bestU;
  }

  @Override
  Regressor regressor() {
    return new Regressor(bestB, bestW, lambda2, bestError, Double.NaN);
  }

  AlgorithmOne algorithm() {
    return algorithm;
  }
}

package org.slrm.internal.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import org.slrm.internal.label.Label;
import org.slrm.internal.paper.CodeRegression.Regressor;
import org.slrm.internal.paper.label.LabelStep;
import org.slrm.internal.regression.ProximalStep;
import org.slrm.internal.regression.RecursiveLeastSquaresStep;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.method.SlrmConfig;
import org.slrm.result.FitListener;

/** Algorithm 1 for one target and one set of parameters: passes until the hold-out error rests. */
final class SlrmRun {
  /** A hold-out error counts as better when it falls by this share. */
  static final double IMPROVEMENT = 1e-4;

  /** The parameters that are searched. */
  record Parameters(double lambda1, double lambda2, double lambda3, double rho) {}

  /** What every run for a target shares. */
  record Setting(
      SlrmConfig config,
      RowPasses rows,
      long constantRounds,
      int target,
      Label kind,
      HoldOut holdOut,
      double[] basis) {}

  private final Setting setting;
  private final AlgorithmOne algorithm;
  private final double lambda2;
  private final Workers workers;
  private final SplittableRandom seeds;
  private final List<Double> history = new ArrayList<>();
  private double[] bestU;
  private double[] bestW;
  private double bestB;
  private double bestError;
  private int passes;
  private String stop = "";

  SlrmRun(Setting setting, Parameters p, Regressor start, Workers workers, long seed) {
    this.setting = setting;
    this.workers = workers;
    lambda2 = p.lambda2();
    seeds = new SplittableRandom(seed);
    SlrmConfig config = setting.config();
    int d = start.coefficients().length;
    int D = setting.basis().length / d;
    algorithm =
        new AlgorithmOne(
            setting.basis().clone(),
            start.coefficients().clone(),
            new LabelStep(
                setting.kind(),
                p.lambda1(),
                new ProximalStep(p.lambda2(), p.lambda3()),
                start.intercept()),
            new StepSize(p.rho(), setting.constantRounds()),
            new RecursiveLeastSquaresStep(D, d, config.initialUncertainty()));
    bestU = algorithm.basis().clone();
    bestW = algorithm.coefficients().clone();
    bestB = algorithm.intercept();
    bestError = setting.holdOut().error(bestU, bestW, bestB, workers);
  }

  /** Runs at most so many passes. */
  void run(int maxPasses, FitListener listener, String stage) {
    int idle = 0;
    for (passes = 1; passes <= maxPasses; passes++) {
      double before = bestError;
      double made = passes - 1;
      boolean whole =
          pass(
              share ->
                  listener.onProgress(
                      new FitListener.Progress(
                          stage, (made + share) / maxPasses, (int) made, before)));
      history.add(judge());
      idle = bestError < before * (1 - IMPROVEMENT) ? 0 : idle + 1;
      if (idle >= setting.config().patience()) {
        stop = "hold-out error did not fall in " + idle + " passes";
        return;
      }
      double done = (double) passes / maxPasses;
      if (!listener.onProgress(new FitListener.Progress(stage, done, passes, bestError))
          || !whole) {
        stop = FitRecord.STOPPED;
        return;
      }
    }
    passes = maxPasses;
    stop = "most passes made (" + maxPasses + ")";
  }

  private boolean pass(DoublePredicate goOn) {
    boolean always = setting.config().holdOutEvery() == SlrmConfig.HoldOutEvery.ROW;
    return setting
        .rows()
        .visit(
            seeds.nextLong(),
            (rows, i) -> {
              if (rows.x().observed(i) > 0) {
                algorithm.round(rows.x(), i, rows.label(i, setting.target()));
                if (always) {
                  judge();
                }
              }
            },
            goOn);
  }

  /** Hold-out error of the current pair, kept when it is the best. */
  private double judge() {
    double[] w = algorithm.coefficients();
    double b = algorithm.intercept();
    double error = setting.holdOut().error(algorithm.basis(), w, b, workers);
    if (error < bestError) {
      bestError = error;
      System.arraycopy(algorithm.basis(), 0, bestU, 0, bestU.length);
      System.arraycopy(w, 0, bestW, 0, bestW.length);
      bestB = b;
    }
    return error;
  }

  double[] bestBasis() {
    return bestU;
  }

  /** The regressor that goes with it. */
  Regressor best() {
    return new Regressor(bestB, bestW, lambda2, bestError, Double.NaN);
  }

  int passes() {
    return passes;
  }

  String stop() {
    return stop;
  }

  List<Double> history() {
    return history;
  }

  AlgorithmOne algorithm() {
    return algorithm;
  }
}

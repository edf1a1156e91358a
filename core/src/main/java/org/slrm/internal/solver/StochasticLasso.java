package org.slrm.internal.solver;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.TrainingData;
import org.slrm.select.Folds;

/**
 * A regressor on fixed codes by stochastic proximal steps (S-5), pass after pass over the rows that
 * have a code and a label; the best on the rows held out is kept.
 */
final class StochasticLasso {
  private final Projections codes;
  private final TrainingData rows;
  private final Projections heldCodes;
  private final TrainingData held;
  private final int target;
  private final int[] usable;

  StochasticLasso(
      Projections codes, TrainingData rows, Projections heldCodes, TrainingData held, int target) {
    this.codes = codes;
    this.rows = rows;
    this.heldCodes = heldCodes;
    this.held = held;
    this.target = target;
    usable =
        IntStream.of(codes.answeredRows())
            .filter(i -> !Double.isNaN(rows.label(i, target)))
            .toArray();
  }

  /** Mean ‖α‖², which limits stable step sizes. */
  double size() {
    double sum = 0;
    for (int i : usable) {
      for (int c = 0; c < codes.rank(); c++) {
        double a = codes.codes()[i * codes.rank() + c];
        sum += a * a;
      }
    }
    return usable.length == 0 || sum == 0 ? 1 : sum / usable.length;
  }

  /** The best regressor for one penalty and step size, in at most so many passes. */
  CodeRegression.Regressor fit(double l1, double rho, int maxPasses, int patience, long seed) {
    int d = codes.rank();
    SplittableRandom seeds = new SplittableRandom(seed);
    ProximalStep step = new ProximalStep(l1, 0);
    StepSize stepSize = new StepSize(rho, Math.max(1, usable.length));
    double[] w = new double[d];
    double[] best = w.clone();
    double bestError = error(w);
    double[] alpha = new double[d];
    long t = 0;
    int idle = 0;
    for (int pass = 0; pass < maxPasses && idle < patience; pass++) {
      for (int k : Folds.shuffled(usable.length, seeds.nextLong())) {
        int i = usable[k];
        System.arraycopy(codes.codes(), i * d, alpha, 0, d);
        step.update(w, alpha, rows.label(i, target), stepSize.at(++t));
      }
      double error = error(w);
      idle = error < bestError * (1 - SlrmRun.IMPROVEMENT) ? 0 : idle + 1;
      if (error < bestError) {
        bestError = error;
        best = w.clone();
      }
    }
    return new CodeRegression.Regressor(0, best, l1, bestError, Double.NaN);
  }

  /** Hold-out error; a row without a code is predicted as 0. */
  private double error(double[] w) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < held.x().rows(); i++) {
      double y = held.label(i, target);
      if (!Double.isNaN(y)) {
        double r = y - heldCodes.fitted(i, w, 0);
        sum += r * r;
        n++;
      }
    }
    return sum / n;
  }
}

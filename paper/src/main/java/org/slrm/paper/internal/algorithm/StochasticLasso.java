package org.slrm.paper.internal.algorithm;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.Parameters;
import org.slrm.paper.internal.algorithm.passes.PassStop;
import org.slrm.paper.internal.algorithm.passes.StepSize;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.result.Folds;

/**
 * A regressor on fixed codes by stochastic proximal steps (S-5) or (S-5'), pass after pass over the
 * rows that have a code and a label; the best on the held-out rows is returned.
 */
final class StochasticLasso {
  private final Projections codes;
  private final TrainingData rows;
  private final Projections heldCodes;
  private final TrainingData held;
  private final int target;
  private final int[] usable;
  private final Label kind;

  /** The intercept at the start; numbers are centred and have none. */
  private final double start;

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
    kind = rows.kind(target);
    start =
        kind.quadratic()
            ? 0
            : LabelSteps.constant(
                kind,
                usable.length,
                k -> rows.label(usable[k], target),
                k -> rows.weight(usable[k]));
  }

  int target() {
    return target;
  }

  /** Penalties, step sizes, limits and seed of a fit. */
  record LassoSettings(Parameters p, int maxPasses, int patience, long seed) {}

  /** Visits every code with its label once, in seeded order; false when stopped early. */
  @FunctionalInterface
  interface CodePass {
    boolean visit(long seed, CodeVisitor visitor);
  }

  /** Receives a code, valid during the call only, its label, and its weight. */
  @FunctionalInterface
  interface CodeVisitor {
    void code(double[] alpha, double y, double weight);
  }

  /** The best regressor on the codes in memory. */
  CodeRegression.Regressor fit(LassoSettings settings) {
    return fit(this::pass, settings);
  }

  private boolean pass(long seed, CodeVisitor visitor) {
    int d = codes.rank();
    double[] alpha = new double[d];
    for (int k : Folds.shuffled(usable.length, seed)) {
      System.arraycopy(codes.codes(), usable[k] * d, alpha, 0, d);
      visitor.code(alpha, rows.label(usable[k], target), rows.weight(usable[k]));
    }
    return true;
  }

  /** The best regressor on codes that come pass by pass, until the stopping rule. */
  CodeRegression.Regressor fit(CodePass pass, LassoSettings s) {
    SplittableRandom seeds = new SplittableRandom(s.seed());
    ProximalStep proximalStep = new ProximalStep(s.p().lambda2(), s.p().lambda3());
    LabelStep step = new LabelStep(kind, 1, proximalStep, start);
    StepSize stepSize = s.p().stepSize();
    double[] w = new double[codes.rank()];
    double[] best = w.clone();
    double bestIntercept = start;
    double bestError = error(w, start);
    PassStop rule =
        new PassStop(error(new double[w.length], 0), s.patience(), s.maxPasses(), bestError);
    double[] t = {0};
    boolean whole = !Subspaces.allEqual(rows, target);
    for (int p = 0; p < s.maxPasses() && whole; p++) {
      whole =
          pass.visit(
              seeds.nextLong(),
              (alpha, y, weight) ->
                  step.regressor(w, alpha, y, stepSize.at(t[0] += weight), weight));
      double error = error(w, step.intercept());
      if (error < bestError) {
        bestError = error;
        best = w.clone();
        bestIntercept = step.intercept();
      }
      if (rule.ends(error)) {
        break;
      }
    }
    return new CodeRegression.Regressor(
        bestIntercept, best, s.p().lambda2(), bestError, Double.NaN);
  }

  /** Mean hold-out deviance; a row without a code is predicted by the intercept. */
  private double error(double[] w, double intercept) {
    return Subspaces.meanDeviance(held, target, i -> intercept + heldCodes.fitted(i, w, 0));
  }
}

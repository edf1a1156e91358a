package org.slrm.paper.internal.algorithm;

import java.util.List;
import java.util.SplittableRandom;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.internal.algorithm.CodeRegression.Regressor;
import org.slrm.paper.internal.algorithm.SlrmRun.RunSettings;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.Parameters;
import org.slrm.paper.internal.algorithm.passes.Symbol;
import org.slrm.paper.internal.step.ProximalStep;

/**
 * The paper's Algorithm 1 from start to predictor: rank, starting basis and regressor, search,
 * passes, noise. Factor scores use the label, so every target has a separate subspace and is fitted
 * as a separate member.
 */
public record SlrmSolver(SlrmConfig config, int maxPasses, int patience) implements HoldOutSolver {

  /** With the limits of passes of the settings. */
  public SlrmSolver(SlrmConfig config) {
    this(config, config.maxPasses(), config.patience());
  }

  @Override
  public Setup setup() {
    return new Setup(config.method(), config.holdOutFraction(), config.rank());
  }

  @Override
  public String criterion(HoldOut.Split split) {
    boolean squares = split.training().kinds().stream().allMatch(Label::quadratic);
    return squares ? "hold-out mean squared error" : "hold-out mean deviance";
  }

  /** The settings that are searched. */
  private List<Symbol.Axis> axes() {
    return List.of(
        Symbol.RECONSTRUCTION_WEIGHT.axis(config.reconstructionWeight()),
        Symbol.L1.axis(config.l1()),
        Symbol.L2.axis(config.l2()),
        Symbol.STEP_SIZE.axis(config.stepSize()),
        Symbol.CONSTANT_ROUNDS.axis(config.constantRounds()),
        Symbol.INITIAL_UNCERTAINTY.axis(config.initialUncertainty()));
  }

  @Override
  public Member fitTarget(
      HoldOut.Split split, double[] basis, int t, FitContext context, FitRecord record) {
    if (!split.separate() && t == 0) {
      record.note("no-hold-out");
    }
    TargetRows rows = TargetRows.of(split, t, basis, config.gate(), context.workers());
    HoldOut holdOut = new HoldOut(split.held(), t, config.gate());
    TargetFit fit = new TargetFit(config.method(), rows, holdOut, axes(), context);
    Parameters p =
        fit.search(
            new TargetFit.Budget(config.searchSettings(), config.searchVisits(), config.gate()),
            (some, q, workers) ->
                new SlrmRun(
                    config, some, holdOut, q, new RunSettings(workers, context.seed(), patience)),
            record);

    SlrmRun run = fromStarts(rows, split, holdOut, p, context);
    double[] U = run.basis();
    int d = record.rank;
    Regressor r = config.refit() ? refit(U, d, split, t, p, context) : run.regressor();
    // Labels of a single class would let the intercept diverge.
    r = Subspaces.allEqual(split.training(), t) ? rows.start(p) : r;

    describe(record, fit, split, t, run, p);
    return Subspaces.member(split, t, U, r, config.gate(), context.workers());
  }

  /**
   * The best of the run from the singular vectors and, if asked for, runs from random subspaces.
   */
  private SlrmRun fromStarts(
      TargetRows rows, HoldOut.Split split, HoldOut holdOut, Parameters p, FitContext context) {
    RunSettings with = new RunSettings(context.workers(), context.seed(), patience);
    SlrmRun best = new SlrmRun(config, rows, holdOut, p, with);
    best.run(maxPasses, context.listener());
    SplittableRandom seeds = new SplittableRandom(context.seed());
    for (int s = 1; s < config.starts(); s++) {
      double[] random =
          Orthonormal.random(split.training().x().columns(), rows.rank(), seeds.nextLong());
      TargetRows other =
          TargetRows.of(split, rows.target(), random, config.gate(), context.workers());
      SlrmRun run = new SlrmRun(config, other, holdOut, p, with);
      run.run(maxPasses, context.listener());
      best = run.regressor().error() < best.regressor().error() ? run : best;
    }
    return best;
  }

  /** w refitted by elastic net on label-free codes, as used in prediction. */
  private Regressor refit(
      double[] U, int d, HoldOut.Split split, int t, Parameters best, FitContext context) {
    Projections p = Projections.of(U, d, config.gate(), split.training().x(), context.workers());
    Projections held = Projections.of(U, d, config.gate(), split.held().x(), context.workers());
    if (!split.training().kind(t).quadratic()) {
      return CodeRegression.chosenOn(held, split.held(), p, split.training(), t);
    }
    return CodeRegression.chosenOn(
        CodeRegression.moments(held, split.held(), t),
        CodeRegression.moments(p, split.training(), t),
        best.lambda3());
  }

  private static void describe(
      FitRecord record, TargetFit fit, HoldOut.Split split, int t, SlrmRun run, Parameters p) {
    boolean single = split.training().y().columns() == 1;
    String prefix = single ? "" : "target " + t + ": ";
    fit.describe(record, single, run, p);
    objective(record, prefix, split.training(), t, run, p);
    if (run.algorithm().ridged() > 0) {
      record.note("ridged-scores", "target", t, "rows", run.algorithm().ridged());
    }
  }

  /** (S-1) term by term, with the codes that minimise it for the final pair. */
  private static void objective(
      FitRecord record, String prefix, TrainingData rows, int t, SlrmRun run, Parameters p) {
    double[] U = run.basis();
    double[] w = run.regressor().coefficients();
    int d = w.length;
    Label kind = rows.kind(t);
    double b = run.regressor().intercept();
    LabelStep labelStep = new LabelStep(kind, p.lambda1(), new ProximalStep(0, 0), b);
    CodeStep codeStep = new CodeStep(rows.x().columns(), d);
    double[] alpha = codeStep.alpha();
    double reconstruction = 0;
    double labels = 0;
    double n = rows.weight();
    for (int i = 0; i < rows.x().rows(); i++) {
      double weight = rows.weight(i);
      double y = rows.label(i, t);
      codeStep.solve(U, rows.x(), i, w, labelStep, y);
      for (int k = rows.x().rowStart(i); k < rows.x().rowStart(i + 1); k++) {
        double r = rows.x().value(k) - Vectors.dot(U, rows.x().column(k) * d, alpha, 0, d);
        reconstruction += weight * (r * r);
      }
      double eta = b + Vectors.dot(w, 0, alpha, 0, d);
      labels += Double.isNaN(y) ? 0 : weight * kind.deviance(y, eta);
    }
    double l1 = 0;
    double l2 = 0;
    for (double v : w) {
      l1 += Math.abs(v);
      l2 += v * v;
    }
    var terms = record.objective;
    terms.put(prefix + "reconstruction", p.lambda1() * reconstruction / n);
    terms.put(prefix + "labels", labels / n);
    terms.put(prefix + "l1", p.lambda2() * l1);
    terms.put(prefix + "l2", p.lambda3() * l2);
    terms.put(
        prefix + "total",
        p.lambda1() * reconstruction / n + labels / n + p.lambda2() * l1 + p.lambda3() * l2);
  }
}

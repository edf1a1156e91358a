package org.slrm.internal.paper;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.SmpcrConfig;
import org.slrm.result.FitListener;
import org.slrm.tracking.SubspaceTracker;

/**
 * Two stages, row by row. First the subspace, by PETRELS without labels. Then, for each target,
 * stochastic lasso on the label-free codes.
 */
public final class SmpcrSolver implements HoldOutSolver {
  private static final double[] L1 = {0, 0.001, 0.01, 0.03, 0.1, 0.3};
  private static final double[] STEP_SHARES = {0.3, 0.1, 0.03, 0.01};

  private final SmpcrConfig config;

  /** A solver with these settings. */
  public SmpcrSolver(SmpcrConfig config) {
    this.config = config;
  }

  @Override
  public Setup setup() {
    return new Setup(config.method(), config.holdOutFraction(), config.rank());
  }

  @Override
  public Fitted fit(
      HoldOut.Split split, FitRecord record, SplittableRandom seeds, FitContext context) {
    TrainingData rows = split.training();
    int d = record.rank;
    record.criterion = "mean squared residual of held-out entries";
    double[] U = track(split, d, seeds, record, context);

    Projections codes = Projections.of(U, d, config.gate(), rows.x(), context.workers());
    Projections held = Projections.of(U, d, config.gate(), split.held().x(), context.workers());
    int targets = rows.y().columns();
    double[] w = new double[targets * d];
    double[] intercept = new double[targets];
    for (int t = 0; t < targets; t++) {
      StochasticLasso lasso = new StochasticLasso(codes, rows, held, split.held(), t);
      long seed = seeds.nextLong();
      Chosen chosen = search(lasso, t, seed, record, context);
      CodeRegression.Regressor best =
          split.sampled() ? onAllRows(lasso, chosen, U, split, seed, context) : chosen.best();
      System.arraycopy(best.coefficients(), 0, w, t * d, d);
      intercept[t] = best.intercept();
      Subspaces.describe(record, t, d, best);
    }
    return Fitted.of(
        GatedFit.member(U, w, intercept, config.gate(), split.held(), context.workers()), record);
  }

  /** Passes without labels while the residual of the rows held out still falls. */
  private double[] track(
      HoldOut.Split split, int d, SplittableRandom seeds, FitRecord c, FitContext context) {
    TrainingData rows = split.training();
    Double given = config.forgetting();
    double forgetting = given == null ? 1 - 1.0 / Math.max(2, split.passes().rows()) : given;
    SubspaceTracker tracker =
        SubspaceTracker.petrels(rows.x().columns(), d, forgetting, seeds.nextLong());
    c.found.put("forgetting", forgetting);
    LearnedFeatures learned = new LearnedFeatures(tracker);
    double[] U = tracker.basis();
    double best = residual(U, d, split.held(), context);
    int idle = 0;
    c.stop = "most passes made (" + config.maxPasses() + ")";
    for (int pass = 1; pass <= config.maxPasses(); pass++) {
      DoublePredicate goOnInside = inside(context, "subspace", pass - 1, best);
      boolean whole = split.passes().visit(seeds.nextLong(), learned::update, goOnInside);
      double[] basis = tracker.basis();
      double error = residual(basis, d, split.held(), context);
      c.history.add(error);
      c.iterations = pass;
      idle = error < best * (1 - 1e-2) ? 0 : idle + 1;
      if (error < best) {
        best = error;
        U = basis;
      }
      double done = (double) pass / config.maxPasses();
      boolean goOn =
          context.listener().onProgress(new FitListener.Progress("subspace", done, pass, error))
              && whole;
      if (!goOn || idle >= config.patience()) {
        c.stop = goOn ? "residual did not fall in " + idle + " passes" : FitRecord.STOPPED;
        break;
      }
    }
    c.objective.put("reconstruction", best);
    return learned.only(U);
  }

  private double residual(double[] U, int d, TrainingData held, FitContext context) {
    Projections p = Projections.of(U, d, config.gate(), held.x(), context.workers());
    long entries = 0;
    for (int i : p.answeredRows()) {
      entries += held.x().observed(i);
    }
    return entries == 0 ? Double.POSITIVE_INFINITY : Arrays.stream(p.residual()).sum() / entries;
  }

  /** Tells the listener how far inside a pass the fit is. */
  private DoublePredicate inside(FitContext context, String stage, int made, double error) {
    return share ->
        context
            .listener()
            .onProgress(
                new FitListener.Progress(stage, (made + share) / config.maxPasses(), made, error));
  }

  /** A regressor and the first step size it was found with. */
  private record Chosen(CodeRegression.Regressor best, double rho) {}

  /**
   * The regressor chosen on a sample, learned anew on all rows, whose codes are made on the way.
   */
  private CodeRegression.Regressor onAllRows(
      StochasticLasso lasso,
      Chosen chosen,
      double[] U,
      HoldOut.Split split,
      long seed,
      FitContext context) {
    int D = split.training().x().columns();
    Projections.Projector projector = new Projections.Projector(U, U.length / D, config.gate(), D);
    StochasticLasso.CodePass pass =
        (passSeed, visitor) ->
            split
                .passes()
                .visit(
                    passSeed,
                    (rows, i) -> {
                      double y = rows.label(i, lasso.target());
                      if (!Double.isNaN(y) && projector.project(rows.x(), i)) {
                        visitor.code(projector.code(), y);
                      }
                    },
                    inside(context, "lasso on codes", 0, chosen.best().error()));
    return lasso.fit(
        pass,
        new StochasticLasso.Settings(
            chosen.best().l1(), chosen.rho(), config.maxPasses(), config.patience(), seed));
  }

  private Chosen search(
      StochasticLasso lasso, int t, long seed, FitRecord record, FitContext context) {
    Double l1 = config.l1();
    Double rho = config.stepSize();
    double[] penalties = l1 == null ? L1 : new double[] {l1};
    double[] steps =
        rho == null
            ? Arrays.stream(STEP_SHARES).map(s -> s / lasso.size()).toArray()
            : new double[] {rho};
    CodeRegression.Regressor[] tried =
        new CodeRegression.Regressor[penalties.length * steps.length];
    context
        .workers()
        .run(
            tried.length,
            (worker, k) ->
                tried[k] =
                    lasso.fit(
                        new StochasticLasso.Settings(
                            penalties[k / steps.length],
                            steps[k % steps.length],
                            config.maxPasses(),
                            config.patience(),
                            seed)));
    int best = 0;
    for (int k = 1; k < tried.length; k++) {
      best = tried[k].error() < tried[best].error() ? k : best;
    }
    String prefix = t == 0 ? "" : "target " + t + ": ";
    record.found.put(prefix + "stepSize", steps[best % steps.length]);
    return new Chosen(tried[best], steps[best % steps.length]);
  }
}

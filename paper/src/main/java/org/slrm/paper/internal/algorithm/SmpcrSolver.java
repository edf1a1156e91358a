package org.slrm.paper.internal.algorithm;

import java.util.List;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.SmpcrConfig;
import org.slrm.paper.internal.algorithm.SlrmRun.RunSettings;
import org.slrm.paper.internal.algorithm.passes.Parameters;
import org.slrm.paper.internal.algorithm.passes.Symbol;

/**
 * Two stages, row by row. First the subspace, by PETRELS without labels. Then stochastic lasso on
 * the label-free codes. Start and δ of the subspace are chosen by the hold-out error of the label,
 * so every target has its own subspace.
 */
public record SmpcrSolver(SmpcrConfig config, int maxPasses, int patience)
    implements HoldOutSolver {

  /** With the limits of passes of the settings. */
  public SmpcrSolver(SmpcrConfig config) {
    this(config, config.maxPasses(), config.patience());
  }

  @Override
  public Setup setup() {
    return new Setup(config.method(), config.holdOutFraction(), config.rank());
  }

  /** The settings that are searched. */
  private List<Symbol.Axis> axes() {
    return List.of(
        Symbol.L1.axis(given(config.l1())),
        Symbol.STEP_SIZE.axis(given(config.stepSize())),
        Symbol.CONSTANT_ROUNDS.axis(config.constantRounds()),
        Symbol.INITIAL_UNCERTAINTY.axis(given(config.initialUncertainty())),
        Symbol.START.axis(
            config.randomStart() == null ? List.of() : List.of(config.randomStart() ? 1.0 : 0)));
  }

  private static List<Double> given(Double value) {
    return value == null ? List.of() : List.of(value);
  }

  @Override
  public String criterion(HoldOut.Split split) {
    return "mean squared residual of held-out entries";
  }

  @Override
  public Member fitTarget(
      HoldOut.Split split, double[] basis, int t, FitContext context, FitRecord record) {
    TargetRows rows = TargetRows.of(split, t, basis, config.gate(), context.workers());
    HoldOut holdOut = new HoldOut(split.held(), t, config.gate());
    TargetFit fit = new TargetFit(config.method(), rows, holdOut, axes(), context);
    Parameters p =
        fit.search(
            new TargetFit.Budget(config.searchSettings(), config.searchVisits(), config.gate()),
            (some, q, workers) ->
                new SmpcrRun(
                    config, some, split, q, new RunSettings(workers, context.seed(), patience)),
            record);

    SmpcrRun run =
        new SmpcrRun(
            config, rows, split, p, new RunSettings(context.workers(), context.seed(), patience));
    run.run(maxPasses, context.listener());
    CodeRegression.Regressor r = run.regressor();

    int d = record.rank;
    int targets = split.training().y().columns();
    fit.describe(record, targets == 1, run, p);
    record.found.put("forgetting", run.forgetting());
    record.objective.put("reconstruction", run.residual());
    Subspaces.describe(record, t, d, r);
    return Subspaces.member(split, t, run.basis(), r, config.gate(), context.workers());
  }
}

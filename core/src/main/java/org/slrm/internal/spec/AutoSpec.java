package org.slrm.internal.spec;

import java.util.List;
import org.slrm.data.RowBlocks;
import org.slrm.internal.auto.AutoSolver;
import org.slrm.internal.partition.AutoPasses;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.MethodConfig;

/** The default: an ensemble of candidates chosen by validation. */
public final class AutoSpec implements Method {
  @Override
  public String name() {
    return "auto";
  }

  @Override
  public String summary() {
    return "Ensemble of factor models, linear models, trees and kernels, chosen by validation.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.RANK,
        Option.word(
            "--effort",
            "quick|normal|thorough",
            "How much auto tries: quick (few linear candidates), normal, or thorough (every"
                + " candidate, regardless of cost). Default: normal."),
        Option.word(
            "--indicators",
            "off|try|on",
            "Use missingness as information, by is-missing indicators: off, tried as further"
                + " candidates, or on in all but the simplest. Default: try."),
        Option.MISSINGNESS,
        Option.word(
            "--outliers",
            "warn|exclude",
            "Labels and entries that look like outliers: name them in a warning, or exclude"
                + " them, entries also in new rows. Default: warn."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    AutoConfig out = AutoConfig.defaults();
    return out.withRank(given.count("--rank"))
        .withEffort(given.word("--effort", AutoConfig.Effort.class, out.effort()))
        .withIndicators(given.word("--indicators", AutoConfig.Indicators.class, out.indicators()))
        .withMissingness(given.word("--missingness", Mechanism.class, out.missingness()))
        .withOutliers(given.word("--outliers", AutoConfig.OutlierPolicy.class, out.outliers()));
  }

  @Override
  public boolean passes() {
    return true;
  }

  @Override
  public boolean takesValidation() {
    return true;
  }

  @Override
  public boolean timeOrdered() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new AutoSolver((AutoConfig) config, folds);
  }

  @Override
  public PassSolver passSolver(MethodConfig config, RowBlocks.Passes limits, int folds) {
    return new AutoPasses((AutoConfig) config, limits, folds);
  }
}

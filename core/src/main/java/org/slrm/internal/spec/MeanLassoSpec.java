package org.slrm.internal.spec;

import java.util.List;
import org.slrm.internal.regression.family.MeanElasticNetSolver;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;

/** Elastic net on mean-imputed features. */
public final class MeanLassoSpec implements Method {
  @Override
  public String name() {
    return "mean-lasso";
  }

  @Override
  public String summary() {
    return "Lasso or elastic net on mean-imputed features.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.number("--l1", "The l1 penalty. Default: chosen."),
        Option.number("--l2", "The squared l2 penalty."),
        Option.number(
            "--l1-ratio",
            "Fraction of the l1 penalty where penalties are chosen: 1 lasso, 0 ridge."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    MeanElasticNetConfig out = MeanElasticNetConfig.defaults();
    out = given.has("--l1-ratio") ? out.withL1Ratio(given.number("--l1-ratio", 1)) : out;
    return given.has("--l1") || given.has("--l2")
        ? out.withPenalties(given.number("--l1", 0), given.number("--l2", 0))
        : out;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new MeanElasticNetSolver((MeanElasticNetConfig) config, folds);
  }
}

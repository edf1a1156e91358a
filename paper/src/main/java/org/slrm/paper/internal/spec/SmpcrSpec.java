package org.slrm.paper.internal.spec;

import java.util.List;
import org.slrm.data.RowBlocks;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.paper.internal.algorithm.SmpcrSolver;

/** SMPCR, the stochastic two-stage method that the paper compares with. */
public final class SmpcrSpec implements GatedMethod {
  @Override
  public String name() {
    return "smpcr";
  }

  @Override
  public String summary() {
    return "The paper's SMPCR: a tracked subspace, then a stochastic lasso on factor scores.";
  }

  @Override
  public List<Option> options() {
    return PaperOptions.SMPCR;
  }

  @Override
  public MethodConfig configure(Arguments given) {
    return PaperOptions.smpcr(given);
  }

  @Override
  public boolean passes() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new SmpcrSolver((SmpcrConfig) config);
  }

  @Override
  public PassSolver passSolver(MethodConfig config, RowBlocks.Passes limits, int folds) {
    return new SmpcrSolver((SmpcrConfig) config, limits.maxPasses(), limits.patience());
  }
}

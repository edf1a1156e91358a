package org.slrm.paper.internal.spec;

import java.util.List;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.paper.internal.baseline.CorrectedLassoSolver;

/** Lasso on corrected second moments. */
public final class CorrectedLassoSpec implements Method {
  @Override
  public String name() {
    return "corrected-lasso";
  }

  @Override
  public String summary() {
    return "Lasso on second moments corrected for missing entries (Loh and Wainwright).";
  }

  @Override
  public List<Option> options() {
    return List.of(Option.number("--l1", "The l1 penalty. Default: chosen."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    CorrectedLassoConfig out = CorrectedLassoConfig.defaults();
    return given.has("--l1") ? out.withPenalty(given.number("--l1", 0), 0) : out;
  }

  @Override
  public boolean leastSquaresOnly() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new CorrectedLassoSolver((CorrectedLassoConfig) config, folds);
  }
}

package org.slrm.paper.internal.spec;

import java.util.List;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.internal.baseline.PcrSolver;

/** Principal components regression. */
public final class PcrSpec implements Method {
  @Override
  public String name() {
    return "pcr";
  }

  @Override
  public String summary() {
    return "Principal components of mean-imputed features, then a lasso.";
  }

  @Override
  public List<Option> options() {
    return List.of(Option.RANK, Option.number("--l1", "The l1 penalty. Default: chosen."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    PcrConfig out = PcrConfig.defaults();
    int rank = given.count("--rank");
    out = rank > 0 ? out.withRank(rank) : out;
    return given.has("--l1") ? out.withL1(given.number("--l1", 0)) : out;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new PcrSolver((PcrConfig) config);
  }
}

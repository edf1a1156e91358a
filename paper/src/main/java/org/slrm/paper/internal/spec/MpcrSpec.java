package org.slrm.paper.internal.spec;

import java.util.List;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.internal.algorithm.MpcrSolver;

/** MPCR, the batch method that the paper compares with. */
public final class MpcrSpec implements GatedMethod {
  @Override
  public String name() {
    return "mpcr";
  }

  @Override
  public String summary() {
    return "The paper's MPCR: matrix factorisation, then a lasso on factor scores.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.RANK, Option.number("--l1", "The l1 penalty. Default: chosen."), PaperOptions.GATE);
  }

  @Override
  public MethodConfig configure(Arguments given) {
    MpcrConfig out = MpcrConfig.defaults();
    int rank = given.count("--rank");
    out = rank > 0 ? out.withRank(rank) : out;
    out = given.has("--l1") ? out.withL1(given.number("--l1", 0)) : out;
    return given.has("--gate") ? out.withGate(given.number("--gate", 0)) : out;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new MpcrSolver((MpcrConfig) config);
  }
}

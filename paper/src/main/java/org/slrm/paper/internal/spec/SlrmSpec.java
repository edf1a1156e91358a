package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slrm.data.RowBlocks;
import org.slrm.internal.predict.Member;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.internal.algorithm.GatedMember;
import org.slrm.paper.internal.algorithm.SlrmSolver;
import org.slrm.result.ModelState;

/** Algorithm 1 of the paper. */
public final class SlrmSpec implements GatedMethod {
  @Override
  public String name() {
    return "slrm";
  }

  @Override
  public String summary() {
    return "The paper's Algorithm 1: subspace and sparse regressor learned together from each row.";
  }

  @Override
  public List<Option> options() {
    return PaperOptions.SLRM;
  }

  @Override
  public MethodConfig configure(Arguments given) {
    return PaperOptions.slrm(given);
  }

  @Override
  public boolean passes() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new SlrmSolver((SlrmConfig) config);
  }

  @Override
  public PassSolver passSolver(MethodConfig config, RowBlocks.Passes limits, int folds) {
    return new SlrmSolver((SlrmConfig) config, limits.maxPasses(), limits.patience());
  }

  @Override
  public Map<String, Function<ModelState, Member>> members() {
    return Map.of(GatedMember.KIND, GatedMember::of);
  }
}

package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.Member;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.analysis.RiskBound;
import org.slrm.paper.internal.algorithm.GatedMember;
import org.slrm.paper.internal.algorithm.SlrmSolver;
import org.slrm.result.ModelState;
import org.slrm.result.Note;
import org.slrm.result.Predictions;

/** Algorithm 1 of the paper. */
public final class SlrmSpec implements Method {
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
  public boolean takesValidation() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new SlrmSolver((SlrmConfig) config);
  }

  @Override
  public PassSolver passSolver(MethodConfig config, RowBlocks.Passes limits, int folds) {
    return new SlrmSolver(((SlrmConfig) config).withPasses(limits.maxPasses(), limits.patience()));
  }

  @Override
  public Map<String, Function<ModelState, Member>> members() {
    return Map.of(GatedMember.KIND, GatedMember::of);
  }

  @Override
  public List<Note> theory(
      Ensemble ensemble,
      Function<IncompleteMatrix, Predictions> predict,
      IncompleteMatrix x,
      IncompleteMatrix y) {
    return RiskBound.notes(ensemble, predict, x, y);
  }
}

package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.function.Function;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.analysis.RiskBound;
import org.slrm.paper.internal.algorithm.MpcrSolver;
import org.slrm.result.Note;
import org.slrm.result.Predictions;

/** The paper's two-stage rival. */
public final class MpcrSpec implements Method {
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
  public boolean takesValidation() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new MpcrSolver((MpcrConfig) config);
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

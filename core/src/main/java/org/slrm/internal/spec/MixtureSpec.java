package org.slrm.internal.spec;

import java.util.List;
import org.slrm.data.RowBlocks;
import org.slrm.internal.method.MixtureMethod;
import org.slrm.internal.method.OnlineMethod;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;

/** Several factor models, each for a part of the rows. */
public final class MixtureSpec implements Method {
  @Override
  public String name() {
    return "mixture";
  }

  @Override
  public String summary() {
    return "Mixture of factor analysers: each component has a subspace of its own.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.RANK,
        Option.count("--components", "Number of components. Default: auto, chosen by validation."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    return MixtureConfig.defaults()
        .withComponents(given.count("--components"))
        .withRank(given.count("--rank"));
  }

  @Override
  public boolean passes() {
    return true;
  }

  @Override
  public boolean timeOrdered() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new MixtureMethod((MixtureConfig) config, folds);
  }

  @Override
  public PassSolver passSolver(MethodConfig config, RowBlocks.Passes limits, int folds) {
    return new OnlineMethod((MixtureConfig) config, limits);
  }
}

package org.slrm.internal.spec;

import java.util.List;
import org.slrm.data.RowBlocks;
import org.slrm.internal.method.LikelihoodMethod;
import org.slrm.internal.method.OnlineMethod;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.MethodConfig;

/** Factor analysis of features and targets together. */
public final class LikelihoodSpec implements Method {
  @Override
  public String name() {
    return "likelihood";
  }

  @Override
  public String summary() {
    return "Factor analysis of features and targets by EM; predicts from any missingness pattern.";
  }

  @Override
  public List<Option> options() {
    return List.of(Option.RANK, Option.MISSINGNESS);
  }

  @Override
  public MethodConfig configure(Arguments given) {
    LikelihoodConfig out = LikelihoodConfig.defaults();
    return out.withRank(given.count("--rank"))
        .withMechanism(given.word("--missingness", Mechanism.class, out.mechanism()));
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
    return new LikelihoodMethod((LikelihoodConfig) config, folds);
  }

  @Override
  public PassSolver passSolver(MethodConfig config, RowBlocks.Passes limits, int folds) {
    return OnlineMethod.of((LikelihoodConfig) config, limits);
  }
}

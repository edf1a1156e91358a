package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slrm.internal.predict.Member;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.paper.internal.baseline.PlsMember;
import org.slrm.paper.internal.baseline.PlsSolver;
import org.slrm.result.ModelState;

/** Partial least squares. */
public final class PlsSpec implements Method {
  @Override
  public String name() {
    return "pls";
  }

  @Override
  public String summary() {
    return "Partial least squares by NIPALS with missing entries.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.count("--rank", "Number of components. Default: auto, chosen by validation."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    return PlsConfig.defaults().withComponents(given.count("--rank"));
  }

  @Override
  public boolean leastSquaresOnly() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new PlsSolver((PlsConfig) config, folds);
  }

  @Override
  public Map<String, Function<ModelState, Member>> members() {
    return Map.of(PlsMember.KIND, PlsMember::of);
  }
}

package org.slrm.internal.spec;

import java.util.List;
import org.slrm.internal.method.KernelMethod;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.KernelConfig;
import org.slrm.method.MethodConfig;

/** A smooth function of factor scores or imputed features. */
public final class KernelSpec implements Method {
  @Override
  public String name() {
    return "kernel";
  }

  @Override
  public String summary() {
    return "Linear + RBF kernel ridge on factor scores or imputed features.";
  }

  @Override
  public List<Option> options() {
    return List.of(Option.RANK);
  }

  @Override
  public MethodConfig configure(Arguments given) {
    return KernelConfig.defaults().withRank(given.count("--rank"));
  }

  @Override
  public boolean timeOrdered() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new KernelMethod((KernelConfig) config, folds);
  }
}

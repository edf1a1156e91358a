package org.slrm.internal;

import org.slrm.AutoConfig;
import org.slrm.LikelihoodConfig;
import org.slrm.MethodConfig;
import org.slrm.PassConfig;
import org.slrm.SlrmConfig;
import org.slrm.baseline.CorrectedLassoConfig;
import org.slrm.baseline.MeanElasticNetConfig;
import org.slrm.baseline.MpcrConfig;
import org.slrm.baseline.PcrConfig;
import org.slrm.baseline.PlsConfig;
import org.slrm.baseline.SmpcrConfig;
import org.slrm.internal.solver.CorrectedLassoSolver;
import org.slrm.internal.solver.MeanElasticNetSolver;
import org.slrm.internal.solver.MpcrSolver;
import org.slrm.internal.solver.PcrSolver;
import org.slrm.internal.solver.PlsSolver;
import org.slrm.internal.solver.SlrmSolver;
import org.slrm.internal.solver.SmpcrSolver;
import org.slrm.internal.stack.AutoSolver;
import org.slrm.internal.stack.LikelihoodMethod;
import org.slrm.internal.stack.OnlineMethod;

/** The one place that knows which solver stands behind which settings. */
public final class Methods {
  private Methods() {}

  /**
   * The solver for the given settings; {@code folds} is how many a method that chooses by folds
   * should use.
   */
  public static Solver solver(MethodConfig config, int folds) {
    if (config instanceof MeanElasticNetConfig c) {
      return new MeanElasticNetSolver(c, folds);
    }
    if (config instanceof SlrmConfig c) {
      return new SlrmSolver(c);
    }
    if (config instanceof MpcrConfig c) {
      return new MpcrSolver(c);
    }
    if (config instanceof PcrConfig c) {
      return new PcrSolver(c);
    }
    if (config instanceof PlsConfig c) {
      return new PlsSolver(c, folds);
    }
    if (config instanceof CorrectedLassoConfig c) {
      return new CorrectedLassoSolver(c, folds);
    }
    if (config instanceof SmpcrConfig c) {
      return new SmpcrSolver(c);
    }
    if (config instanceof LikelihoodConfig c) {
      return new LikelihoodMethod(c, folds);
    }
    if (config instanceof AutoConfig c) {
      return new AutoSolver(c, folds);
    }
    throw new IllegalArgumentException("no solver for method " + config.method());
  }

  /**
   * The solver that makes passes for the given settings.
   *
   * @throws IllegalArgumentException for a method that needs all rows in memory
   */
  public static PassSolver passSolver(MethodConfig config, PassConfig passes) {
    if (config instanceof SlrmConfig c) {
      return new SlrmSolver(c.withPasses(passes.maxPasses(), passes.patience()));
    }
    if (config instanceof SmpcrConfig c) {
      return new SmpcrSolver(c.withPasses(passes.maxPasses(), passes.patience()));
    }
    if (config instanceof LikelihoodConfig c) {
      return new OnlineMethod(c, passes);
    }
    throw new IllegalArgumentException(
        "method must be likelihood, slrm or smpcr to be fitted by passes, got " + config.method());
  }
}

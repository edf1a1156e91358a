package org.slrm.internal.fit;

import org.slrm.data.RowBlocks;
import org.slrm.internal.auto.AutoSolver;
import org.slrm.internal.auto.KernelMethod;
import org.slrm.internal.auto.LikelihoodMethod;
import org.slrm.internal.auto.MixtureMethod;
import org.slrm.internal.auto.MousseMethod;
import org.slrm.internal.auto.OnlineMethod;
import org.slrm.internal.auto.SirMethod;
import org.slrm.internal.baseline.CorrectedLassoSolver;
import org.slrm.internal.baseline.MeanElasticNetSolver;
import org.slrm.internal.baseline.PcrSolver;
import org.slrm.internal.baseline.PlsSolver;
import org.slrm.internal.paper.MpcrSolver;
import org.slrm.internal.paper.SlrmSolver;
import org.slrm.internal.paper.SmpcrSolver;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.internal.trees.TreesSolver;
import org.slrm.method.AutoConfig;
import org.slrm.method.CorrectedLassoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.MousseConfig;
import org.slrm.method.MpcrConfig;
import org.slrm.method.PcrConfig;
import org.slrm.method.PlsConfig;
import org.slrm.method.SirConfig;
import org.slrm.method.SlrmConfig;
import org.slrm.method.SmpcrConfig;
import org.slrm.method.TreesConfig;

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
    if (config instanceof MixtureConfig c) {
      return new MixtureMethod(c, folds);
    }
    if (config instanceof KernelConfig c) {
      return new KernelMethod(c, folds);
    }
    if (config instanceof MousseConfig c) {
      return new MousseMethod(c, folds);
    }
    if (config instanceof SirConfig c) {
      return new SirMethod(c, folds);
    }
    if (config instanceof AutoConfig c) {
      return new AutoSolver(c, folds);
    }
    if (config instanceof TreesConfig c) {
      return new TreesSolver(c, folds);
    }
    throw new IllegalArgumentException("no solver for method " + config.method());
  }

  /**
   * Whether a method's own judgement of rows left out keeps to their order in time. The others
   * choose by blocks of time, and earlier blocks are then judged by later ones too.
   */
  static boolean judgesForward(MethodConfig config) {
    return config instanceof AutoConfig
        || config instanceof LikelihoodConfig
        || config instanceof MixtureConfig
        || config instanceof KernelConfig
        || config instanceof MousseConfig
        || config instanceof SirConfig;
  }

  /** Whether values that cannot be right are set aside before the method sees them. */
  public static boolean setsAside(MethodConfig config) {
    return config instanceof AutoConfig c && c.grossErrors() == AutoConfig.GrossErrors.ASIDE;
  }

  /** Whether the method predicts by the paper's predictor, which has a gate. */
  public static boolean gated(MethodConfig config) {
    return config instanceof SlrmConfig
        || config instanceof SmpcrConfig
        || config instanceof MpcrConfig;
  }

  /**
   * The solver that makes passes for the given settings.
   *
   * @throws IllegalArgumentException for a method that needs all rows in memory
   */
  public static PassSolver passSolver(MethodConfig config, RowBlocks.Passes passes) {
    if (config instanceof SlrmConfig c) {
      return new SlrmSolver(c.withPasses(passes.maxPasses(), passes.patience()));
    }
    if (config instanceof SmpcrConfig c) {
      return new SmpcrSolver(c.withPasses(passes.maxPasses(), passes.patience()));
    }
    if (config instanceof LikelihoodConfig c) {
      return OnlineMethod.of(c, passes);
    }
    if (config instanceof MixtureConfig c) {
      return new OnlineMethod(c, passes);
    }
    throw new IllegalArgumentException(
        "method must be likelihood, mixture, slrm or smpcr to be fitted by passes, got "
            + config.method());
  }
}

package org.slrm.internal.fit;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slrm.data.RowBlocks;
import org.slrm.internal.auto.AutoSolver;
import org.slrm.internal.baseline.CorrectedLassoSolver;
import org.slrm.internal.baseline.MeanElasticNetSolver;
import org.slrm.internal.baseline.PcrSolver;
import org.slrm.internal.baseline.PlsSolver;
import org.slrm.internal.dictionary.DictionarySolver;
import org.slrm.internal.dictionary.TaskDrivenSolver;
import org.slrm.internal.method.KernelMethod;
import org.slrm.internal.method.LikelihoodMethod;
import org.slrm.internal.method.MixtureMethod;
import org.slrm.internal.method.MousseMethod;
import org.slrm.internal.method.OnlineMethod;
import org.slrm.internal.method.SirMethod;
import org.slrm.internal.paper.MpcrSolver;
import org.slrm.internal.paper.SlrmSolver;
import org.slrm.internal.paper.SmpcrSolver;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.internal.trees.TreesSolver;
import org.slrm.method.AutoConfig;
import org.slrm.method.CorrectedLassoConfig;
import org.slrm.method.DictionaryConfig;
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
import org.slrm.method.TaskDrivenConfig;
import org.slrm.method.TreesConfig;

/** The one place that knows which solver stands behind which settings. */
public final class Methods {
  private static final Map<Class<?>, BiFunction<MethodConfig, Integer, Solver>> SOLVERS =
      new HashMap<>();

  static {
    stands(MeanElasticNetConfig.class, (c, folds) -> new MeanElasticNetSolver(c, folds));
    stands(SlrmConfig.class, (c, folds) -> new SlrmSolver(c));
    stands(MpcrConfig.class, (c, folds) -> new MpcrSolver(c));
    stands(PcrConfig.class, (c, folds) -> new PcrSolver(c));
    stands(PlsConfig.class, (c, folds) -> new PlsSolver(c, folds));
    stands(CorrectedLassoConfig.class, (c, folds) -> new CorrectedLassoSolver(c, folds));
    stands(SmpcrConfig.class, (c, folds) -> new SmpcrSolver(c));
    stands(LikelihoodConfig.class, (c, folds) -> new LikelihoodMethod(c, folds));
    stands(MixtureConfig.class, (c, folds) -> new MixtureMethod(c, folds));
    stands(KernelConfig.class, (c, folds) -> new KernelMethod(c, folds));
    stands(MousseConfig.class, (c, folds) -> new MousseMethod(c, folds));
    stands(SirConfig.class, (c, folds) -> new SirMethod(c, folds));
    stands(AutoConfig.class, (c, folds) -> new AutoSolver(c, folds));
    stands(TreesConfig.class, (c, folds) -> new TreesSolver(c, folds));
    stands(DictionaryConfig.class, (c, folds) -> new DictionarySolver(c));
    stands(TaskDrivenConfig.class, (c, folds) -> new TaskDrivenSolver(c));
  }

  private Methods() {}

  private static <C extends MethodConfig> void stands(
      Class<C> settings, BiFunction<C, Integer, Solver> solver) {
    SOLVERS.put(settings, (config, folds) -> solver.apply(settings.cast(config), folds));
  }

  /**
   * The solver for the given settings; {@code folds} is how many a method that chooses by folds
   * should use.
   */
  public static Solver solver(MethodConfig config, int folds) {
    BiFunction<MethodConfig, Integer, Solver> solver = SOLVERS.get(config.getClass());
    if (solver == null) {
      throw new IllegalArgumentException("no solver for method " + config.method());
    }
    return solver.apply(config, folds);
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

  /** What a method does with outliers, null if it does not look for them. */
  public static AutoConfig.@Nullable Outliers outliers(MethodConfig config) {
    return config instanceof AutoConfig c ? c.outliers() : null;
  }

  /** Whether a fit has to be done by a time. */
  public static boolean hurries(MethodConfig config) {
    return config instanceof AutoConfig c && c.timeBudget() != null;
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
        "method must be auto, likelihood, mixture, slrm or smpcr to be fitted by passes, got "
            + config.method());
  }
}

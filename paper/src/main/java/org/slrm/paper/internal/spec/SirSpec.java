package org.slrm.paper.internal.spec;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slrm.internal.kernel.KernelMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.solver.Method;
import org.slrm.internal.solver.Solver;
import org.slrm.method.MethodConfig;
import org.slrm.paper.SirConfig;
import org.slrm.paper.internal.reduction.SirMethod;
import org.slrm.result.ModelState;

/** Sufficient dimension reduction. */
public final class SirSpec implements Method {
  @Override
  public String name() {
    return "sir";
  }

  @Override
  public String summary() {
    return "Sliced inverse regression, SAVE or LSMI directions, then a kernel regression on them.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.RANK,
        Option.count("--components", "Number of directions. Default: auto, chosen by validation."),
        Option.word(
            "--directions",
            "sir|save|lsmi|auto",
            "How the directions that labels depend on are found: by means of slices, by their"
                + " covariances, or by mutual information. Default: auto, chosen by validation."));
  }

  @Override
  public MethodConfig configure(Arguments given) {
    SirConfig out = SirConfig.defaults();
    return out.withRank(given.count("--rank"))
        .withDirections(given.count("--components"))
        .withEstimator(given.word("--directions", SirConfig.Estimator.class, out.estimator()));
  }

  @Override
  public boolean timeOrdered() {
    return true;
  }

  @Override
  public Solver solver(MethodConfig config, int folds) {
    return new SirMethod((SirConfig) config, folds);
  }

  @Override
  public Map<String, Function<ModelState, Member>> members() {
    return Map.of(KernelMember.REDUCED, KernelMember::of);
  }
}

package org.slrm.paper.internal.reduction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.kernel.Directions;
import org.slrm.internal.kernel.KernelMembers;
import org.slrm.internal.kernel.KernelMembers.KernelInputs;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.SirConfig.Estimator;

/**
 * A label-free fit, a few directions of its codes or imputed features (I-5), then linear + RBF
 * kernel ridge on these (I-7).
 *
 * @param config the label-free fit
 * @param completed whether directions are of imputed features
 * @param how the estimator
 * @param count number of directions
 * @param cut slices and shrinkage of covariances
 */
public record DirectionsCandidate(
    LikelihoodConfig config, boolean completed, Estimator how, int count, Cut cut)
    implements Candidate {
  /** Most centres of the function, as for kernels alone. */
  public static final int CENTRES = 600;

  /** Most rows; more add little for a few directions. */
  private static final int ROWS = 20_000;

  /**
   * Slicing.
   *
   * @param slices the most slices
   * @param shrinkage ρ of (I-4)
   */
  public record Cut(int slices, double shrinkage) {}

  public DirectionsCandidate withShrinkage(double value) {
    return new DirectionsCandidate(config, completed, how, count, new Cut(cut.slices, value));
  }

  @Override
  public String name() {
    String shrunk = cut.shrinkage == 0 ? "" : ", shrinkage " + cut.shrinkage;
    return count
        + (count == 1 ? " direction" : " directions")
        + (completed ? " of imputed features" : " of factor scores")
        + " by "
        + word()
        + " + kernel ridge"
        + shrunk;
  }

  /** The estimator's name. */
  public String word() {
    return how.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.put("inputs", completed ? "completed" : "codes");
    s.put("estimator", word());
    s.put("directions", count);
    s.put("slices", cut.slices);
    s.put("shrinkage", cut.shrinkage);
    return s;
  }

  @Override
  public boolean nonlinear() {
    return true;
  }

  @Override
  public Member fit(SharedFits set) {
    FitContext context = set.rows().context();
    Factors f = Canonical.of(set.labelFree(config), set.data().x().columns());
    List<Directions> found =
        new CentralSubspace(f, completed, cut.slices, cut.shrinkage)
            .of(set.data().labelled(ROWS, context.seed()), how, count, context);
    return KernelMembers.fit(f, new KernelInputs(completed, found), CENTRES, set.data(), context);
  }
}

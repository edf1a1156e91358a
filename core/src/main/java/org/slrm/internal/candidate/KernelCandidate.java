package org.slrm.internal.candidate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.kernel.KernelMembers;
import org.slrm.internal.predict.Member;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.method.LikelihoodConfig;

/** Linear + RBF kernel ridge on factor scores or imputed features of a label-free fit (H-2). */
public record KernelCandidate(LikelihoodConfig config, boolean imputed, int centres)
    implements Candidate {
  @Override
  public String name() {
    return "linear + RBF kernel ridge (" + (imputed ? "imputed features)" : "factor scores)");
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.put("kernel", imputed ? "completed features" : "codes");
    return s;
  }

  @Override
  public Family family() {
    return Family.KERNELS;
  }

  /** Cost of about twenty systems of the choosing rows, then one of the centres. */
  @Override
  public double seconds(TableSize size) {
    double choosing = Math.min(size.rows(), KernelMembers.CHOOSING);
    double at = Math.min(size.rows(), SelectionRules.CANDIDATE_CENTRES);
    return 1e-8 * choosing * choosing * choosing + 5e-10 * size.rows() * at * at;
  }

  @Override
  public Member fit(SharedFits set) {
    Factors f = Canonical.of(set.labelFree(config), set.data().x().columns());
    KernelMembers.KernelInputs features = new KernelMembers.KernelInputs(imputed, List.of());
    KernelMembers.Choices known = set.known(this, KernelMembers.Choices.class);
    KernelMembers.FittedKernel chosen =
        KernelMembers.fit(
            f,
            features,
            Math.min(centres, set.limits().centres()),
            set.data(),
            set.rows().context(),
            known);
    set.store(this, chosen.choices());
    return chosen.member();
  }
}

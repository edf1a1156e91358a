package org.slrm.internal.auto.recipe.bent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.kernel.KernelMembers;
import org.slrm.internal.predict.Member;
import org.slrm.method.LikelihoodConfig;

/** A label-free fit, then a line and a bell on its codes or on the features it completes (H-2). */
public record KernelRecipe(LikelihoodConfig config, boolean completed, int centres)
    implements Recipe {
  @Override
  public String name() {
    return (completed ? "completed features" : "codes") + " + kernel, rank " + config.rank();
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.put("kernel", completed ? "completed features" : "codes");
    return s;
  }

  @Override
  public boolean bends() {
    return true;
  }

  @Override
  public Family family() {
    return Family.KERNELS;
  }

  @Override
  public double odds() {
    return AutoRules.ODDS_OF_KERNEL;
  }

  /** Some twenty problems of the rows that choose, then one of the centres. */
  @Override
  public double seconds(TableSize size) {
    double choosing = Math.min(size.rows(), KernelMembers.CHOOSING);
    double at = Math.min(size.rows(), AutoRules.FEWER_CENTRES);
    return 1e-8 * choosing * choosing * choosing + 5e-10 * size.rows() * at * at;
  }

  @Override
  public Member fit(SharedFits set) {
    Factors f = Canonical.of(set.labelFree(config), set.data().x().columns());
    KernelMembers.Sight sight = new KernelMembers.Sight(completed, List.of());
    KernelMembers.Choices known = set.known(this, KernelMembers.Choices.class);
    KernelMembers.Chosen chosen =
        KernelMembers.fit(
            f,
            sight,
            Math.min(centres, set.pace().centres()),
            set.data(),
            set.rows().context(),
            known);
    set.keep(this, chosen.choices());
    return chosen.member();
  }
}

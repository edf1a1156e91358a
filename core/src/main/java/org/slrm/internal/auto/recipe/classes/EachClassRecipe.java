package org.slrm.internal.auto.recipe.classes;

import java.util.Map;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.Member;

/**
 * Another recipe, with each class against all others: every question is put to every row (Y-13).
 */
public record EachClassRecipe(Recipe inner, ClassScores scores) implements Recipe {
  @Override
  public String name() {
    return inner.name() + ", class by class";
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public Map<String, Object> settings() {
    return inner.settings();
  }

  @Override
  public boolean bends() {
    return true;
  }

  @Override
  public Member fit(SharedFits set) {
    return new ClassScoresMember(inner.fit(set.relabelled(scores)), scores, false);
  }
}

package org.slrm.internal.auto.recipe.classes;

import java.util.Map;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.auto.recipe.bent.TreesRecipe;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.Member;

/** Trees for all classes of a target side by side, whose scores meet in a softmax (F-11). */
public record ClassTreesRecipe(TreesRecipe inner, ClassScores scores) implements Recipe {
  @Override
  public String name() {
    return inner.name() + ", all classes together";
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
  public Family family() {
    return inner.family();
  }

  @Override
  public double odds() {
    return inner.odds();
  }

  @Override
  public double seconds(TableSize size) {
    return scores.kinds().size() * inner.seconds(size);
  }

  @Override
  public Member fit(SharedFits set) {
    Member columns = inner.fit(set.relabelled(scores), scores.together());
    return new ClassScoresMember(columns, scores);
  }
}

package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.auto.recipe.bent.CurvedRecipe;

/**
 * What each candidate that bends has to hope for: the odds that it is kept, as counted on
 * other tables and put right by what was seen of its like on this one, over the seconds that a fit
 * takes by a rough rule. The best of them goes next, until none pays.
 */
final class Prospects {
  private final TableSize size;
  private final List<Recipe> kept = new ArrayList<>();
  private final List<Recipe> dropped = new ArrayList<>();

  Prospects(TableSize size) {
    this.size = size;
  }

  /**
   * Takes note of what came of a candidate. One that is always tried says nothing about others:
   * trees on raw features may fail where those on imputed ones do well.
   */
  void add(Recipe recipe, boolean isKept) {
    if (!recipe.safetyNet()) {
      (isKept ? kept : dropped).add(recipe);
    }
  }

  /** Whether anything that bends was kept. */
  boolean bends() {
    return !kept.isEmpty();
  }

  /** The one that promises most for its time, of equal ones the first; none when none pays. */
  Optional<Recipe> best(List<Recipe> of) {
    return of.stream()
        .filter(r -> odds(r) >= AutoRules.LEAST_ODDS)
        .filter(r -> odds(r) >= AutoRules.ODDS_PER_SECOND * seconds(r))
        .max(Comparator.comparingDouble(r -> odds(r) / seconds(r)));
  }

  /** Why one was not tried. */
  String why(Recipe recipe) {
    if (odds(recipe) >= AutoRules.LEAST_ODDS) {
      return "not tried, as it would take long for what it promises";
    }
    return bends()
        ? "not tried, as others of its kind were dropped"
        : "not tried, as nothing else that bends was worth its time";
  }

  /** Why more subspaces were not tried. */
  String whyNoUnion() {
    return bends()
        ? "not tried, as fewer subspaces were not worth it"
        : "not tried, as nothing else that bends was worth its time";
  }

  private double seconds(Recipe recipe) {
    double rough = recipe.seconds(size.atMost(AutoRules.ROWS_THAT_BEND));
    return Math.max(AutoRules.LEAST_SECONDS, rough);
  }

  /**
   * Counted odds, times (1 + 2 kept) / (1 + 2 dropped) of its family, and less for each other
   * family of which some were dropped, as long as nothing was kept. Lines behind curves do not
   * speak for the others.
   */
  private double odds(Recipe recipe) {
    double odds = recipe.odds() * share(kept, recipe) / share(dropped, recipe);
    if (kept.isEmpty()) {
      odds *= Math.pow(AutoRules.DROPPED_OTHER, othersDropped(recipe));
    }
    if (recipe instanceof CurvedRecipe curved && dropped.contains(curved.inner())) {
      odds *= AutoRules.DROPPED_ITSELF;
    }
    return Math.min(1, odds);
  }

  private long othersDropped(Recipe recipe) {
    return dropped.stream()
        .map(Recipe::family)
        .filter(family -> family != recipe.family() && family != Recipe.Family.LINES)
        .distinct()
        .count();
  }

  private static double share(List<Recipe> of, Recipe like) {
    return 1 + 2.0 * of.stream().filter(o -> o.family() == like.family()).count();
  }
}

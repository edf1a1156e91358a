package org.slrm.internal.auto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.auto.recipe.bent.CurvedRecipe;
import org.slrm.internal.auto.recipe.bent.KernelRecipe;
import org.slrm.internal.auto.recipe.bent.MixtureRecipe;
import org.slrm.internal.auto.recipe.bent.RawTreesRecipe;
import org.slrm.internal.auto.recipe.bent.TreesRecipe;
import org.slrm.internal.curve.Shape;
import org.slrm.internal.trees.completed.LineUse;
import org.slrm.internal.trees.completed.Sight;
import org.slrm.method.MixtureConfig;

class ProspectsTest {
  private static final TableSize SMALL = new TableSize(200, 10, 8);
  private static final TableSize WIDE = new TableSize(5000, 2000, 1500);

  private final Recipe trees =
      new TreesRecipe(Recipes.plain(5, false), AutoRules.TREES, new Sight(LineUse.INPUT, true));
  private final Recipe kernel = new KernelRecipe(Recipes.plain(5, false), true, 300);
  private final Recipe codes = new KernelRecipe(Recipes.plain(5, false), false, 300);
  private final Recipe curved = new CurvedRecipe(kernel, Shape.LOG);
  private final Recipe union = new MixtureRecipe(MixtureConfig.builder().build().with(2, 5));

  /** What is tried when every candidate is dropped, in this order. */
  private static List<Recipe> tried(Prospects prospects, List<Recipe> of) {
    List<Recipe> left = new ArrayList<>(of);
    List<Recipe> out = new ArrayList<>();
    for (Optional<Recipe> next = prospects.best(left);
        next.isPresent();
        next = prospects.best(left)) {
      out.add(next.get());
      left.remove(next.get());
      prospects.add(next.get(), false);
    }
    return out;
  }

  @Test
  void whatPromisesMostForItsTimeGoesFirst() {
    Recipe first = new Prospects(SMALL).best(List.of(union, kernel, trees)).orElseThrow();
    for (Recipe other : List.of(union, kernel, trees)) {
      assertTrue(first.odds() / first.seconds(SMALL) >= other.odds() / other.seconds(SMALL));
    }
  }

  @Test
  void treesOnRawFeaturesSayNothingAboutOthers() {
    List<Recipe> all = List.of(trees, kernel, codes, curved, union);
    Prospects after = new Prospects(SMALL);
    after.add(new RawTreesRecipe(AutoRules.RAW_TREES, 1), false);
    assertEquals(tried(new Prospects(SMALL), all), tried(after, all));
    after = new Prospects(SMALL);
    after.add(new RawTreesRecipe(AutoRules.RAW_TREES, 1), true);
    assertFalse(after.bends());
  }

  @Test
  void whereNothingIsKeptTheSearchEndsSoon() {
    List<Recipe> all = List.of(trees, kernel, codes, curved, union);
    List<Recipe> tried = tried(new Prospects(SMALL), all);
    assertTrue(tried.size() >= 2, "one failure says little");
    assertTrue(tried.size() < all.size(), "several say much");
    assertFalse(tried.contains(curved), "curves before what was dropped");
  }

  @Test
  void oneThatIsKeptSpeaksForItsFamily() {
    Prospects prospects = new Prospects(SMALL);
    prospects.add(trees, false);
    prospects.add(kernel, true);
    prospects.add(codes, false);
    assertTrue(prospects.bends());
    assertEquals(Optional.of(curved), prospects.best(List.of(curved)));
  }

  @Test
  void whatWouldTakeVeryLongIsNotTried() {
    assertTrue(union.seconds(WIDE) > 10);
    Prospects prospects = new Prospects(WIDE);
    assertEquals(Optional.empty(), prospects.best(List.of(union)));
    assertTrue(prospects.why(union).contains("take long"), prospects.why(union));
  }

  @Test
  void costsGrowWithTheTable() {
    for (Recipe recipe : List.of(trees, kernel, codes, curved, union)) {
      double few = recipe.seconds(SMALL);
      assertTrue(few > 0, recipe.name());
      assertTrue(recipe.seconds(new TableSize(2000, 10, 8)) > few, recipe.name());
      assertTrue(recipe.seconds(new TableSize(200, 100, 80)) >= few, recipe.name());
    }
  }
}

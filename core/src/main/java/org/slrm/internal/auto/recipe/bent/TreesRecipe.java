package org.slrm.internal.auto.recipe.bent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.trees.TreeCount;
import org.slrm.internal.trees.completed.CompletedTrees;
import org.slrm.internal.trees.completed.LineUse;
import org.slrm.internal.trees.completed.Sight;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.TreesConfig;

/**
 * Features completed by a label-free fit, a ridge regression on them, then trees on raw and
 * completed features and what the line predicts of rows it has not seen (F-9).
 */
public record TreesRecipe(LikelihoodConfig config, TreesConfig trees, Sight sight)
    implements Recipe {
  @Override
  public String name() {
    String seen = sight.holes() ? "raw and completed features" : "completed features";
    String on =
        switch (sight.line()) {
          case NONE -> seen;
          case INPUT -> seen + " and a line";
          case RESIDUAL -> "what a line leaves over";
        };
    return "trees of " + trees.leaves() + " leaves on " + on + ", rank " + config.rank();
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.putAll(trees.settings());
    s.put("line", sight.line().name().toLowerCase(java.util.Locale.ROOT));
    s.put("holes", sight.holes());
    return s;
  }

  @Override
  public boolean bends() {
    return true;
  }

  @Override
  public Family family() {
    return Family.TREES;
  }

  @Override
  public double odds() {
    return sight.line() == LineUse.INPUT
        ? AutoRules.ODDS_OF_TREES
        : AutoRules.ODDS_OF_TREES_WITHOUT_LINE;
  }

  /** Some hundreds of trees, each of which sums rows and looks at the bins of its leaves. */
  @Override
  public double seconds(TableSize size) {
    double inputs = size.columns() * (sight.holes() ? 2.0 : 1.0);
    double seen = Math.max(Math.min(inputs, 64), inputs / 4);
    return 1e-6 * seen * (3.0 * size.rows() + 50.0 * trees.leaves());
  }

  @Override
  public Member fit(SharedFits set) {
    int targets = set.data().y().columns();
    return fit(set, IntStream.range(0, targets).mapToObj(t -> new int[] {t}).toList());
  }

  /** The same where some targets are the classes of one. */
  public Member fit(SharedFits set, List<int[]> together) {
    FitContext context = set.rows().context();
    TreesConfig paced = set.pace().of(trees);
    CompletedTrees.Chosen chosen =
        new CompletedTrees(imputing(set), set.data(), paced, sight, together, context)
            .fit(lines(set), counts(set, this, paced, together));
    keep(set, this, chosen.counts(), paced);
    return chosen.member();
  }

  /**
   * How many trees the first fold found best, for the other folds. The final fit searches again,
   * which lowers its error by a percent or two, except for classes, where every step grows a tree
   * for each of them.
   */
  static List<TreeCount> counts(
      SharedFits set, Recipe recipe, TreesConfig config, List<int[]> together) {
    boolean classes = together.stream().anyMatch(group -> group.length > 1);
    TreeCount.Found found =
        classes
            ? set.foundByFolds(recipe, TreeCount.Found.class)
            : set.known(recipe, TreeCount.Found.class);
    return found == null ? List.of() : found.over(set.data().y().rows(), config);
  }

  static void keep(SharedFits set, Recipe recipe, List<TreeCount> counts, TreesConfig config) {
    int rows = set.data().y().rows();
    set.keep(recipe, new TreeCount.Found(counts, config.learningRate(), rows));
  }

  private Factors imputing(SharedFits set) {
    return set.labelFree(config);
  }

  private List<PenaltyChoice> lines(SharedFits set) {
    List<PenaltyChoice> lines = new ArrayList<>();
    for (int t = 0; t < set.data().y().columns(); t++) {
      lines.add(set.rows().ridge(imputing(set), t));
    }
    return lines;
  }
}

package org.slrm.internal.candidate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.internal.trees.TreeCount;
import org.slrm.internal.trees.imputed.ImputedTrees;
import org.slrm.internal.trees.imputed.TreeFeatures;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.TreesConfig;

/**
 * Features imputed by a label-free factor model, a ridge regression on them, then boosted trees on
 * raw and imputed features and the ridge's out-of-fold predictions (F-9).
 */
public record ImputedTreesCandidate(
    LikelihoodConfig config, TreesConfig trees, TreeFeatures features) implements Candidate {
  @Override
  public String name() {
    String shown = features.missing() ? "raw + imputed features" : "imputed features";
    String inputs =
        switch (features.ridge()) {
          case NONE -> shown;
          case INPUT -> shown + " + ridge prediction";
          case RESIDUAL -> shown + ", residuals of ridge";
        };
    return "boosted trees (" + trees.leaves() + " leaves; " + inputs + ")";
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.putAll(trees.settings());
    s.put("line", features.ridge().name().toLowerCase(java.util.Locale.ROOT));
    s.put("holes", features.missing());
    return s;
  }

  @Override
  public Family family() {
    return Family.TREES;
  }

  /** Cost of some hundreds of trees: each sums over rows and searches the bins of its leaves. */
  @Override
  public double seconds(TableSize size) {
    double inputs = size.columns() * (features.missing() ? 2.0 : 1.0);
    double seen = Math.max(Math.min(inputs, 64), inputs / 4);
    return 1e-6 * seen * (3.0 * size.rows() + 50.0 * trees.leaves());
  }

  @Override
  public Member fit(SharedFits set) {
    int targets = set.data().y().columns();
    return fit(set, IntStream.range(0, targets).mapToObj(t -> new int[] {t}).toList());
  }

  /** Fits targets that encode the classes of one target. */
  public Member fit(SharedFits set, List<int[]> groups) {
    FitContext context = set.rows().context();
    TreesConfig limited = set.limits().of(trees);
    Factors x = set.labelFree(config);
    List<PenaltyChoice> ridges =
        IntStream.range(0, set.data().y().columns()).mapToObj(t -> set.rows().ridge(x, t)).toList();
    ImputedTrees.FittedTrees chosen =
        new ImputedTrees(x, set.data(), limited, features, groups, context)
            .fit(ridges, counts(set, this, limited, groups));
    store(set, this, chosen.counts(), limited);
    return chosen.member();
  }

  /**
   * The best number of trees of the first fold, for the other folds. The final fit searches again,
   * which lowers its error by one or two percent, except for classes, where each step grows a tree
   * per class.
   */
  public static List<TreeCount> counts(
      SharedFits set, Candidate candidate, TreesConfig config, List<int[]> groups) {
    boolean classes = groups.stream().anyMatch(group -> group.length > 1);
    TreeCount.Found found =
        classes
            ? set.tunedByFolds(candidate, TreeCount.Found.class)
            : set.known(candidate, TreeCount.Found.class);
    return found == null ? List.of() : found.over(set.data().y().rows(), config);
  }

  public static void store(
      SharedFits set, Candidate candidate, List<TreeCount> counts, TreesConfig config) {
    int rows = set.data().y().rows();
    set.store(candidate, new TreeCount.Found(counts, config.learningRate(), rows));
  }
}

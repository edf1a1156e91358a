package org.slrm.internal.candidate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.internal.trees.TreesSolver;
import org.slrm.method.TreesConfig;

/**
 * Boosted trees on raw features without imputation (F-1 to F-8): every split learns the side of
 * missing values. Targets of three classes or more have a score for each class (F-11).
 *
 * @param trees settings
 * @param columns columns of labels, a class each where targets have three or more
 */
public record RawTreesCandidate(TreesConfig trees, int columns) implements Candidate {
  @Override
  public String name() {
    return "boosted trees (raw features)";
  }

  @Override
  public Map<String, Object> settings() {
    return trees.settings();
  }

  @Override
  public boolean alwaysEvaluated() {
    return true;
  }

  @Override
  public Family family() {
    return Family.TREES;
  }

  @Override
  public double seconds(TableSize size) {
    double seen = Math.max(Math.min(size.columns(), 64), size.columns() / 4.0);
    return 1e-6 * columns * seen * (3.0 * size.rows() + 50.0 * trees.leaves());
  }

  @Override
  public Member fit(SharedFits set) {
    Optional<ClassScores> scores = ClassScores.of(set.data().kinds());
    if (scores.isPresent()) {
      Member each = fit(set.relabelled(scores.get()), scores.get().together());
      return new ClassScoresMember(each, scores.get());
    }
    int targets = set.data().y().columns();
    return fit(set, IntStream.range(0, targets).mapToObj(t -> new int[] {t}).toList());
  }

  private Member fit(SharedFits set, List<int[]> groups) {
    TreesConfig config = set.limits().of(trees);
    TreesSolver.CandidateFit fitted =
        new TreesSolver(config, 0)
            .fitCandidate(
                set.data(),
                set.limits().steps() == 1,
                groups,
                ImputedTreesCandidate.counts(set, this, config, groups),
                set.rows().context());
    ImputedTreesCandidate.store(set, this, fitted.counts(), config);
    return fitted.member();
  }
}

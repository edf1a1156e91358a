package org.slrm.internal.candidate;

import java.util.Map;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableSize;

/** Boosted trees for all classes of a target jointly: a score per class and a softmax (F-11). */
public record ClassTreesCandidate(ImputedTreesCandidate inner, ClassScores scores)
    implements Candidate {
  @Override
  public String name() {
    return inner.name() + ", softmax";
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
  public Family family() {
    return inner.family();
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

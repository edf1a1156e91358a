package org.slrm.internal.candidate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.internal.transform.Shape;
import org.slrm.internal.transform.TransformedLabelsMember;

/**
 * Another candidate fitted to the logarithm of skewed labels, which predicts the labels themselves
 * . The inner candidate may use label-free factor models only.
 */
public record TransformedLabelsCandidate(Candidate inner) implements Candidate {
  /** Whether the logarithm changes some target of these rows. */
  public static boolean changes(TrainingData data) {
    return data.kinds().stream().allMatch(Label::quadratic) && transforms(data).changesAny();
  }

  private static FeatureTransforms transforms(TrainingData data) {
    return FeatureTransforms.of(data.y(), data.weights(), Shape.LOG);
  }

  @Override
  public String name() {
    return inner.name() + ", logarithm of the target";
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(inner.settings());
    s.put("labels", "log");
    return s;
  }

  @Override
  public boolean nonlinear() {
    return true;
  }

  @Override
  public boolean alwaysEvaluated() {
    return inner.alwaysEvaluated();
  }

  @Override
  public Family family() {
    return inner.family();
  }

  @Override
  public double seconds(TableSize size) {
    return inner.seconds(size);
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return !rows.inMemory();
  }

  @Override
  public Member fit(SharedFits set) {
    FeatureTransforms labels = transforms(set.data());
    return new TransformedLabelsMember(
        labels, set.data().y().statistics(), inner.fit(set.relabelled(labels)));
  }
}

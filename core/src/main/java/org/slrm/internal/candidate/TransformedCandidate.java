package org.slrm.internal.candidate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.internal.transform.Shape;
import org.slrm.internal.transform.TransformedMember;

/** Another candidate on transformed features. */
public record TransformedCandidate(Candidate inner, Shape shape) implements Candidate {
  @Override
  public String name() {
    return inner.name() + (shape == Shape.LOG ? ", logarithm" : ", quantile-normal transform");
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(inner.settings());
    s.put("curves", shape.name().toLowerCase(Locale.ROOT));
    return s;
  }

  @Override
  public boolean nonlinear() {
    return true;
  }

  /** Whether the transform changes some feature of these rows. */
  public boolean transforms(TrainingData data) {
    return FeatureTransforms.of(data.x(), data.weights(), shape).changesAny();
  }

  @Override
  public Family family() {
    return inner.family();
  }

  /** Transformed features need a separate factor model. */
  @Override
  public double seconds(TableSize size) {
    double rank = inner.rank();
    return inner.seconds(size) + 1e-8 * size.rows() * size.known() * rank * rank;
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return inner.sampleOnly(rows);
  }

  @Override
  public Member fit(SharedFits set) {
    SharedFits transformed = set.transformed(shape);
    return new TransformedMember(transformed.transforms(), inner.fit(transformed));
  }
}

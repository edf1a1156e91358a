package org.slrm.internal.candidate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.predict.IndicatorMember;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.Member;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;

/** Another candidate with "is missing" indicators as further features. */
public record IndicatorCandidate(Candidate inner) implements Candidate {
  @Override
  public String name() {
    return inner.name() + ", indicators";
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(inner.settings());
    s.put("indicators", true);
    return s;
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return inner.sampleOnly(rows);
  }

  @Override
  public Member fit(SharedFits set) {
    // Only candidates whose members are linear for a pattern get indicators.
    var linear = (LinearInPattern) inner.fit(set.withIndicators());
    return new IndicatorMember(set.indicators(), linear);
  }
}

package org.slrm.internal.factor.online;

import java.util.List;
import java.util.Map;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.FactorStates;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * The learned state of one factor model, as named arrays and back.
 *
 * @param factors its parameters
 * @param statistics faded sums of rows
 * @param seen rows so far in which each column was observed, then all rows
 */
public record OnlineFactorState(Factors factors, FactorStatistics statistics, double[] seen) {
  /** Adds the arrays. */
  public void write(Map<String, Array> arrays) {
    FactorStates.write(factors, arrays);
    FactorStatistics s = statistics;
    StateValues.put(arrays, "rows_seen", seen);
    StateValues.put(arrays, "sum_gram", s.gram);
    StateValues.put(arrays, "sum_xa", s.xa);
    StateValues.put(arrays, "sum_x", s.x);
    StateValues.put(arrays, "sum_xx", s.xx);
    StateValues.put(arrays, "sum_total", s.total);
    StateValues.put(arrays, "sum_fit", new double[] {s.objective, s.misfit});
  }

  /** Reads them; sums that no rows can have are rejected. */
  public static OnlineFactorState read(ModelState state, int d, int features, List<Label> labels) {
    int columns = features + labels.size();
    Factors f = FactorStates.read(state, d, columns).of(labels);
    FactorStatistics s = new FactorStatistics(columns, d);
    take(state, "sum_gram", s.gram);
    take(state, "sum_xa", s.xa);
    take(state, "sum_x", s.x);
    take(state, "sum_xx", s.xx);
    take(state, "sum_total", s.total);
    double[] fit = StateValues.array(state, "sum_fit", 2);
    s.objective = fit[0];
    s.misfit = fit[1];
    double[] seen = StateValues.array(state, "rows_seen", columns + 1).clone();
    StreamStateChecks.check(s, seen);
    return new OnlineFactorState(f, s, seen);
  }

  private static void take(ModelState state, String name, double[] to) {
    System.arraycopy(StateValues.array(state, name, to.length), 0, to, 0, to.length);
  }
}

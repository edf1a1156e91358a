package org.slrm.internal.fit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.run.Thinning;
import org.slrm.internal.run.TrainingRange;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** The training range as plain values and back; files without it have no limits. */
final class RangeStates {
  private static final String ROWS = "training_rows";
  private static final String LOW = "range_low";
  private static final String HIGH = "range_high";
  private static final String LABEL_LOW = "range_label_low";
  private static final String LABEL_HIGH = "range_label_high";
  private static final String BLOCK = "range_block";
  private static final String GROUP = "range_group";

  private RangeStates() {}

  static void write(TrainingRange range, Map<String, Object> values, Map<String, Array> arrays) {
    if (range.low().length == 0) {
      return;
    }
    StateValues.put(arrays, LOW, range.low());
    StateValues.put(arrays, HIGH, range.high());
    StateValues.put(arrays, LABEL_LOW, range.labelLow());
    StateValues.put(arrays, LABEL_HIGH, range.labelHigh());
    Thinning thinning = range.thinning();
    if (thinning.typical() > 0) {
      StateValues.put(arrays, BLOCK, IntStream.of(thinning.block()).asDoubleStream().toArray());
      StateValues.put(arrays, GROUP, IntStream.of(thinning.group()).asDoubleStream().toArray());
      Map<String, Object> rows = new LinkedHashMap<>();
      rows.put("typical", thinning.typical());
      rows.put("usual", thinning.usual());
      rows.put("fewest", thinning.fewest());
      values.put(ROWS, rows);
    }
  }

  static TrainingRange read(ModelState state, Scaling x, Scaling y) {
    if (!state.arrays().containsKey(LOW)) {
      return TrainingRange.NONE;
    }
    int features = x.columns();
    double[] low = limits(state, LABEL_LOW, y);
    double[] high = limits(state, LABEL_HIGH, y);
    for (int c = 0; c < low.length; c++) {
      if (!(low[c] <= high[c])) {
        throw new IllegalArgumentException(
            "limits of labels must not cross, got " + low[c] + " to " + high[c]);
      }
    }
    return new TrainingRange(
        limits(state, LOW, x), limits(state, HIGH, x), low, high, thinning(state, features));
  }

  /** In the units of the data, which may be large; in scaled units they are not. */
  private static double[] limits(ModelState state, String name, Scaling scaling) {
    Array array = state.arrays().get(name);
    double[] data = array == null ? new double[0] : array.data();
    Checks.equal("length of array " + name, data.length, "its columns", scaling.columns());
    for (int c = 0; c < data.length; c++) {
      if (Math.abs(data[c]) != Double.MAX_VALUE) {
        ModelRange.moderate("every number of array " + name, scaling.scaled(c, data[c]));
      }
    }
    return data;
  }

  private static Thinning thinning(ModelState state, int features) {
    if (!state.values().containsKey(ROWS)) {
      return Thinning.NONE;
    }
    Map<String, Object> rows = StateValues.map(state.values(), ROWS);
    return new Thinning(
        Checks.between("typical known entries", StateValues.integer(rows, "typical"), 1, features),
        Checks.between("usual known entries", StateValues.integer(rows, "usual"), 1, features),
        Checks.between("fewest known entries", StateValues.integer(rows, "fewest"), 0, features),
        StateValues.wholes(state, BLOCK, features, 0, features - 1),
        state.arrays().containsKey(GROUP)
            ? StateValues.wholes(state, GROUP, features, 0, features - 1)
            : IntStream.range(0, features).toArray());
  }
}

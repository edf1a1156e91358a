package org.slrm.internal.transform;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** A transform for each feature. */
public final class FeatureTransforms implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int MAX_KNOTS = 1 << 20;

  @SuppressWarnings("serial") // A list of the JDK.
  private final List<ColumnTransform> each;

  private FeatureTransforms(List<ColumnTransform> each) {
    this.each = List.copyOf(each);
  }

  /** Transforms estimated from the observed entries of a table with row weights. */
  public static FeatureTransforms of(IncompleteMatrix x, double @Nullable [] weights, Shape shape) {
    IncompleteMatrix columns = x.transposed();
    return new FeatureTransforms(
        IntStream.range(0, x.columns())
            .mapToObj(j -> shape.of(ColumnValues.of(columns, j, weights)))
            .toList());
  }

  static FeatureTransforms of(ModelState state, int features) {
    int[] count = StateValues.wholes(state, "curve_knots", features, 2, MAX_KNOTS);
    int total = (int) Math.min(Integer.MAX_VALUE, IntStream.of(count).asLongStream().sum());
    double[] from = StateValues.array(state, "curve_from", total);
    double[] to = StateValues.array(state, "curve_to", total);
    List<ColumnTransform> all = new ArrayList<>();
    int at = 0;
    for (int c : count) {
      int end = at + c;
      all.add(
          new ColumnTransform(Arrays.copyOfRange(from, at, end), Arrays.copyOfRange(to, at, end)));
      at = end;
    }
    return new FeatureTransforms(all);
  }

  Map<String, Array> state() {
    double[] count = each.stream().mapToDouble(c -> c.from().length).toArray();
    double[] from = each.stream().flatMapToDouble(c -> Arrays.stream(c.from())).toArray();
    double[] to = each.stream().flatMapToDouble(c -> Arrays.stream(c.to())).toArray();
    Map<String, Array> arrays = new LinkedHashMap<>();
    StateValues.put(arrays, "curve_knots", count);
    StateValues.put(arrays, "curve_from", from);
    StateValues.put(arrays, "curve_to", to);
    return arrays;
  }

  int count() {
    return each.size();
  }

  ColumnTransform transform(int j) {
    return each.get(j);
  }

  /** Whether some feature's transform is not the identity. */
  public boolean changesAny() {
    return each.stream().anyMatch(c -> c != ColumnTransform.NONE);
  }

  /** The transformed table. */
  public IncompleteMatrix apply(IncompleteMatrix x) {
    return x.map((j, value) -> each.get(j).value(value));
  }
}

package org.slrm.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A model or a stream as plain values and named arrays, for any file format.
 *
 * <pre>{@code
 * ModelState state = model.state();
 * SlrmModel same = SlrmModel.of(state);
 * }</pre>
 *
 * @param values strings, numbers, booleans, lists and maps of such, by name
 * @param arrays numeric arrays by name
 */
public record ModelState(Map<String, Object> values, Map<String, Array> arrays) {
  /** Copies the maps, keeping their order. */
  public ModelState {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
  }

  /**
   * A dense array in row-major order.
   *
   * @param data the numbers
   * @param shape the dimensions, whose product is the length of data
   */
  public record Array(double[] data, int... shape) {
    /** Copies the arrays and checks that the shape fits. */
    public Array {
      data = data.clone();
      shape = shape.clone();
      long size = 1;
      for (int s : shape) {
        size *= s;
      }
      if (size != data.length) {
        throw new IllegalArgumentException(
            "shape must describe %s numbers, got %s"
                .formatted(data.length, java.util.Arrays.toString(shape)));
      }
    }

    /** The numbers, a copy. */
    @Override
    public double[] data() {
      return data.clone();
    }

    /** Number of elements. */
    public int size() {
      return data.length;
    }

    /** The dimensions, a copy. */
    @Override
    public int[] shape() {
      return shape.clone();
    }
  }
}

package org.slrm.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.slrm.result.ModelState;

/** Random changes of the numbers of a model, reproducible by seed. */
record Mutations(Random random) {
  private static final double[] ODD = {
    0,
    -0.0,
    1,
    -1,
    2,
    0.5,
    1e200,
    -1e200,
    1e-200,
    1e300,
    1e39,
    -1e39,
    1e-39,
    1e99,
    1e-99,
    1e16,
    1e-16,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    1e9,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1.5
  };

  /** The state with one to three changed values. */
  ModelState of(ModelState state) {
    Map<String, Object> values = state.values();
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>(state.arrays());
    for (int n = random.nextInt(3); n >= 0; n--) {
      if (random.nextInt(4) == 0) {
        values = map(values);
      } else {
        String name = List.copyOf(arrays.keySet()).get(random.nextInt(arrays.size()));
        arrays.put(name, array(arrays.get(name)));
      }
    }
    return new ModelState(values, arrays);
  }

  private ModelState.Array array(ModelState.Array old) {
    double[] data = old.data().clone();
    if (data.length > 0) {
      // Now and then all of them: a basis of zeros, noises of 1e-39.
      double odd = odd(data[random.nextInt(data.length)]);
      if (random.nextInt(4) == 0) {
        java.util.Arrays.fill(data, odd);
      } else {
        data[random.nextInt(data.length)] = odd;
      }
    }
    return new ModelState.Array(data, old.shape());
  }

  private double odd(double v) {
    return switch (random.nextInt(5)) {
      case 0 -> -v;
      case 1 -> v * Math.pow(10, random.nextInt(400) - 200);
      case 2 -> Double.longBitsToDouble(Double.doubleToLongBits(v) ^ (1L << random.nextInt(64)));
      case 3 -> Double.longBitsToDouble(random.nextLong());
      default -> ODD[random.nextInt(ODD.length)];
    };
  }

  /** Changes one nested value. */
  private Map<String, Object> map(Map<?, ?> old) {
    Map<String, Object> out = new LinkedHashMap<>();
    int at = old.isEmpty() ? 0 : random.nextInt(old.size());
    for (Map.Entry<?, ?> e : old.entrySet()) {
      out.put((String) e.getKey(), at-- == 0 ? value(e.getValue()) : e.getValue());
    }
    return out;
  }

  private Object value(Object old) {
    if (random.nextInt(20) == 0) {
      return random.nextBoolean() ? "text" : List.of();
    }
    if (old instanceof Map<?, ?> m && !m.isEmpty()) {
      return map(m);
    }
    if (old instanceof List<?> l && !l.isEmpty()) {
      List<Object> out = new ArrayList<>(l);
      int at = random.nextInt(out.size());
      out.set(at, value(out.get(at)));
      return out;
    }
    if (old instanceof Boolean b) {
      return !b;
    }
    double odd = odd(old instanceof Number n ? n.doubleValue() : 1);
    if (random.nextInt(10) == 0) {
      return 1;
    }
    return odd == Math.rint(odd) && Math.abs(odd) < 1e9 ? (Object) (int) odd : (Object) odd;
  }
}

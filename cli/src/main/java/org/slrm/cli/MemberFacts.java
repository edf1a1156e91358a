package org.slrm.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slrm.ModelState;

/** What a model's members are made of, read off its state: kind, weight, noise, coherence. */
record MemberFacts(ModelState state) {
  List<Map<String, Object>> json() {
    List<Map<String, Object>> out = new ArrayList<>();
    if (state.values().get("members") instanceof List<?> members) {
      for (int k = 0; k < members.size(); k++) {
        out.add(member(k, (Map<?, ?>) members.get(k), members.size()));
      }
    }
    return out;
  }

  private Map<String, Object> member(int k, Map<?, ?> values, int count) {
    Map<String, Object> out = new LinkedHashMap<>();
    values.forEach((name, value) -> out.put(String.valueOf(name), value));
    ModelState.Array weights = state.arrays().get("weights");
    if (weights != null) {
      List<Double> mine = new ArrayList<>();
      for (int t = 0; t * count + k < weights.data().length; t++) {
        mine.add(weights.data()[t * count + k]);
      }
      out.put("weights", mine);
    }
    Map<String, Object> shapes = new TreeMap<>();
    String prefix = "member" + k + "_";
    state
        .arrays()
        .forEach(
            (name, array) -> {
              if (name.startsWith(prefix)) {
                shapes.put(name.substring(prefix.length()), array.shape());
              }
            });
    ModelState.Array basis = state.arrays().get(prefix + "basis");
    if (basis != null && basis.shape().length == 2 && basis.data().length > 0) {
      out.put("coherence", coherence(basis));
    }
    out.put("arrays", shapes);
    return out;
  }

  /** μ = (D/d)·max_j‖U_j‖²: 1 when every feature matters alike, D/d when one direction is one. */
  static double coherence(ModelState.Array basis) {
    int features = basis.shape()[0];
    int d = basis.shape()[1];
    double most = 0;
    for (int j = 0; j < features; j++) {
      double sum = 0;
      for (int k = 0; k < d; k++) {
        sum += basis.data()[j * d + k] * basis.data()[j * d + k];
      }
      most = Math.max(most, sum);
    }
    return most * features / d;
  }

  List<String> lines() {
    List<String> out = new ArrayList<>();
    for (Map<String, Object> m : json()) {
      StringBuilder line = new StringBuilder(String.valueOf(m.get("kind")));
      if (m.get("weights") instanceof List<?> w) {
        line.append(", weight ").append(w.size() == 1 ? Words.number((Double) w.get(0)) : w);
      }
      m.forEach(
          (name, value) -> {
            if (value instanceof Number || value instanceof Boolean) {
              line.append(", ").append(name).append(' ').append(shown(value));
            }
          });
      out.add(line.toString());
    }
    return out;
  }

  private static String shown(Object value) {
    return value instanceof Double d ? Words.number(d) : String.valueOf(value);
  }
}

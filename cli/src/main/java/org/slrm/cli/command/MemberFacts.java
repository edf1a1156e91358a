package org.slrm.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.Words;
import org.slrm.result.ModelState;

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
      for (int t = 0; t * count + k < weights.size(); t++) {
        mine.add(weights.data(t * count + k));
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
    ModelState.Array loadings = state.arrays().get(prefix + "loadings");
    if (loadings != null) {
      out.put("meanFeatureNoise", mean(state.arrays().get(prefix + "noise")));
      out.put("meanLabelNoise", mean(state.arrays().get(prefix + "label_noise")));
      basis = orthonormal(loadings);
    }
    if (basis != null) {
      out.put("coherence", coherence(basis));
    }
    out.put("arrays", shapes);
    return out;
  }

  private static double mean(ModelState.@Nullable Array array) {
    return array == null ? Double.NaN : Arrays.stream(array.data()).average().orElse(Double.NaN);
  }

  /** The same column space with orthonormal columns, by Gram–Schmidt done twice. */
  static ModelState.Array orthonormal(ModelState.Array loadings) {
    int features = loadings.shape()[0];
    int d = loadings.shape()[1];
    double[] u = loadings.data();
    for (int k = 0; k < d; k++) {
      for (int pass = 0; pass < 2; pass++) {
        for (int l = 0; l < k; l++) {
          double along = product(u, features, d, k, l);
          for (int j = 0; j < features; j++) {
            u[j * d + k] -= along * u[j * d + l];
          }
        }
      }
      double length = Math.sqrt(product(u, features, d, k, k));
      for (int j = 0; j < features; j++) {
        u[j * d + k] = length > 1e-12 ? u[j * d + k] / length : 0;
      }
    }
    return new ModelState.Array(u, features, d);
  }

  private static double product(double[] u, int features, int d, int k, int l) {
    double sum = 0;
    for (int j = 0; j < features; j++) {
      sum += u[j * d + k] * u[j * d + l];
    }
    return sum;
  }

  /** μ = (D/d)·max_j‖U_j‖²: 1 when every feature matters alike, D/d when one direction is one. */
  static double coherence(ModelState.Array basis) {
    int features = basis.shape()[0];
    int d = basis.shape()[1];
    double most = 0;
    for (int j = 0; j < features; j++) {
      double sum = 0;
      for (int k = 0; k < d; k++) {
        sum += basis.data(j * d + k) * basis.data(j * d + k);
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

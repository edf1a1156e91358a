package org.slrm.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.output.ReadableText;
import org.slrm.result.ModelPart;

/** What a model's members are made of, for people and programs. */
record MemberFacts(List<ModelPart> parts) {
  List<Map<String, Object>> json() {
    return parts.stream().map(MemberFacts::json).toList();
  }

  private static Map<String, Object> json(ModelPart part) {
    Map<String, Object> out = new LinkedHashMap<>(part.settings());
    out.put("weights", Arrays.stream(part.weights()).boxed().toList());
    ModelPart.Subspace subspace = part.subspace();
    ModelPart.Regression regression = part.regression();
    if (subspace != null && regression != null && !subspace.orthonormal()) {
      out.put("meanFeatureNoise", mean(subspace.noise()));
      out.put("meanLabelNoise", mean(regression.noise()));
    }
    if (subspace != null) {
      out.put("coherence", subspace.coherence());
    }
    if (!part.components().isEmpty()) {
      out.put("components", part.components().stream().map(MemberFacts::json).toList());
    }
    out.put("arrays", part.shapes());
    return out;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  List<String> lines() {
    List<String> out = new ArrayList<>();
    for (ModelPart part : parts) {
      out.add(line(json(part)));
      for (ModelPart component : part.components()) {
        out.add("  component: " + line(json(component)));
      }
    }
    return out;
  }

  private static String line(Map<String, Object> m) {
    StringBuilder line = new StringBuilder(String.valueOf(m.get("kind")));
    if (m.get("weights") instanceof List<?> w) {
      line.append(", weight ").append(w.size() == 1 ? ReadableText.number((Double) w.get(0)) : w);
    }
    m.forEach(
        (name, value) -> {
          if (value instanceof Number || value instanceof Boolean) {
            line.append(", ").append(name).append(' ').append(shown(value));
          }
        });
    return line.toString();
  }

  private static String shown(Object value) {
    return value instanceof Double d ? ReadableText.number(d) : String.valueOf(value);
  }
}

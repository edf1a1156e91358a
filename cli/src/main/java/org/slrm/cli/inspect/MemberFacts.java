package org.slrm.cli.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.fit.ComponentRows;
import org.slrm.io.model.ModelFile;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.MemberInfo;

/**
 * Descriptions of a model's members, for text and JSON.
 *
 * @param parts the members
 * @param candidates the candidates of the fit, by whose names members are shown
 * @param features names of the features
 */
public record MemberFacts(
    List<MemberInfo> parts, List<CandidateScore> candidates, List<String> features) {
  private static final double SAME_WEIGHT = 1e-9;

  /** Of a file. Members of a stream that goes on learning change with every row: none are shown. */
  public static MemberFacts of(ModelFile m, SlrmModel model) {
    return new MemberFacts(
        m.kind().equals(ModelFile.MODEL) ? model.members() : List.of(),
        model.report().candidates(),
        m.schema().featureNames());
  }

  /** For programs. */
  public List<Map<String, Object>> json() {
    return parts.stream().map(MemberFacts::json).toList();
  }

  private static Map<String, Object> json(MemberInfo part) {
    Map<String, Object> out = new LinkedHashMap<>(part.settings());
    out.put("weights", Arrays.stream(part.weights()).boxed().toList());
    MemberInfo.Subspace subspace = part.subspace();
    MemberInfo.Regression regression = part.regression();
    if (subspace != null && regression != null && !subspace.orthonormal()) {
      out.put("meanFeatureNoise", mean(subspace.noise()));
      out.put("meanLabelNoise", mean(regression.noise()));
    }
    if (subspace != null) {
      out.put("coherence", subspace.coherence());
    }
    if (!part.components().isEmpty()) {
      out.put(
          "shares", IntStream.range(0, part.components().size()).mapToObj(part::share).toList());
      out.put("components", part.components().stream().map(MemberFacts::json).toList());
    }
    out.put("arrays", part.shapes());
    return out;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** For people. */
  public List<String> lines() {
    List<String> out = new ArrayList<>();
    for (MemberInfo part : parts) {
      String name = name(part);
      Map<String, Object> facts = json(part);
      if (!name.equals(part.kind())) {
        facts.remove("rank"); // in the name
      }
      out.add(name + ", weight " + weight(part) + line(facts));
      String indent = "  ";
      for (MemberInfo in = part.inner(); in != null; in = in.inner()) {
        out.add(indent + "inside: " + in.kind() + line(json(in)));
        indent += "  ";
      }
      for (int k = 0; k < part.components().size(); k++) {
        out.add("  component " + (k + 1) + ": " + component(part, k));
      }
    }
    return out;
  }

  private static String weight(MemberInfo part) {
    double[] w = part.weights();
    return w.length == 1 ? ReadableText.number(w[0]) : Arrays.toString(w);
  }

  /** The name of the only candidate of its weights, its kind where there is none. */
  private String name(MemberInfo part) {
    Map<String, double[]> weights = new LinkedHashMap<>();
    double[] own = part.weights();
    for (CandidateScore c : candidates) {
      if (c.target() < own.length) {
        weights.computeIfAbsent(c.label(), k -> new double[own.length])[c.target()] += c.weight();
      }
    }
    List<String> same =
        weights.keySet().stream().filter(k -> same(weights.get(k), own)).limit(2).toList();
    boolean only = parts.stream().filter(p -> same(p.weights(), own)).count() == 1;
    return same.size() == 1 && only ? same.get(0) : part.kind();
  }

  private static boolean same(double[] a, double[] b) {
    return IntStream.range(0, a.length).allMatch(t -> Math.abs(a[t] - b[t]) < SAME_WEIGHT);
  }

  /** Its share of the rows, and the location of its rows, by the first target in use. */
  private String component(MemberInfo union, int k) {
    MemberInfo part = union.components().get(k);
    // Terminals get an ASCII minus, like all other numbers.
    String traits = ComponentRows.traits(union, k, features).replace('−', '-');
    return "share "
        + ReadableText.number(union.share(k))
        + line(json(part))
        + (traits.isEmpty() ? "" : "; means " + traits);
  }

  /** The specific facts of a member; common sizes are shown elsewhere. */
  private static String line(Map<String, Object> m) {
    StringBuilder line = new StringBuilder();
    m.forEach(
        (name, value) -> {
          boolean known = name.equals("kind") || name.equals("features") || name.equals("targets");
          boolean plain =
              value instanceof Number || value instanceof Boolean || value instanceof String;
          if (plain && !known) {
            line.append(", ").append(name).append(' ').append(shown(value));
          }
        });
    return line.toString();
  }

  private static String shown(Object value) {
    return value instanceof Double d ? ReadableText.number(d) : String.valueOf(value);
  }
}

package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.io.model.ModelFile;
import org.slrm.result.FitReport.CandidateScore;
import org.slrm.result.MemberInfo;

/**
 * Descriptions of a model's members.
 *
 * @param parts the members
 * @param candidates the candidates of the fit, by whose names members are shown
 * @param features names of the features
 */
public record MemberText(
    List<MemberInfo> parts, List<CandidateScore> candidates, List<String> features) {
  private static final double SAME_WEIGHT = 1e-9;
  private static final int MAX_TRAITS = 3;
  private static final double MIN_DIFFERENCE = 0.3;

  /** Of a file. Members of a stream that goes on learning change with every row: none are shown. */
  public static MemberText of(ModelFile m, SlrmModel model) {
    return new MemberText(
        m.kind().equals(ModelFile.MODEL) ? model.members() : List.of(),
        model.report().candidates(),
        m.schema().featureNames());
  }

  /** The facts of a member by name, for JSON. */
  public static Map<String, Object> facts(MemberInfo part) {
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
      out.put("components", part.components().stream().map(MemberText::facts).toList());
    }
    out.put("arrays", part.shapes());
    return out;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** A line for each member, its inner members and its components. */
  public List<String> lines() {
    List<String> out = new ArrayList<>();
    for (MemberInfo part : parts) {
      String name = name(part);
      Map<String, Object> facts = facts(part);
      if (!name.equals(part.kind())) {
        facts.remove("rank"); // in the name
      }
      out.add(name + ", weight " + weight(part) + line(facts));
      String indent = "  ";
      for (MemberInfo in = part.inner(); in != null; in = in.inner()) {
        out.add(indent + "inside: " + in.kind() + line(facts(in)));
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
    double[] memberWeights = part.weights();
    for (CandidateScore c : candidates) {
      if (c.target() < memberWeights.length) {
        weights.computeIfAbsent(c.label(), k -> new double[memberWeights.length])[c.target()] +=
            c.weight();
      }
    }
    List<String> same =
        weights.keySet().stream()
            .filter(k -> same(weights.get(k), memberWeights))
            .limit(2)
            .toList();
    boolean only = parts.stream().filter(p -> same(p.weights(), memberWeights)).count() == 1;
    return same.size() == 1 && only ? same.get(0) : part.kind();
  }

  private static boolean same(double[] a, double[] b) {
    return IntStream.range(0, a.length).allMatch(t -> Math.abs(a[t] - b[t]) < SAME_WEIGHT);
  }

  /** Its fraction of the rows and the means of its features. */
  private String component(MemberInfo union, int k) {
    MemberInfo part = union.components().get(k);
    // Terminals get an ASCII minus, like all other numbers.
    String traits = traits(union, k, features).replace('−', '-');
    return "share "
        + ReadableText.number(union.share(k))
        + line(facts(part))
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

  /** Features whose means in component k are furthest from those of all, in standard units. */
  public static String traits(MemberInfo union, int k, List<String> names) {
    double[] difference = union.components().get(k).centre();
    for (int l = 0; l < union.components().size(); l++) {
      double fraction = union.share(l);
      double[] centre = union.components().get(l).centre();
      for (int j = 0; j < difference.length; j++) {
        difference[j] -= fraction * centre[j];
      }
    }
    return Arrays.stream(Order.by(names.size(), j -> -Math.abs(difference[j])))
        .filter(j -> Math.abs(difference[j]) >= MIN_DIFFERENCE)
        .limit(MAX_TRAITS)
        .mapToObj(
            j ->
                Html.shorten(names.get(j), 40)
                    + (difference[j] < 0 ? " " : " +")
                    + NumberText.number(difference[j]))
        .collect(Collectors.joining(", "));
  }
}

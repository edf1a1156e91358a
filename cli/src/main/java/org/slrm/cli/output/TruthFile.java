package org.slrm.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.format.JsonText;
import org.slrm.paper.Simulation;

/**
 * The parameters behind simulated data, with the names of their columns.
 *
 * @param features names of the features
 * @param target name of the label
 * @param truth the parameters of each subspace
 */
public record TruthFile(List<String> features, String target, Simulation.Union truth) {
  private static final String FORMAT = "slrm-truth";

  public String json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("format", FORMAT);
    out.put("version", 1);
    out.put("features", features);
    out.put("target", target);
    if (truth.subspaces().size() == 1) {
      put(out, truth.subspaces().get(0));
    } else {
      List<Object> all = new ArrayList<>();
      for (Simulation.Truth one : truth.subspaces()) {
        Map<String, Object> values = new LinkedHashMap<>();
        put(values, one);
        all.add(values);
      }
      out.put("subspaces", all);
    }
    return JsonText.line(out) + "\n";
  }

  private static void put(Map<String, Object> out, Simulation.Truth truth) {
    out.put("rank", truth.rank());
    out.put("intercept", truth.intercept());
    out.put("noiseX", truth.noiseX());
    out.put("noiseY", truth.noiseY());
    out.put("scales", truth.scales());
    out.put("coefficients", truth.coefficients());
    out.put("mean", truth.mean());
    out.put("basis", truth.basis());
  }

  public static TruthFile read(Path file) {
    try {
      JsonNode root = new ObjectMapper().readTree(Files.readAllBytes(file));
      if (!FORMAT.equals(root.path("format").asText())) {
        throw CommandException.input(file + ": must be written by simulate --truth");
      }
      List<String> names = new ArrayList<>();
      root.path("features").forEach(name -> names.add(name.asText()));
      List<Simulation.Truth> all = new ArrayList<>();
      if (root.has("subspaces")) {
        root.path("subspaces").forEach(one -> all.add(truth(one)));
      } else {
        all.add(truth(root));
      }
      Simulation.Union union = new Simulation.Union(all);
      int count = all.get(0).features();
      if (names.size() != count) {
        throw CommandException.input(
            file + ": features must be " + count + " names, got " + names.size());
      }
      return new TruthFile(names, root.path("target").asText(), union);
    } catch (IOException e) {
      throw CommandException.input(file + ": cannot be read as JSON: " + OutputFile.reason(e));
    } catch (IllegalArgumentException e) {
      throw CommandException.input(file + ": " + e.getMessage());
    }
  }

  private static Simulation.Truth truth(JsonNode node) {
    return new Simulation.Truth(
        numbers(node, "basis"),
        numbers(node, "scales"),
        numbers(node, "coefficients"),
        numbers(node, "mean"),
        node.path("intercept").asDouble(),
        node.path("noiseX").asDouble(),
        node.path("noiseY").asDouble());
  }

  private static double[] numbers(JsonNode root, String name) {
    JsonNode array = root.path(name);
    double[] out = new double[array.size()];
    for (int k = 0; k < out.length; k++) {
      out[k] = array.get(k).asDouble(Double.NaN);
    }
    return out;
  }

  /** Predictions of the Bayes predictor for rows with these column names. */
  public Simulation.Bayes bayes(IncompleteMatrix x, List<String> names) {
    int[] from = new int[features.size()];
    for (int j = 0; j < from.length; j++) {
      from[j] = names.indexOf(features.get(j));
    }
    IncompleteMatrix.Builder aligned = IncompleteMatrix.builder(from.length);
    double[] row = new double[from.length];
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = from[j] < 0 ? Double.NaN : x.valueAt(i, from[j]);
      }
      aligned.addNaN(row);
    }
    return truth.bayes(aligned.build());
  }
}

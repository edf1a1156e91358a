package org.slrm.internal.mixture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;

/** Numbers made by an independent program: two components of rank 2 on seven features. */
final class MixtureReference {
  final JsonNode root = read();
  final int features = root.get("x").get(0).size();
  final int rank = root.get("start").get("components").get(0).get("w").size();

  /** Features and labels. */
  IncompleteMatrix data() {
    double[][] x = new double[root.get("x").size()][];
    Arrays.setAll(x, i -> numbers(root.get("x").get(i)));
    return IncompleteMatrix.ofNaN(x).besides(IncompleteMatrix.ofColumn(numbers(root.get("y"))));
  }

  /** The parameters at a node with components. */
  Mixture mixture(JsonNode node) {
    List<Factors> components = new ArrayList<>();
    List<Double> share = new ArrayList<>();
    for (JsonNode c : node.get("components")) {
      components.add(factors(c));
      share.add(c.get("pi").asDouble());
    }
    return new Mixture(share.stream().mapToDouble(v -> v).toArray(), components);
  }

  private Factors factors(JsonNode node) {
    double[] mu = Arrays.copyOf(numbers(node.get("mu")), features + 1);
    mu[features] = node.get("b").asDouble();
    double[] psi = Arrays.copyOf(numbers(node.get("psi")), features + 1);
    psi[features] = node.get("tau").asDouble();
    double[] V = new double[(features + 1) * rank];
    for (int j = 0; j < features; j++) {
      System.arraycopy(numbers(node.get("V").get(j)), 0, V, j * rank, rank);
    }
    System.arraycopy(numbers(node.get("w")), 0, V, features * rank, rank);
    return new Factors(rank, mu, V, psi);
  }

  static double[] numbers(JsonNode node) {
    double[] out = new double[node.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = node.get(i).isNull() ? Double.NaN : node.get(i).asDouble();
    }
    return out;
  }

  private static JsonNode read() {
    String name = "/reference/mixture.json";
    try (InputStream in = MixtureReference.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in, name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

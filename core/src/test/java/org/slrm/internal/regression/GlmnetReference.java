package org.slrm.internal.regression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;

/** glmnet's solutions, made by src/test/r/glmnet_reference.R. */
record GlmnetReference(
    String name,
    int rows,
    int features,
    double alpha,
    boolean standardize,
    double[] x,
    double[] y,
    double[] weights,
    double lambdaMax,
    double[] lambda,
    double[] intercept,
    double[] coefficients,
    int[] fold,
    double[] cvMean,
    double[] cvStandardError,
    double lambdaMin,
    double lambdaOneSe) {

  static List<GlmnetReference> all() {
    try (InputStream in = GlmnetReference.class.getResourceAsStream("/glmnet/reference.json")) {
      ObjectMapper json = new ObjectMapper();
      JsonNode problems = json.readTree(Objects.requireNonNull(in)).get("problems");
      return StreamSupport.stream(problems.spliterator(), false)
          .map(node -> json.convertValue(node, GlmnetReference.class))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawProblem raw() {
    double[] rows = new double[x.length];
    Arrays.setAll(rows, k -> x[k % features * y.length + k / features]);
    return RawProblem.ofRows(rows, features, y, weights);
  }

  Penalties penalties() {
    return Penalties.ofGlmnet(lambda, alpha, Math.sqrt(raw().labelVariance()));
  }

  double[] rowMajor() {
    double[] out = new double[x.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < features; j++) {
        out[i * features + j] = x[j * rows + i];
      }
    }
    return out;
  }

  /** Weights with those of a fold, or of all other folds, set to 0. */
  double[] weights(int number, boolean held) {
    double[] out = weights.clone();
    for (int i = 0; i < rows; i++) {
      out[i] = (fold[i] == number) == held ? out[i] : 0;
    }
    return out;
  }

  @Override
  public String toString() {
    return name;
  }
}

package org.slrm.internal.regression.family;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.slrm.internal.regression.Penalties;

/** glmnet's solutions for classes, counts and several targets: src/test/r/glmnet_families.R. */
record FamilyReference(
    String name,
    String family,
    int rows,
    int features,
    int columns,
    double alpha,
    boolean standardize,
    boolean grouped,
    double[] x,
    double[] y,
    double[] weights,
    double lambdaMax,
    double[] lambda,
    double[] intercept,
    double[] coefficients,
    int[] fold,
    double[] cvMean) {

  static List<FamilyReference> of(String... families) {
    try (InputStream in = FamilyReference.class.getResourceAsStream("/glmnet/families.json")) {
      ObjectMapper json = new ObjectMapper();
      JsonNode problems = json.readTree(Objects.requireNonNull(in)).get("problems");
      return StreamSupport.stream(problems.spliterator(), false)
          .map(node -> json.convertValue(node, FamilyReference.class))
          .filter(r -> List.of(families).contains(r.family))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Penalties penalties() {
    return Penalties.ofGlmnet(lambda, alpha, 1);
  }

  /** Coefficients of a point, feature by feature in column by column. */
  double[] coefficients(int point) {
    int size = columns * features;
    return Arrays.copyOfRange(coefficients, point * size, (point + 1) * size);
  }

  double[] intercepts(int point) {
    return Arrays.copyOfRange(intercept, point * columns, (point + 1) * columns);
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

package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.LeastSquares;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.paper.PlsConfig;

/**
 * The eleven linear sets of NIST's Statistical Reference Datasets: certified to 15 digits, and
 * checked in exact arithmetic. Prints correct digits, −log10 of the largest relative error.
 */
class CertifiedValuesTest {
  /** Powers of x up to the tenth, rounded to doubles, leave no more of Filip than this. */
  private static final double FILIP = 7;

  private static final double DIGITS = 9;

  private static final Map<String, Double> LIKELIHOOD =
      Map.of("Norris", 8.0, "Pontius", 5.0, "Longley", 5.0);

  record Certified(String name, double[][] x, double[] y, boolean intercept, double[] values) {
    @Override
    public String toString() {
      return name;
    }

    double least() {
      return name.equals("Filip") ? FILIP : DIGITS;
    }

    int features() {
      return x[0].length;
    }
  }

  static List<Certified> sets() throws IOException {
    List<Certified> out = new ArrayList<>();
    try (InputStream in = CertifiedValuesTest.class.getResourceAsStream("/nist-strd.json")) {
      for (JsonNode set : new ObjectMapper().readTree(in)) {
        int n = set.get("y").size();
        double[][] x = new double[n][];
        for (int i = 0; i < n; i++) {
          double[] own = numbers(set.get("x").get(i));
          int degree = set.get("degree").asInt();
          x[i] = own.length > 1 ? own : powers(own[0], degree);
        }
        out.add(
            new Certified(
                set.get("name").asText(),
                x,
                numbers(set.get("y")),
                set.get("intercept").asBoolean(),
                numbers(set.get("certified"))));
      }
    }
    assertEquals(11, out.size());
    return out;
  }

  private static List<Certified> withIntercept() throws IOException {
    return sets().stream().filter(Certified::intercept).toList();
  }

  private static double[] numbers(JsonNode array) {
    double[] out = new double[array.size()];
    Arrays.setAll(out, k -> array.get(k).asDouble());
    return out;
  }

  private static double[] powers(double x, int degree) {
    double[] out = new double[degree];
    Arrays.setAll(out, k -> Math.pow(x, k + 1));
    return out;
  }

  private static double digits(double[] found, double[] certified) {
    double least = 16;
    for (int k = 0; k < certified.length; k++) {
      double error = Math.abs(found[k] - certified[k]) / Math.abs(certified[k]);
      least = error == 0 ? least : Math.min(least, -Math.log10(error));
    }
    return least;
  }

  private static void check(String what, Certified set, double digits, double least) {
    System.out.printf("%s %s: %.1f digits%n", what, set.name, digits);
    assertTrue(digits >= least, what + " " + set.name + ": " + digits + " digits");
  }

  @ParameterizedTest
  @MethodSource("sets")
  void leastSquaresHaveTheCertifiedDigits(Certified set) {
    int q = set.features() + (set.intercept ? 1 : 0);
    double[] a = new double[set.y.length * q];
    for (int i = 0; i < set.y.length; i++) {
      a[i * q] = 1;
      System.arraycopy(set.x[i], 0, a, i * q + q - set.features(), set.features());
    }
    check(
        "least squares",
        set,
        digits(LeastSquares.solve(a, set.y.length, q, set.y), set.values),
        set.least());
  }

  /** Slopes, and what is predicted of a row of zeros. */
  private static double[] coefficients(SlrmModel fitted, int p) {
    SlrmModel model = fitted.extrapolating();
    double[] out = new double[p + 1];
    double[] row = new double[p];
    out[0] = model.predict(IncompleteRow.ofNaN(row)).mean();
    for (int j = 0; j < p; j++) {
      double unit = 1e6 * Math.max(1, Math.abs(model.scaling().center(j)));
      row[j] = unit;
      var high = model.explain(IncompleteRow.ofNaN(row)).contribution()[j];
      row[j] = 0;
      var low = model.explain(IncompleteRow.ofNaN(row)).contribution()[j];
      out[j + 1] = (high - low) / unit;
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("withIntercept")
  void meanLassoWithoutAPenaltyIsLeastSquares(Certified set) {
    SlrmModel model =
        Slrm.with(MeanElasticNetConfig.defaults().withPenalties(0, 0))
            .fit(IncompleteMatrix.ofNaN(set.x), set.y);
    check(
        "mean-lasso --l1 0",
        set,
        digits(coefficients(model, set.features()), set.values),
        set.least());
  }

  /**
   * The two last Wampler sets have residuals a thousand and a hundred thousand times the signal;
   * rounding of scaled features, times these and the squared condition, leaves 8 and 6 digits.
   */
  @ParameterizedTest
  @MethodSource("withIntercept")
  void plsWithEveryComponentIsLeastSquares(Certified set) {
    SlrmModel model =
        Slrm.with(PlsConfig.defaults().withComponents(set.features()))
            .folds(0)
            .fit(IncompleteMatrix.ofNaN(set.x), set.y);
    double least =
        switch (set.name) {
          case "Wampler4" -> 8;
          case "Wampler5" -> 6;
          default -> set.least();
        };
    check("pls", set, digits(coefficients(model, set.features()), set.values), least);
  }

  /**
   * At full rank every covariance is in reach, so the most likely slopes are those of least
   * squares. A maximum known to rounding has half the digits, fewer where features are nearly
   * dependent; on polynomials there are none left, and the method does not apply.
   */
  @ParameterizedTest
  @MethodSource("withIntercept")
  void likelihoodAtFullRankIsNearLeastSquares(Certified set) {
    assumeTrue(LIKELIHOOD.containsKey(set.name), "features too dependent for a likelihood");
    SlrmModel model =
        Slrm.with(
                LikelihoodConfig.defaults()
                    .withRank(set.features())
                    .withLoadingPrior(0)
                    .withNoisePrior(0)
                    .withNoiseFloor(1e-12)
                    .withTolerance(0))
            .folds(0)
            .fit(IncompleteMatrix.ofNaN(set.x), set.y);
    double digits = digits(coefficients(model, set.features()), set.values);
    check("likelihood", set, digits, LIKELIHOOD.get(set.name));
  }
}

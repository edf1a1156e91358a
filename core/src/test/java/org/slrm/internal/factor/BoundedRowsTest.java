package org.slrm.internal.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;

/** Labels that enter E and M by a bound, on a label of two classes and on numbers. */
class BoundedRowsTest {
  private static final double TOLERANCE = 1e-8;

  private final JsonNode reference = read();
  private final int features = reference.get("x").get(0).size();
  private final int rank = reference.get("start").get("w").size();

  @Test
  void everyStepWithTwoClassesEqualsTheReference() {
    TrainingData data = data(Logistic.LABEL);
    BoundedRows rows = new BoundedRows(data, Workers.single());
    double[] omega = ones();
    MaximizationStep m = new MaximizationStep(Prior.none(false), omega, features);
    Factors f = factors(reference.get("start"));
    for (JsonNode expected : reference.get("iterations")) {
      f = rows.round(f, omega, m).maximized();
      Factors e = factors(expected);
      assertArrayEquals(e.mu(), f.mu(), TOLERANCE);
      assertArrayEquals(e.V(), f.V(), TOLERANCE);
      assertArrayEquals(e.psi(), f.psi(), TOLERANCE);
      assertSecondMoments(expected.get("xi"), data, rows.secondMoments());
    }
  }

  @Test
  void theBoundOfAnEStepIsAtLeastTheReferencesBeforeIt() {
    BoundedRows rows = new BoundedRows(data(Logistic.LABEL), Workers.single());
    double[] omega = ones();
    MaximizationStep m = new MaximizationStep(Prior.none(false), omega, features);
    Factors f = factors(reference.get("start"));
    double before = Double.NEGATIVE_INFINITY;
    for (JsonNode expected : reference.get("iterations")) {
      LikelihoodRows.Round round = rows.round(f, omega, m);
      assertTrue(round.objective() >= before);
      // The reference keeps the old posterior; the best one can only be better.
      before = expected.get("bound").asDouble();
      f = round.maximized();
    }
  }

  @Test
  void aWholeFitNeverFallsAndKeepsTheNoiseThatIsNone() {
    TrainingData data = data(Logistic.LABEL);
    LikelihoodConfig config = LikelihoodConfig.builder().rank(2).build();
    FitContext context = FitContext.of(1);
    var fit = new LikelihoodSolver(config).joint(data, null, context);
    for (int k = 1; k < fit.history().size(); k++) {
      assertTrue(fit.history().get(k) >= fit.history().get(k - 1));
    }
    assertEquals(1, fit.factors().psi()[features]);
    assertTrue(fit.history().size() > 3);
  }

  @Test
  void numbersEnteringByABoundAreTheEntriesTheyAre() {
    TrainingData data = data(Gaussian.LABEL);
    double[] omega = ones();
    omega[features] = 2.5;
    MaximizationStep m = new MaximizationStep(Prior.none(false), omega, features);
    Factors f = factors(reference.get("start"));
    f.psi()[features] = 0.7;
    RowPlan plan = new RowPlan(data.x().besides(data.y()), null, 0);
    FactorStatistics s = new ExpectationStep(f, omega).run(plan, Workers.single());
    LikelihoodRows.Round round = new BoundedRows(data, Workers.single()).round(f, omega, m);
    assertEquals(s.objective(), round.objective(), 1e-9 * Math.abs(s.objective()));
    Factors expected = m.run(s, f, Workers.single());
    assertArrayEquals(expected.mu(), round.maximized().mu(), 1e-10);
    assertArrayEquals(expected.V(), round.maximized().V(), 1e-10);
    assertArrayEquals(expected.psi(), round.maximized().psi(), 1e-10);
  }

  private void assertSecondMoments(JsonNode xi, TrainingData data, double[] secondMoments) {
    for (int i = 0; i < secondMoments.length; i++) {
      if (!Double.isNaN(data.label(i, 0))) {
        assertEquals(xi.get(i).asDouble(), Math.sqrt(secondMoments[i]), TOLERANCE);
      }
    }
  }

  private double[] ones() {
    double[] omega = new double[features + 1];
    Arrays.fill(omega, 1);
    return omega;
  }

  private TrainingData data(Label kind) {
    double[][] x = new double[reference.get("x").size()][];
    for (int i = 0; i < x.length; i++) {
      x[i] = numbers(reference.get("x").get(i));
    }
    IncompleteMatrix y = IncompleteMatrix.ofColumn(numbers(reference.get("y")));
    return new TrainingData(IncompleteMatrix.ofNaN(x), y, null, List.of(kind));
  }

  private Factors factors(JsonNode node) {
    double[] mu = Arrays.copyOf(numbers(node.get("mu")), features + 1);
    mu[features] = node.get("b").asDouble();
    double[] psi = Arrays.copyOf(numbers(node.get("psi")), features + 1);
    psi[features] = 1;
    double[] V = new double[(features + 1) * rank];
    for (int j = 0; j < features; j++) {
      System.arraycopy(numbers(node.get("V").get(j)), 0, V, j * rank, rank);
    }
    System.arraycopy(numbers(node.get("w")), 0, V, features * rank, rank);
    return new Factors(rank, mu, V, psi);
  }

  private static double[] numbers(JsonNode node) {
    double[] out = new double[node.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = node.get(i).isNull() ? Double.NaN : node.get(i).asDouble();
    }
    return out;
  }

  private static JsonNode read() {
    String name = "/reference/logistic.json";
    try (InputStream in = BoundedRowsTest.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in, name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

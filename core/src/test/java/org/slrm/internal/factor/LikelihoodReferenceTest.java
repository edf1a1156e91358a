package org.slrm.internal.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.run.Workers;
import org.slrm.result.FitListener;

/**
 * Agreement with numbers made by an independent program: five exact EM steps and the predictions
 * after them.
 */
class LikelihoodReferenceTest {
  private static final double TOLERANCE = 1e-8;

  private final JsonNode reference = read();
  private final int features = reference.get("x").get(0).size();
  private final int rank = reference.get("start").get("w").size();

  @Test
  void everyStepOfEmEqualsTheReference() {
    IncompleteMatrix z = data();
    RowPlan plan = new RowPlan(z, null, 0);
    double[] omega = new double[features + 1];
    Arrays.fill(omega, 1);
    MaximizationStep m = new MaximizationStep(Prior.none(false), omega, features);
    Factors f = factors(reference.get("start"));
    FactorStatistics s = new ExpectationStep(f, omega).run(plan, Workers.single());
    assertEquals(reference.get("start").get("logLikelihood").asDouble(), s.objective, TOLERANCE);
    for (JsonNode expected : reference.get("iterations")) {
      assertFirstPosterior(expected, f, omega, z);
      f = m.run(s, f, Workers.single());
      assertFactors(expected, f);
      s = new ExpectationStep(f, omega).run(plan, Workers.single());
      assertEquals(expected.get("logLikelihood").asDouble(), s.objective, TOLERANCE);
    }
  }

  @Test
  void fiveIterationsOfTheLoopWithoutExpansionAreTheSameFiveSteps() {
    var settings =
        new ExpectationMaximization.EmSettings(Prior.none(false), 6, 0, 99, false, false);
    var em =
        new ExpectationMaximization(
            new LocalRows(new RowPlan(data(), null, 0), features, Workers.single()),
            data().columns(),
            1,
            settings);
    var result = em.run(factors(reference.get("start")), FitListener.NONE);
    JsonNode iterations = reference.get("iterations");
    for (int k = 0; k < iterations.size(); k++) {
      assertEquals(
          iterations.get(k).get("logLikelihood").asDouble(),
          result.history().get(k + 1),
          TOLERANCE);
    }
  }

  @Test
  void predictionsCoefficientsReductionsAndCompletedRowsEqualTheReference() {
    JsonNode iterations = reference.get("iterations");
    Factors f = factors(iterations.get(iterations.size() - 1));
    LikelihoodMember member =
        new LikelihoodMember(
            f.columns(0, features),
            new double[] {f.mu()[features]},
            Arrays.copyOfRange(f.V(), features * rank, (features + 1) * rank),
            new double[] {f.psi()[features]});
    PatternSolver solver = member.patternSolver();
    for (int i = 0; i < reference.get("test").size(); i++) {
      IncompleteRow row = IncompleteRow.ofNaN(numbers(reference.get("test").get(i)));
      JsonNode expected = reference.get("predictionsAfterLast").get(i);
      solver.pattern(row.indices(), row.observed());
      double[] c = new double[row.observed()];
      solver.coefficients(0, c);
      double mean = member.intercept(0);
      double[] residual = new double[c.length];
      for (int k = 0; k < c.length; k++) {
        residual[k] = row.value(k) - member.center(row.index(k));
        mean += c[k] * residual[k];
        assertEquals(expected.get("coefficients").get(row.index(k)).asDouble(), c[k], TOLERANCE);
      }
      assertEquals(expected.get("mean").asDouble(), mean, TOLERANCE);
      assertEquals(expected.get("signalVariance").asDouble(), solver.signalVariance(0), TOLERANCE);
      assertEquals(
          expected.get("labelVariance").asDouble(),
          solver.signalVariance(0) + solver.noiseVariance(0),
          TOLERANCE);
      double[] reductions = new double[features];
      solver.varianceReductions(0, reductions);
      for (int j = 0; j < features; j++) {
        JsonNode reduction = expected.get("varianceReductionIfMeasured").get(j);
        assertEquals(reduction.isNull() ? 0 : reduction.asDouble(), reductions[j], TOLERANCE);
      }
      double[] completed = new double[features];
      solver.impute(residual, completed, new double[features]);
      assertArrayEquals(numbers(expected.get("completed")), completed, TOLERANCE);
    }
  }

  private void assertFactors(JsonNode expected, Factors f) {
    Factors e = factors(expected);
    assertArrayEquals(e.mu(), f.mu(), TOLERANCE);
    assertArrayEquals(e.V(), f.V(), TOLERANCE);
    assertArrayEquals(e.psi(), f.psi(), TOLERANCE);
  }

  private void assertFirstPosterior(
      JsonNode expected, Factors f, double[] omega, IncompleteMatrix z) {
    Posterior posterior = new Posterior(new Posterior.Tables(f, omega));
    IncompleteRow row = z.row(0);
    posterior.pattern(row.indices(), row.observed());
    double[] a = new double[rank];
    for (int k = 0; k < row.observed(); k++) {
      posterior.addTo(a, row.index(k), row.value(k) - f.mu()[row.index(k)]);
    }
    posterior.solve(a);
    double[] S = new double[Packed.length(rank)];
    posterior.covariance(S, 0);
    assertArrayEquals(numbers(expected.get("firstPosteriorMean")), a, TOLERANCE);
    for (int i = 0; i < rank; i++) {
      for (int j = 0; j < rank; j++) {
        double value = expected.get("firstPosteriorCovariance").get(i).get(j).asDouble();
        assertEquals(value, S[Packed.at(i, j)], TOLERANCE);
      }
    }
  }

  private IncompleteMatrix data() {
    double[][] x = matrix(reference.get("x"));
    return IncompleteMatrix.ofNaN(x)
        .besides(IncompleteMatrix.ofColumn(numbers(reference.get("y"))));
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

  private static double[][] matrix(JsonNode node) {
    double[][] out = new double[node.size()][];
    for (int i = 0; i < out.length; i++) {
      out[i] = numbers(node.get(i));
    }
    return out;
  }

  private static double[] numbers(JsonNode node) {
    double[] out = new double[node.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = node.get(i).isNull() ? Double.NaN : node.get(i).asDouble();
    }
    return out;
  }

  private static JsonNode read() {
    String name = "/reference/likelihood.json";
    try (InputStream in = LikelihoodReferenceTest.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in, name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

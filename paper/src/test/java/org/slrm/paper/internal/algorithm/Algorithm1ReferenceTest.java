package org.slrm.paper.internal.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.StepSize;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;

/** One pass in the given order against numbers made by an independent program. */
class Algorithm1ReferenceTest {
  private static final double TOLERANCE = 1e-9;
  private final JsonNode reference = read();
  private final JsonNode parameters = reference.get("parameters");
  private final int d = parameters.get("rank").asInt();
  private final IncompleteMatrix x = IncompleteMatrix.ofNaN(table(reference.get("x")));
  private final int D = x.columns();
  private final double[] U = flat(reference.get("U0"));
  private final double[] w = numbers(reference.get("w0"));
  private final AlgorithmOne algorithm = algorithm();

  @Test
  void everyCodeBasisAndRegressorOfThePassAgrees() {
    double[] y = numbers(reference.get("y"));
    for (int t = 0; t < x.rows(); t++) {
      JsonNode step = reference.get("steps").get(t);
      algorithm.round(x, t, y[t], 1);
      assertEquals(step.get("eta").asDouble(), algorithm.eta(), 1e-15);
      assertArrayEquals(numbers(step.get("alpha")), algorithm.alpha(), TOLERANCE);
      assertArrayEquals(flat(step.get("U")), algorithm.basis(), TOLERANCE);
      assertArrayEquals(numbers(step.get("w")), algorithm.coefficients(), TOLERANCE);
    }
  }

  @Test
  void everyInverseOfTheCodeGramMatrixAgrees() {
    pass();
    double[] full = new double[d * d];
    for (int j = 0; j < D; j++) {
      Packed.unpack(algorithm.inverseR(), j * Packed.length(d), full, d);
      assertArrayEquals(flat(reference.get("finalInverseR").get(j)), full, TOLERANCE);
    }
  }

  @Test
  void gatedPredictionsAgreeAtEveryGate() {
    pass();
    IncompleteMatrix test = IncompleteMatrix.ofNaN(table(reference.get("test")));
    for (String gate : new String[] {"0.001", "0.5", "0.9", "0.999"}) {
      for (int i = 0; i < test.rows(); i++) {
        checkGated(test, i, Double.parseDouble(gate), reference.get("gated").get(gate).get(i));
      }
    }
  }

  private void checkGated(IncompleteMatrix test, int i, double gate, JsonNode expected) {
    int[] observed = test.row(i).indices();
    int m = observed.length;
    GatedProjection projection = new GatedProjection(D, d, gate);
    assertEquals(
        expected.get("answered").asBoolean(), projection.pattern(algorithm.basis(), observed, m));
    double norm = expected.get("inverseNorm").asDouble();
    assertEquals(norm, projection.inverseNorm(), TOLERANCE * norm);
    double[] one = {1};
    PatternSolver solver =
        new GatedMember(
                D,
                d,
                algorithm.basis(),
                algorithm.coefficients(),
                new double[1],
                gate,
                0,
                1,
                one,
                one)
            .patternSolver();
    solver.pattern(observed, m);
    double[] c = new double[m];
    solver.coefficients(0, c);
    double prediction = 0;
    for (int e = 0; e < m; e++) {
      prediction += c[e] * test.row(i).value(e);
    }
    assertEquals(expected.get("answered").asBoolean(), solver.predicts());
    assertEquals(expected.get("prediction").asDouble(), prediction, TOLERANCE);
  }

  private void pass() {
    double[] y = numbers(reference.get("y"));
    for (int t = 0; t < x.rows(); t++) {
      algorithm.round(x, t, y[t], 1);
    }
  }

  private AlgorithmOne algorithm() {
    return new AlgorithmOne(
        U,
        w,
        new LabelStep(
            Gaussian.LABEL,
            parameters.get("lambda1").asDouble(),
            new ProximalStep(
                parameters.get("lambda2").asDouble(), parameters.get("lambda3").asDouble()),
            0),
        new StepSize(parameters.get("rho").asDouble(), parameters.get("constantRounds").asLong()),
        new RecursiveLeastSquaresStep(D, d, parameters.get("delta").asDouble(), Forgetting.NONE));
  }

  private static JsonNode read() {
    try (InputStream in =
        Algorithm1ReferenceTest.class.getResourceAsStream("/reference/algorithm1.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double[] numbers(JsonNode list) {
    double[] out = new double[list.size()];
    for (int k = 0; k < out.length; k++) {
      out[k] = list.get(k).isNull() ? Double.NaN : list.get(k).asDouble();
    }
    return out;
  }

  private static double[][] table(JsonNode list) {
    double[][] out = new double[list.size()][];
    for (int k = 0; k < out.length; k++) {
      out[k] = numbers(list.get(k));
    }
    return out;
  }

  private static double[] flat(JsonNode list) {
    return java.util.Arrays.stream(table(list)).flatMapToDouble(java.util.Arrays::stream).toArray();
  }
}

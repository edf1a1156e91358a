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
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.masking.MaskingStep;
import org.slrm.internal.masking.ObservedValues;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.run.Workers;

/** Agreement of the self-masking factor model with numbers made by an independent program. */
class SelfMaskingReferenceTest {
  private static final double TOLERANCE = 1e-8;

  private final JsonNode reference = read();
  private final int features = reference.get("mu").size();
  private final int rank = reference.get("W").get(0).size();
  private final IncompleteMatrix x = IncompleteMatrix.ofNaN(table(reference.get("X")));
  private final SelfMasking masking = new SelfMasking(curves(), ObservedValues.of(x, null));

  @Test
  void scoresImputationsAndVariancesOfEightRowsEqualTheReference() {
    Factors f = factors(reference);
    SelfMasking.AllMissing all = masking.allMissing(f);
    Factors conditional = masking.conditional(f, all);
    double[] none = new double[1];
    var member = new LikelihoodMember(conditional, none, new double[rank], none);
    PatternSolver solver = member.patternSolver();
    double[] omega = ones(features);
    var tables = new Posterior.Tables(conditional, omega);
    var posterior = new Posterior(tables);
    JsonNode rows = reference.get("first8");
    for (int i = 0; i < rows.size(); i++) {
      JsonNode expected = rows.get(i);
      int[] observed = x.row(i).indices();
      double[] residual = new double[observed.length];
      double[] difference = new double[observed.length];
      double[] h = new double[rank];
      posterior.pattern(observed, observed.length);
      for (int e = 0; e < observed.length; e++) {
        residual[e] = x.valueAt(i, observed[e]) - conditional.mu()[observed[e]];
        posterior.addTo(h, observed[e], residual[e]);
        difference[e] = x.valueAt(i, observed[e]) - member.center(observed[e]);
      }
      posterior.solve(h);
      // α = ν + Rβ, with covariance R S Rᵀ
      double[] R = all.scores().R();
      double[] code = all.scores().nu().clone();
      for (int k = 0; k < rank; k++) {
        for (int l = 0; l < rank; l++) {
          code[k] += R[k * rank + l] * h[l];
        }
      }
      assertArrayEquals(vector(expected.get("code")), code, TOLERANCE);
      double[] s = new double[Packed.length(rank)];
      posterior.covariance(s, 0);
      for (int k = 0; k < rank; k++) {
        for (int l = 0; l < rank; l++) {
          double sum = 0;
          for (int a = 0; a < rank; a++) {
            for (int b = 0; b < rank; b++) {
              sum += R[k * rank + a] * s[Packed.at(a, b)] * R[l * rank + b];
            }
          }
          assertEquals(expected.get("covariance").get(k).get(l).asDouble(), sum, TOLERANCE);
        }
      }
      double[] mean = new double[features];
      double[] variance = new double[features];
      solver.pattern(observed, observed.length);
      solver.impute(difference, mean, variance);
      for (int j = 0; j < features; j++) {
        if (Double.isNaN(x.valueAt(i, j))) {
          assertEquals(expected.get("completed").get(j).asDouble(), mean[j], TOLERANCE);
          assertEquals(expected.get("variance").get(j).asDouble(), variance[j], TOLERANCE);
        }
      }
    }
  }

  @Test
  void everyStepOfEmWithAGivenMechanismEqualsTheReference() {
    JsonNode em = reference.get("em");
    LocalRows rows = new LocalRows(new RowPlan(x, null, 0), features, Workers.single());
    double[] omega = ones(features);
    MaximizationStep step = new MaximizationStep(Prior.none(false), omega, features);
    Factors f = factors(em.get("start"));
    for (JsonNode expected : em.get("logLikelihood")) {
      LikelihoodRows.Round round = new SelfMaskingRows(rows, masking).round(f, omega, step);
      assertEquals(expected.asDouble(), round.objective(), TOLERANCE);
      f = round.maximized();
    }
    Factors last = factors(em);
    assertArrayEquals(last.V(), f.V(), TOLERANCE);
    assertArrayEquals(last.mu(), f.mu(), TOLERANCE);
    assertArrayEquals(last.psi(), f.psi(), TOLERANCE);
  }

  @Test
  void theMechanismOfAFeatureIsAtTheMaximum() {
    JsonNode m = reference.get("mechanism");
    int j = m.get("feature").asInt();
    var known = ObservedValues.of(x, null)[j];
    var step =
        new MaskingStep(
            known, m.get("sumOfCompleted").asDouble(), m.get("sumOfSquares").asDouble());
    MaskingCurve best = step.best();
    JsonNode optimum = m.get("optimum");
    assertEquals(optimum.get("K").asDouble(), best.height(), 1e-4);
    assertEquals(optimum.get("m").asDouble(), best.center(), 1e-4);
    assertEquals(optimum.get("t").asDouble(), 1 / best.precision(), 1e-4);
    double gain = optimum.get("objective").asDouble() - m.get("start").get("objective").asDouble();
    JsonNode start = m.get("start");
    MaskingCurve first =
        MaskingCurve.of(
            start.get("K").asDouble(), start.get("m").asDouble(), start.get("t").asDouble());
    assertEquals(gain, step.gain(best) - step.gain(first), 1e-6);
  }

  private MaskingCurve[] curves() {
    MaskingCurve[] out = new MaskingCurve[features];
    for (int j = 0; j < features; j++) {
      double height = reference.get("K").get(j).asDouble();
      JsonNode t = reference.get("t").get(j);
      out[j] =
          t.isNull()
              ? MaskingCurve.ignorable(height)
              : MaskingCurve.of(height, reference.get("m").get(j).asDouble(), t.asDouble());
    }
    return out;
  }

  private Factors factors(JsonNode node) {
    double[] V = new double[features * rank];
    for (int j = 0; j < features; j++) {
      System.arraycopy(vector(node.get("W").get(j)), 0, V, j * rank, rank);
    }
    return new Factors(rank, vector(node.get("mu")), V, vector(node.get("psi")));
  }

  private static double[] ones(int count) {
    double[] out = new double[count];
    Arrays.fill(out, 1);
    return out;
  }

  private static double[][] table(JsonNode rows) {
    double[][] out = new double[rows.size()][];
    for (int i = 0; i < out.length; i++) {
      out[i] = vector(rows.get(i));
    }
    return out;
  }

  private static double[] vector(JsonNode node) {
    double[] out = new double[node.size()];
    for (int k = 0; k < out.length; k++) {
      out[k] = node.get(k).isNull() ? Double.NaN : node.get(k).asDouble();
    }
    return out;
  }

  private static JsonNode read() {
    try (InputStream in =
        SelfMaskingReferenceTest.class.getResourceAsStream("/reference/selfmasking.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

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
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.Quantile;
import org.slrm.internal.label.StudentT;
import org.slrm.internal.linalg.LeastSquares;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;

/** Labels that are no Gaussian entries, in E and M steps. */
class LabelStepTest {
  private static final double TOLERANCE = 1e-8;

  private final JsonNode reference = read();
  private final int features = reference.get("x").get(0).size();
  private final int rank = reference.get("start").get("w").size();

  /** The reference's entries: at the beliefs of the last step, which begin at ξ = 1. */
  private static final class Remembering extends LabelStep {
    private final double[][] belief;
    private final double[][] next;

    Remembering(Factors f, double[] omega, double[][] belief, double[][] next) {
      super(f, omega);
      this.belief = belief;
      this.next = next;
    }

    @Override
    void chooseEntries(int row) {
      Logistic.LABEL.entry(y[0], belief[row][0], belief[row][1], 1, entry[0]);
    }

    @Override
    void posteriorMean(int row, int j, double eta, double variance) {
      next[row] = new double[] {eta, variance};
    }
  }

  /** One E step of the reference; beliefs move on. */
  private FactorStatistics expectation(TrainingData data, Factors f, double[][] belief) {
    double[][] next = new double[belief.length][];
    Arrays.setAll(next, i -> belief[i].clone());
    ExpectationStep step =
        new ExpectationStep(f, ones(), () -> new Remembering(f, ones(), belief, next), false);
    FactorStatistics s = step.run(plan(data), Workers.single());
    System.arraycopy(next, 0, belief, 0, next.length);
    return s;
  }

  private static double[][] ignorance(TrainingData data) {
    double[][] belief = new double[data.x().rows()][];
    Arrays.setAll(belief, i -> new double[] {0, 1});
    return belief;
  }

  private static RowPlan plan(TrainingData data) {
    return new RowPlan(data.x().besides(data.y()), data.weights(), 0);
  }

  @Test
  void everyStepWithTwoClassesEqualsTheReference() {
    TrainingData data = data(Logistic.LABEL);
    MaximizationStep m = new MaximizationStep(Prior.none(false), ones(), features);
    Factors f = factors(reference.get("start")).of(List.of(Logistic.LABEL));
    double[][] belief = ignorance(data);
    double before = Double.NEGATIVE_INFINITY;
    for (JsonNode expected : reference.get("iterations")) {
      FactorStatistics s = expectation(data, f, belief);
      // The reference keeps the old posterior; the best one can only be better.
      assertTrue(s.objective >= before);
      before = expected.get("bound").asDouble();
      f = m.run(s, f, Workers.single());
      Factors e = factors(expected);
      assertArrayEquals(e.mu(), f.mu(), TOLERANCE);
      assertArrayEquals(e.V(), f.V(), TOLERANCE);
      assertArrayEquals(e.psi(), f.psi(), TOLERANCE);
      assertBeliefs(expected.get("xi"), data, belief);
    }
  }

  private static void assertBeliefs(JsonNode xi, TrainingData data, double[][] belief) {
    for (int i = 0; i < belief.length; i++) {
      if (!Double.isNaN(data.label(i, 0))) {
        double own = Math.sqrt(belief[i][0] * belief[i][0] + belief[i][1]);
        assertEquals(xi.get(i).asDouble(), own, TOLERANCE);
      }
    }
  }

  @Test
  void entriesThatAreSettledBoundTheRowsAtLeastAsTightly() {
    TrainingData data = data(Logistic.LABEL);
    Factors f = factors(reference.get("start")).of(List.of(Logistic.LABEL));
    double remembered = expectation(data, f, ignorance(data)).objective;
    double settled = new ExpectationStep(f, ones()).run(plan(data), Workers.single()).objective;
    assertTrue(settled >= remembered);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aWholeFitNeverFallsAndKeepsANoiseThatIsNone(Label kind) {
    TrainingData data = data(kind);
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(2);
    FitContext context = FitContext.of(1);
    var fit = new LikelihoodSolver(config).joint(data, null, context);
    for (int k = 1; k < fit.history().size(); k++) {
      assertTrue(fit.history().get(k) >= fit.history().get(k - 1));
    }
    assertEquals(kind.noisy(), fit.factors().psi()[features] != 1);
    assertTrue(fit.history().size() > 3);
  }

  static List<Label> kinds() {
    return List.of(
        Logistic.LABEL,
        new StudentT(3, 0.5),
        Counts.POISSON,
        new Counts(2),
        new StudentT(1e9, 1),
        new Quantile(0.8, 0.5));
  }

  @Test
  void heavyTailsOfVeryManyDegreesOfFreedomAreTheGaussian() {
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(2);
    LikelihoodSolver solver = new LikelihoodSolver(config);
    Factors f = factors(reference.get("start"));
    f.psi()[features] = 0.7;
    Factors gaussian = solver.joint(data(Gaussian.LABEL), f, FitContext.of(1)).factors();
    StudentT nearly = new StudentT(1e10, 1);
    Factors heavy = solver.joint(data(nearly), f.of(List.of(nearly)), FitContext.of(1)).factors();
    assertArrayEquals(gaussian.mu(), heavy.mu(), 1e-5);
    assertArrayEquals(gaussian.psi(), heavy.psi(), 1e-5);
  }

  /** With codes known exactly the label's M steps end at logistic regression on the codes. */
  @Test
  void withCodesHeldFixedLabelStepsEndAtLogisticRegression() {
    SplittableRandom random = new SplittableRandom(7);
    int n = 200;
    double[][] rows = new double[n][3];
    for (double[] row : rows) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      row[0] = a;
      row[1] = b;
      row[2] = random.nextDouble() < 1 / (1 + Math.exp(-(0.5 + a - 2 * b))) ? 1 : 0;
    }
    IncompleteMatrix z = IncompleteMatrix.ofNaN(rows);
    // x = α without noise: the codes are the features whatever the label says.
    double[] psi = {1e-12, 1e-12, 1};
    double[] omega = {1, 1, 1};
    Factors f =
        new Factors(
            2, new double[3], new double[] {1, 0, 0, 1, 0, 0}, psi, List.of(Logistic.LABEL));
    MaximizationStep m = new MaximizationStep(Prior.none(false), omega, 2);
    for (int k = 0; k < 400; k++) {
      FactorStatistics s =
          new ExpectationStep(f, omega).run(new RowPlan(z, null, 0), Workers.single());
      Factors next = m.run(s, f, Workers.single());
      System.arraycopy(next.V(), 4, f.V(), 4, 2);
      f.mu()[2] = next.mu()[2];
    }
    double[] w = {f.V()[4], f.V()[5], f.mu()[2]};
    double[] gradient = new double[3];
    for (double[] row : rows) {
      double g = Logistic.LABEL.gradient(row[2], w[0] * row[0] + w[1] * row[1] + w[2]);
      gradient[0] += g * row[0];
      gradient[1] += g * row[1];
      gradient[2] += g;
    }
    assertArrayEquals(new double[3], gradient, 1e-6);
    double[] newton = newton(rows);
    assertArrayEquals(newton, w, 1e-8);
  }

  /** Logistic regression by Newton's method, slowly and plainly. */
  private static double[] newton(double[][] rows) {
    double[] w = new double[3];
    for (int k = 0; k < 50; k++) {
      double[] h = new double[9];
      double[] g = new double[3];
      for (double[] row : rows) {
        double[] e = {row[0], row[1], 1};
        double eta = w[0] * e[0] + w[1] * e[1] + w[2];
        for (int a = 0; a < 3; a++) {
          g[a] -= Logistic.LABEL.gradient(row[2], eta) * e[a];
          for (int b = 0; b < 3; b++) {
            h[a * 3 + b] += Logistic.LABEL.curvature(row[2], eta) * e[a] * e[b];
          }
        }
      }
      double[] step = LeastSquares.solve(h, 3, 3, g);
      Arrays.setAll(w, a -> w[a] + step[a]);
    }
    return w;
  }

  @Test
  void probabilitiesOfRowsEqualTheReference() {
    JsonNode last = reference.get("iterations").get(reference.get("iterations").size() - 1);
    Factors f = factors(last);
    LikelihoodMember member = LikelihoodMember.of(f, features);
    StackSolver solver = StackSolver.of(member, List.of(Logistic.LABEL));
    JsonNode predictions = reference.get("predictionsAfterLast");
    assertTrue(predictions.size() > 0);
    for (int i = 0; i < predictions.size(); i++) {
      JsonNode p = predictions.get(i);
      double[] row = numbers(reference.get("test").get(i));
      int[] observed = IntStream.range(0, features).filter(j -> !Double.isNaN(row[j])).toArray();
      solver.pattern(observed, observed.length);
      solver.row(IntStream.of(observed).mapToDouble(j -> row[j]).toArray());
      solver.evaluate(0);
      assertEquals(p.get("probability").asDouble(), Logistic.LABEL.mean(solver.mean()), TOLERANCE);
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
    try (InputStream in = LabelStepTest.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in, name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

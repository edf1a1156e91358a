package org.slrm.internal.mixture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.run.Workers;

/** Agreement with an independent program, and what defines the steps. */
class MixtureStepsTest {
  private static final double TOLERANCE = 1e-8;

  private static MixtureMaximization maximization(
      Prior prior, ComponentPrior anchor, int columns, int features) {
    return new MixtureMaximization(new MaximizationStep(prior, ones(columns), features), anchor);
  }

  private static double[] ones(int n) {
    double[] out = new double[n];
    Arrays.fill(out, 1);
    return out;
  }

  @Test
  void everyStepEqualsTheReference() {
    MixtureReference reference = new MixtureReference();
    RowPlan plan = new RowPlan(reference.data(), null, 0);
    int columns = reference.features + 1;
    MixtureMaximization m =
        maximization(Prior.none(false), new ComponentPrior(null, 0), columns, reference.features);
    JsonNode before = reference.root.get("start");
    Mixture theta = reference.mixture(before);
    for (JsonNode expected : reference.root.get("iterations")) {
      MixtureExpectation e = new MixtureExpectation(theta, ones(columns));
      double[][] r = e.responsibilities(plan, Workers.single()).r();
      for (int i = 0; i < plan.rows(); i++) {
        int row = i;
        double[] shares = IntStream.range(0, 2).mapToDouble(k -> r[k][row]).toArray();
        JsonNode used = expected.get("responsibilitiesUsed").get(i);
        assertArrayEquals(MixtureReference.numbers(used), shares, TOLERANCE);
      }
      MixtureStatistics s = e.run(plan, Workers.single());
      assertEquals(before.get("logLikelihood").asDouble(), s.objective(), TOLERANCE);
      theta = m.run(s, theta, Workers.single());
      assertMixture(reference.mixture(expected), theta);
      before = expected;
    }
  }

  private static void assertMixture(Mixture expected, Mixture actual) {
    assertArrayEquals(expected.proportions(), actual.proportions(), TOLERANCE);
    for (int k = 0; k < expected.size(); k++) {
      assertArrayEquals(expected.component(k).mu(), actual.component(k).mu(), TOLERANCE);
      assertArrayEquals(expected.component(k).V(), actual.component(k).V(), TOLERANCE);
      assertArrayEquals(expected.component(k).psi(), actual.component(k).psi(), TOLERANCE);
    }
  }

  /** The steps themselves, without the loop's guard. */
  @Property(tries = 60)
  void noStepLowersTheObjective(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll boolean isotropic,
      @ForAll boolean priors,
      @ForAll boolean anchored) {
    SplittableRandom random = new SplittableRandom(seed);
    int features = random.nextInt(3, 8);
    int columns = features + 1;
    RowPlan plan = plan(random, features);
    Prior prior =
        priors ? new Prior(isotropic, 2, 0.1, 0.1, 1e-3) : new Prior(isotropic, 0, 0, 0, 1e-3);
    int d = random.nextInt(1, 3);
    ComponentPrior anchor =
        anchored ? new ComponentPrior(drawn(random, columns, d), 2.5) : new ComponentPrior(null, 0);
    MixtureMaximization m = maximization(prior, anchor, columns, features);
    Mixture theta =
        m.constrained(
            new Mixture(
                new double[] {0.3, 0.7},
                List.of(drawn(random, columns, d), drawn(random, columns, d))));
    double last = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < 20; step++) {
      MixtureStatistics s =
          new MixtureExpectation(theta, ones(columns)).run(plan, Workers.single());
      double objective = s.objective() + m.logPrior(theta);
      assertTrue(objective >= last - 1e-7 * (1 + Math.abs(last)), objective + " after " + last);
      last = objective;
      theta = m.run(s, theta, Workers.single());
    }
  }

  @Test
  void partsOfTheRowsAddUp() {
    SplittableRandom random = new SplittableRandom(3);
    IncompleteMatrix z = table(random, 40, 5);
    Mixture theta =
        new Mixture(new double[] {0.4, 0.6}, List.of(drawn(random, 6, 2), drawn(random, 6, 2)));
    MixtureExpectation e = new MixtureExpectation(theta, ones(6));
    List<MixtureStatistics> parts = new ArrayList<>();
    for (int part = 0; part < 2; part++) {
      int[] rows = IntStream.range(20 * part, 20 * part + 20).toArray();
      MixtureStatistics s = e.run(new RowPlan(z.selectRows(rows), null, 0), Workers.single());
      parts.add(MixtureStatistics.ofArray(2, 6, 2, s.toArray()));
    }
    parts.get(0).merge(parts.get(1));
    MixtureStatistics whole = e.run(new RowPlan(z, null, 0), Workers.single());
    assertArrayEquals(whole.toArray(), parts.get(0).toArray(), 1e-9);
  }

  @Test
  void aRowOfWeightTwoEqualsTheRowGivenTwice() {
    SplittableRandom random = new SplittableRandom(4);
    IncompleteMatrix z = table(random, 30, 5);
    Mixture theta =
        new Mixture(new double[] {0.4, 0.6}, List.of(drawn(random, 6, 2), drawn(random, 6, 2)));
    MixtureExpectation e = new MixtureExpectation(theta, ones(6));
    double[] weights = IntStream.range(0, 30).mapToDouble(i -> i < 10 ? 2 : 1).toArray();
    int[] twice = IntStream.concat(IntStream.range(0, 30), IntStream.range(0, 10)).toArray();
    assertArrayEquals(
        e.run(new RowPlan(z.selectRows(twice), null, 0), Workers.single()).toArray(),
        e.run(new RowPlan(z, weights, 0), Workers.single()).toArray(),
        1e-9);
  }

  @Test
  void manyRowsOfTheOneSubspaceAreThatSubspace() {
    SplittableRandom random = new SplittableRandom(8);
    Factors one = drawn(random, 6, 2);
    MixtureMaximization m = maximization(Prior.none(false), new ComponentPrior(one, 1e7), 6, 5);
    RowPlan plan = new RowPlan(table(random, 30, 5), null, 0);
    Mixture theta = new Mixture(new double[] {1}, List.of(drawn(random, 6, 2)));
    MixtureStatistics s = new MixtureExpectation(theta, ones(6)).run(plan, Workers.single());
    Factors f = m.run(s, theta, Workers.single()).component(0);
    assertArrayEquals(one.mu(), f.mu(), 1e-4);
    assertArrayEquals(one.psi(), f.psi(), 1e-4);
    for (int j = 0; j < 6; j++) {
      for (int i = 0; i <= j; i++) {
        assertEquals(product(one, i, j), product(f, i, j), 1e-4);
      }
    }
  }

  /** V_iᵀV_j, whatever the basis of the codes. */
  private static double product(Factors f, int i, int j) {
    return f.V()[2 * i] * f.V()[2 * j] + f.V()[2 * i + 1] * f.V()[2 * j + 1];
  }

  private static RowPlan plan(SplittableRandom random, int features) {
    IncompleteMatrix z = table(random, random.nextInt(20, 50), features);
    return new RowPlan(z, random.doubles(z.rows(), 0.1, 3).toArray(), 0);
  }

  /** Rows of two groups around different centres, a third of everything missing. */
  private static IncompleteMatrix table(SplittableRandom random, int n, int features) {
    double[] v = random.doubles(features + 1, -1, 1).toArray();
    IncompleteMatrix.Builder z = IncompleteMatrix.builder(features + 1);
    for (int i = 0; i < n; i++) {
      double a = random.nextGaussian();
      for (int j = 0; j <= features; j++) {
        double sign = i % 2 == 0 ? 1 : -1;
        double value = sign + a * (sign > 0 ? v[j] : v[features - j]) + 0.3 * random.nextGaussian();
        if (random.nextDouble() < 0.67) {
          z.entry(j, value);
        }
      }
      z.endRow();
    }
    return z.build();
  }

  private static Factors drawn(SplittableRandom random, int columns, int d) {
    return new Factors(
        d,
        random.doubles(columns, -1, 1).toArray(),
        random.doubles((long) columns * d, -1, 1).toArray(),
        random.doubles(columns, 0.3, 1).toArray());
  }
}

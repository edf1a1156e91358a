package org.slrm.internal.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.FitListener;

/** What defines EM: the objective never falls, and where it must end up. */
class ExpectationMaximizationTest {

  @Property(tries = 120)
  void theObjectiveNeverFalls(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll boolean isotropic,
      @ForAll boolean tenfoldLabels,
      @ForAll boolean priors,
      @ForAll boolean expand,
      @ForAll boolean accelerate,
      @ForAll boolean weighted) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = random.nextInt(5, 40);
    int features = random.nextInt(2, 9);
    int targets = random.nextInt(1, 4);
    int d = random.nextInt(1, 4);
    IncompleteMatrix z = table(n, features, targets, random);
    double[] weights = weighted ? random.doubles(n, 0.1, 3).toArray() : null;
    Prior prior = priors ? new Prior(isotropic, 2, 0.1, 0.1, 1e-9) : floored(isotropic);
    var settings = new ExpectationMaximization.EmSettings(prior, 60, 0, 99, expand, accelerate);
    var em =
        new ExpectationMaximization(
            local(z, weights, features), z.columns(), tenfoldLabels ? 10 : 1, settings);
    List<Double> history = em.run(Start.of(rows(z), d, 1), FitListener.NONE).history();
    for (int k = 1; k < history.size(); k++) {
      double gain = history.get(k) - history.get(k - 1);
      // Rounding of a sum of terms that grow as noises approach the floor.
      assertTrue(gain >= -1e-8 * (1 + Math.abs(history.get(k))), gain + " at step " + k);
    }
  }

  /** The steps themselves, without the loop's guard. */
  @Property(tries = 120)
  void noStepLowersTheObjective(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll boolean isotropic,
      @ForAll boolean tenfoldLabels,
      @ForAll boolean priors) {
    SplittableRandom random = new SplittableRandom(seed);
    int features = random.nextInt(3, 9);
    IncompleteMatrix z = table(random.nextInt(20, 50), features, 2, random);
    Prior prior = priors ? new Prior(isotropic, 2, 0.1, 0.1, 1e-3) : floored(isotropic);
    double[] omega = new double[features + 2];
    Arrays.fill(omega, 1);
    Arrays.fill(omega, features, features + 2, tenfoldLabels ? 10 : 1);
    MaximizationStep m = new MaximizationStep(prior, omega, features);
    RowPlan plan = new RowPlan(z, random.doubles(z.rows(), 0.1, 3).toArray(), 0);
    Factors f = prior.constrained(Start.of(rows(z), random.nextInt(1, 4), 1), features);
    double last = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < 30; step++) {
      FactorStatistics s = new ExpectationStep(f, omega).run(plan, single());
      double objective = s.objective + prior.logDensity(f, features);
      assertTrue(objective >= last - 1e-7 * (1 + Math.abs(last)), objective + " after " + last);
      last = objective;
      f = m.run(s, f, single());
    }
  }

  @Test
  void aRowOfWeightTwoEqualsTheRowGivenTwice() {
    IncompleteMatrix z = table(30, 6, 1, new SplittableRandom(4));
    int[] twice = IntStream.concat(IntStream.range(0, 30), IntStream.range(0, 10)).toArray();
    double[] weights = IntStream.range(0, 30).mapToDouble(i -> i < 10 ? 2 : 1).toArray();
    Factors start = Start.of(rows(z), 2, 1);
    Factors weighted = run(z, weights, 6, start, new Prior(false, 1, 0.1, 0.1, 1e-9));
    Factors given = run(z.selectRows(twice), null, 6, start, new Prior(false, 1, 0.1, 0.1, 1e-9));
    assertArrayEquals(given.V(), weighted.V(), 1e-9);
    assertArrayEquals(given.mu(), weighted.mu(), 1e-9);
    assertArrayEquals(given.psi(), weighted.psi(), 1e-9);
  }

  /** ψ is the mean of the eigenvalues left out; V carries the others minus ψ. */
  @Test
  void completeRowsWithOneNoiseEndInProbabilisticPrincipalComponents() {
    int n = 200;
    int p = 6;
    int d = 2;
    IncompleteMatrix x =
        Simulation.builder()
            .rows(n)
            .features(p)
            .rank(3)
            .nonzeros(1)
            .scales(4, 2, 1)
            .keep(1)
            .noise(0.5)
            .build()
            .train()
            .x();
    var settings =
        new ExpectationMaximization.EmSettings(Prior.none(true), 3000, 1e-15, 5, true, true);
    var em = new ExpectationMaximization(local(x, null, p), x.columns(), 1, settings);
    Factors f = Canonical.of(em.run(Start.of(rows(x), d, 1), FitListener.NONE).factors(), p);
    double[] values = Decompositions.symmetric(covariance(x), p).values();
    double noise = IntStream.range(d, p).mapToDouble(k -> values[k]).average().orElseThrow();
    assertEquals(noise, f.psi()[0], 1e-6);
    for (int k = 0; k < d; k++) {
      double square = 0;
      for (int j = 0; j < p; j++) {
        square += f.V()[j * d + k] * f.V()[j * d + k];
      }
      assertEquals(values[k] - noise, square, 1e-5);
    }
  }

  @Test
  void goingOnFromALargerFitCutShortIsAsGoodAsBeginningAnew() {
    Simulation.Sample train =
        Simulation.builder().rows(300).features(25).rank(6).nonzeros(3).noise(0.4).build().train();
    TrainingData data = new TrainingData(train.x(), IncompleteMatrix.ofColumn(train.y()));
    LikelihoodConfig large = LikelihoodConfig.defaults().withRank(8).withTolerance(1e-8);
    LikelihoodConfig small = large.withRank(5);
    FitContext context = FitContext.of(1);
    Factors larger = new LikelihoodSolver(large).joint(data, null, context).factors();
    Factors start = firstFactors(Canonical.of(larger, 25), 5);
    var cold = new LikelihoodSolver(small).joint(data, null, context);
    var warm = new LikelihoodSolver(small).joint(data, start, context);
    assertTrue(warm.objective() >= cold.objective() - 1e-4 * Math.abs(cold.objective()));
  }

  private static Factors run(
      IncompleteMatrix z, double @Nullable [] weights, int features, Factors start, Prior prior) {
    var settings = new ExpectationMaximization.EmSettings(prior, 30, 0, 99, true, false);
    return new ExpectationMaximization(local(z, weights, features), z.columns(), 1, settings)
        .run(start, FitListener.NONE)
        .factors();
  }

  private static Workers single() {
    return Workers.single();
  }

  private static Prior floored(boolean isotropic) {
    return new Prior(isotropic, 0, 0, 0, 1e-4);
  }

  /** Low-rank features and labels, a third of everything missing, labels included. */
  private static IncompleteMatrix table(int n, int features, int targets, SplittableRandom random) {
    double[] v = random.doubles(2L * (features + targets), -1, 1).toArray();
    IncompleteMatrix.Builder z = IncompleteMatrix.builder(features + targets);
    for (int i = 0; i < n; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < features + targets; j++) {
        double value = 1 + a * v[2 * j] + b * v[2 * j + 1] + 0.3 * random.nextGaussian();
        if (random.nextDouble() < 0.67) {
          z.entry(j, value);
        }
      }
      z.endRow();
    }
    return z.build();
  }

  private static double[] covariance(IncompleteMatrix x) {
    int p = x.columns();
    double[] mean = x.statistics().mean();
    double[] c = new double[p * p];
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < p; j++) {
        for (int k = 0; k < p; k++) {
          c[j * p + k] += (x.valueAt(i, j) - mean[j]) * (x.valueAt(i, k) - mean[k]) / x.rows();
        }
      }
    }
    return c;
  }

  private static LikelihoodRows rows(IncompleteMatrix z) {
    return new LocalRows(new RowPlan(z, null, 0), z.columns(), single());
  }

  private static Factors firstFactors(Factors f, int k) {
    double[] v = new double[f.columns() * k];
    for (int j = 0; j < f.columns(); j++) {
      System.arraycopy(f.V(), j * f.d(), v, j * k, k);
    }
    return new Factors(k, f.mu(), v, f.psi(), f.labels());
  }

  private static LocalRows local(IncompleteMatrix z, double @Nullable [] weights, int features) {
    return new LocalRows(new RowPlan(z, weights, 0), features, single());
  }
}

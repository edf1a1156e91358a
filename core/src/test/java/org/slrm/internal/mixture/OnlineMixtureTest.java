package org.slrm.internal.mixture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.factor.online.ForgettingSchedule;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.MixtureConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.ModelState;

class OnlineMixtureTest {
  private static final int FEATURES = 8;

  private final MixtureConfig config = MixtureConfig.defaults().withComponents(2).withRank(2);
  private final TrainingData data = data(400, 5);
  private final IncompleteMatrix z = data.x().besides(data.y());

  private static TrainingData data(int rows, long seed) {
    Simulation.Sample s =
        Simulation.builder()
            .rows(rows)
            .features(FEATURES)
            .rank(2)
            .nonzeros(2)
            .keep(0.8)
            .noise(0.2)
            .meanSpread(1)
            .subspaces(2)
            .seed(seed)
            .build()
            .train();
    return new TrainingData(s.x(), IncompleteMatrix.ofColumn(s.y()));
  }

  private static IncompleteMatrix none() {
    return IncompleteMatrix.builder(FEATURES + 1).build();
  }

  private Factors one() {
    return new LikelihoodSolver(config.component()).joint(data, null, FitContext.of(1)).factors();
  }

  @Test
  void aStepWithAllRowsAndNothingBeforeIsOneIterationOfEm() {
    Factors one = one();
    Mixture start = new MixtureStart(data, config.component(), 2, one, FitContext.of(1)).of(2, 0);
    MixtureMaximization step = MixtureMaximization.of(config, one, FEATURES);
    MixtureStatistics sums =
        new MixtureExpectation(start, step.omega()).run(new RowPlan(z, null, 0), Workers.single());
    Mixture next = step.run(sums, start, Workers.single());
    List<Factors> white = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      Whitening w = Whitening.of(sums.component(k));
      white.add(next.component(k).transformed(w.R(), w.nu()));
    }
    Mixture expected = new Mixture(next.proportions(), white);
    OnlineMixture online =
        new OnlineMixture(
            config, FEATURES, one, start, OnlineMixture.MixtureSums.none(2, FEATURES + 1, 2));
    online.learn(z, none(), 0, new ForgettingSchedule(1, 1, z.rows()));
    assertMixture(expected, online.mixture(), 1e-12);
    assertTrue(apart(start, online.mixture()) > 1e-4, "a step moves");
    assertEquals(z.rows(), online.weight(), 1e-9);
  }

  @Test
  void aStepThatKeepsNothingIsOneIterationOfEmToo() {
    OnlineMixture kept = OnlineMixture.start(config, data, FitContext.of(1));
    OnlineMixture fresh =
        new OnlineMixture(
            config,
            FEATURES,
            kept.one(),
            kept.mixture(),
            OnlineMixture.MixtureSums.none(2, FEATURES + 1, 2));
    TrainingData other = data(200, 6);
    IncompleteMatrix rows = other.x().besides(other.y());
    kept.learn(rows, none(), 0, new ForgettingSchedule(1e-300, 1, 1));
    fresh.learn(rows, none(), 0, new ForgettingSchedule(1, 1, 1));
    assertMixture(fresh.mixture(), kept.mixture(), 1e-9);
  }

  @Test
  void errorsAreOneOnAverageWhileTheModelHolds() {
    // Rows of the prior widen the noise, and errors shrink by as much.
    MixtureConfig plain = MixtureConfig.defaults().withComponents(2).withRank(2).withPseudoRows(0);
    OnlineMixture online = OnlineMixture.start(plain, data, FitContext.of(1));
    assertEquals(1, online.error(z), 0.05);
  }

  @Test
  void aComponentThatNoRowShowsKeepsItsShapeAndLosesItsShare() {
    OnlineMixture online = OnlineMixture.start(config, data, FitContext.of(1));
    Mixture before = online.mixture();
    double[] r =
        new MixtureExpectation(before, new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1})
            .responsibilities(new RowPlan(z, null, 0), Workers.single())
            .r()[0];
    int[] own = java.util.stream.IntStream.range(0, z.rows()).filter(i -> r[i] > 0.9999).toArray();
    for (int k = 0; k < 30; k++) {
      online.learn(z.selectRows(own), none(), 0, new ForgettingSchedule(0.99, 1, 1));
    }
    Mixture after = online.mixture();
    assertTrue(after.proportions()[1] < 1e-3, () -> "share " + after.proportions()[1]);
    assertTrue(after.proportions()[1] > 9e-7, () -> "share " + after.proportions()[1]);
    assertEquals(1, Arrays.stream(after.proportions()).sum(), 1e-12);
    assertArrayEquals(before.component(1).mu(), after.component(1).mu(), 0.05);
    assertArrayEquals(before.component(1).psi(), after.component(1).psi(), 0.05);
    online.learn(z, none(), 0, new ForgettingSchedule(0.99, 1, 1));
    assertTrue(online.mixture().proportions()[1] > 0.3, "it comes back with its rows");
  }

  @Test
  void labelsLearnedAgainWeighAsMuchAsTheRowsKept() {
    OnlineMixture online = OnlineMixture.start(config, data, FitContext.of(1));
    IncompleteMatrix unlabelled = data.x().besides(IncompleteMatrix.ofColumn(nan(data.x().rows())));
    int[] first = java.util.stream.IntStream.range(0, 50).toArray();
    online.learn(unlabelled, z.selectRows(first), 120, new ForgettingSchedule(1, 1, 1));
    double labels = 0;
    for (int k = 0; k < 2; k++) {
      labels += online.sums().statistics().component(k).count(FEATURES);
    }
    assertEquals(120, labels, 1e-9);
  }

  private static double[] nan(int n) {
    double[] out = new double[n];
    Arrays.fill(out, Double.NaN);
    return out;
  }

  @Test
  void whatIsTakenApartGoesOnTheSame() {
    OnlineMixture online = OnlineMixture.start(config, data, FitContext.of(1));
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>();
    online.write(values, arrays);
    OnlineMixture again =
        OnlineMixtureState.read(
            new ModelState(values, arrays), config, FEATURES, List.of(Gaussian.LABEL));
    for (OnlineMixture each : List.of(online, again)) {
      each.learn(z, none(), 0, new ForgettingSchedule(0.99, 1, 100));
    }
    assertMixture(online.mixture(), again.mixture(), 0);
    assertEquals(online.logLikelihood(), again.logLikelihood());
  }

  private static void assertMixture(Mixture expected, Mixture got, double tolerance) {
    assertArrayEquals(expected.proportions(), got.proportions(), tolerance);
    for (int k = 0; k < expected.size(); k++) {
      assertArrayEquals(expected.component(k).mu(), got.component(k).mu(), tolerance);
      assertArrayEquals(expected.component(k).V(), got.component(k).V(), tolerance);
      assertArrayEquals(expected.component(k).psi(), got.component(k).psi(), tolerance);
    }
  }

  private static double apart(Mixture a, Mixture b) {
    double most = 0;
    for (int k = 0; k < a.size(); k++) {
      double[] v = a.component(k).V();
      for (int j = 0; j < v.length; j++) {
        most = Math.max(most, Math.abs(v[j] - b.component(k).V()[j]));
      }
    }
    return most;
  }
}

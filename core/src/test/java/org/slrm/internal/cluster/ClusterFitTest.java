package org.slrm.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Simulation;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.auto.recipe.DenseDesign;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.Completions;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

class ClusterFitTest {
  private static final MethodConfig RANK_2 = LikelihoodConfig.builder().rank(2).build();

  private final TrainingData data = data();

  private static TrainingData data() {
    var sample =
        Simulation.builder()
            .rows(300)
            .features(9)
            .rank(2)
            .nonzeros(2)
            .keep(0.6)
            .noiseX(0.3)
            .noiseY(0.3)
            .build()
            .train();
    return new TrainingData(sample.x(), IncompleteMatrix.ofColumn(sample.y()));
  }

  private static SlrmModel fit(TrainingData data, int partitions, ClusterOptions options) {
    SpreadRows rows = PartitionsInMemory.of(data, partitions, 64);
    return SlrmModel.of(ClusterFit.model(rows, data.x().columns(), data.y().columns(), options));
  }

  private static ClusterOptions options(MethodConfig config, int sampleRows, int featureBlock) {
    return new ClusterOptions(config, 1, 5, sampleRows, featureBlock, FitListener.NONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void aGivenRankIsFittedAsInMemoryForAnyNumberOfPartitions(int partitions) {
    SlrmModel memory = Slrm.with(RANK_2).fit(data.x(), data.y());
    SlrmModel cluster = fit(data, partitions, options(RANK_2, 1000, 0));
    assertArrayEquals(
        memory.predictAll(data.x()).mean(), cluster.predictAll(data.x()).mean(), 1e-8);
    assertEquals(
        memory.report().scores().get(0).mse(), cluster.report().scores().get(0).mse(), 1e-8);
  }

  @Test
  void statisticsByBlocksOfColumnsComeToTheSame() {
    SlrmModel whole = fit(data, 3, options(RANK_2, 1000, -1));
    SlrmModel sharded = fit(data, 3, options(RANK_2, 1000, 4));
    assertArrayEquals(whole.predictAll(data.x()).mean(), sharded.predictAll(data.x()).mean(), 1e-8);
    assertTrue(
        sharded.report().notes().stream().anyMatch(n -> n.contains("second fit left out 60")),
        () -> sharded.report().notes().toString());
  }

  @Test
  void theDefaultChoosesOnASampleAndFitsAllRows() {
    MethodConfig config = AutoConfig.defaults();
    SlrmModel model = fit(data, 2, options(config, 200, 0));
    assertEquals(300, model.report().rows());
    assertTrue(
        model.report().notes().stream().anyMatch(n -> n.startsWith("chosen on a sample of 200")),
        () -> model.report().notes().toString());
    SlrmModel memory = Slrm.with(config).fit(data.x(), data.y());
    double mse = memory.report().scores().get(0).mse();
    assertEquals(1, model.report().scores().get(0).mse() / mse, 0.3);
  }

  @Test
  void tooFewRowsAreRefused() {
    TrainingData one = data.rows(new int[] {0});
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> fit(one, 1, options(RANK_2, 9, 0)));
    assertTrue(e.getMessage().startsWith("rows must be at least 2"), e.getMessage());
  }

  @Test
  void ridgeOverPartitionsIsThatOverTheTable() {
    IncompleteMatrix x = Scaling.of(data.x(), Scaling.Kind.STANDARDIZE).apply(data.x());
    IncompleteMatrix y = Scaling.of(data.y(), Scaling.Kind.STANDARDIZE).apply(data.y());
    double[] weights = IntStream.range(0, x.rows()).mapToDouble(i -> 1 + i % 3).toArray();
    TrainingData scaled = new TrainingData(x, y, weights);
    int p = x.columns();
    double[] ones = IntStream.range(0, p).mapToDouble(j -> 1).toArray();
    Factors means = new Factors(1, new double[p], new double[p], ones);
    double[] filled = Completions.of(means, x, true, Workers.single()).features();
    PenaltyChoice expected = RidgeChoice.of(new DenseDesign(filled, p), scaled, 0);
    PenaltyChoice got =
        new SpreadFinalRows(
                PartitionsInMemory.of(scaled, 2, 100), x.statistics(), x.rows(), 1, 1, 0)
            .ridge(means, 0);
    assertArrayEquals(expected.w(), got.w(), 1e-10);
    assertEquals(expected.intercept(), got.intercept(), 1e-10);
    assertEquals(expected.error(), got.error(), 1e-10);
  }
}

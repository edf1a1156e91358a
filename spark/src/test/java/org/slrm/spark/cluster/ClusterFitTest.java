package org.slrm.spark.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.data.Scaling;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.mixture.MixtureSolver;
import org.slrm.internal.partition.ChangedBlocks;
import org.slrm.internal.partition.DistributedFinalRows;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.partition.PassedRows;
import org.slrm.internal.partition.RowBlock;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.TreesConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Note;
import org.slrm.result.Prediction;

class ClusterFitTest {
  private static final MethodConfig RANK_2 = LikelihoodConfig.defaults().withRank(2);

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
    DistributedRows rows = PartitionsInMemory.of(data, partitions, 64);
    return SlrmModel.of(ClusterFit.model(rows, data.x().columns(), data.y().columns(), options));
  }

  private static ClusterOptions options(MethodConfig config, int sampleRows, int featureBlock) {
    return new ClusterOptions(config, 1, 5, sampleRows, featureBlock, FitListener.NONE, List.of());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void aGivenRankIsFittedAsInMemoryForAnyNumberOfPartitions(int partitions) {
    SlrmModel memory = Slrm.with(RANK_2).fit(data.x(), data.y());
    SlrmModel cluster = fit(data, partitions, options(RANK_2, 1000, 0));
    assertArrayEquals(memory.predict(data.x()).mean(), cluster.predict(data.x()).mean(), 1e-8);
    assertEquals(
        memory.report().scores().get(0).mse(), cluster.report().scores().get(0).mse(), 1e-8);
  }

  private static Stream<MethodConfig> inTurn() {
    return Stream.of(
        SlrmConfig.builder().rank(2).l1(0.01).l2(0).build(), SmpcrConfig.defaults().withRank(2));
  }

  @ParameterizedTest
  @MethodSource("inTurn")
  void methodsThatVisitRowsInTurnFitAsByPassesOverTheSameBlocks(MethodConfig config) {
    SlrmModel local = Slrm.with(config).fit(RowBlocks.of(data.x(), data.y(), 64));
    SlrmModel cluster = fit(data, 1, options(config, 1000, 0));
    assertEquals(config.method(), cluster.report().method());
    assertArrayEquals(local.predict(data.x()).mean(), cluster.predict(data.x()).mean());
    assertEquals(local.report().scores(), cluster.report().scores());
    double mse = local.report().scores().get(0).mse();
    double spread = fit(data, 7, options(config, 1000, 0)).report().scores().get(0).mse();
    assertEquals(mse, spread, 0.05 * mse, "another order of the rows, the same fit but for that");
  }

  /** Half of the rows have other labels and a very small weight. */
  @ParameterizedTest
  @MethodSource("inTurn")
  void methodsThatVisitRowsInTurnTakeAnyWeights(MethodConfig config) {
    double[] weights = new double[data.x().rows()];
    double[][] y = new double[weights.length][];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = i % 2 == 0 ? 1.5 : 0.01;
      y[i] = new double[] {(i % 2 == 0 ? 1 : -1) * data.label(i, 0)};
    }
    TrainingData weighted = new TrainingData(data.x(), IncompleteMatrix.ofNaN(y), weights);
    double[] all = fit(data, 2, options(config, 1000, 0)).predict(data.x()).mean();
    double[] half = fit(weighted, 2, options(config, 1000, 0)).predict(data.x()).mean();
    double same = IntStream.range(0, all.length).mapToDouble(i -> all[i] * half[i]).sum();
    double squares = Arrays.stream(all).map(v -> v * v).sum();
    assertTrue(same > 0.5 * squares, same / squares + " of the fit to all rows");
  }

  /** Labels binned into 0 to 3, which are valid counts and classes. */
  private TrainingData counted() {
    double[] y =
        IntStream.range(0, data.y().rows())
            .mapToDouble(i -> Math.max(0, Math.min(3, Math.rint(data.label(i, 0) + 1))))
            .toArray();
    return new TrainingData(data.x(), IncompleteMatrix.ofColumn(y));
  }

  @ParameterizedTest
  @ValueSource(strings = {"classes", "counts", "robust"})
  void labelsOfOtherKindsAreFittedAsInMemory(LabelKind kind) {
    TrainingData labelled = counted();
    for (MethodConfig config : List.of(RANK_2, mixture(2, 1))) {
      SlrmModel memory = Slrm.with(config).labels(kind).fit(labelled.x(), labelled.y());
      for (int block : new int[] {0, 4}) {
        if (block > 0 && config != RANK_2) {
          continue;
        }
        ClusterOptions options =
            new ClusterOptions(config, 1, 5, 1000, block, FitListener.NONE, List.of(kind));
        SlrmModel cluster = fit(labelled, 3, options);
        assertEquals(kind, cluster.labelKind(0));
        double close = block > 0 ? 0.2 : 1e-7;
        for (int i = 0; i < 20; i++) {
          Prediction a = memory.predict(labelled.x().row(i));
          Prediction b = cluster.predict(labelled.x().row(i));
          for (int k = 0; k < a.levels(); k++) {
            assertEquals(a.probability(k), b.probability(k), close);
          }
          assertTrue(a.levels() > 0 || Math.abs(a.mean() - b.mean()) <= close * (1 + a.mean()));
        }
      }
    }
  }

  @Test
  void statisticsByBlocksOfColumnsComeToTheSame() {
    SlrmModel whole = fit(data, 3, options(RANK_2, 1000, -1));
    SlrmModel sharded = fit(data, 3, options(RANK_2, 1000, 4));
    assertArrayEquals(whole.predict(data.x()).mean(), sharded.predict(data.x()).mean(), 1e-8);
    assertTrue(
        sharded.report().notes().contains(Note.of("validated-by-second-fit", "rows", 60)),
        () -> sharded.report().notes().toString());
  }

  @Test
  void theDefaultChoosesOnASampleAndFitsAllRows() {
    MethodConfig config = AutoConfig.defaults();
    SlrmModel model = fit(data, 2, options(config, 200, 0));
    assertEquals(300, model.report().rows());
    assertTrue(
        model.report().note("chosen-on-sample").orElseThrow().number("sample") == 200,
        () -> model.report().notes().toString());
    SlrmModel memory = Slrm.with(config).fit(data.x(), data.y());
    double mse = memory.report().scores().get(0).mse();
    assertEquals(1, model.report().scores().get(0).mse() / mse, 0.3);
  }

  private static TrainingData union(int rows) {
    var sample =
        Simulation.builder()
            .rows(rows)
            .features(9)
            .rank(2)
            .nonzeros(2)
            .keep(0.7)
            .noiseX(0.2)
            .noiseY(0.2)
            .meanSpread(1)
            .subspaces(2)
            .build()
            .train();
    double[] weights = IntStream.range(0, rows).mapToDouble(i -> 1 + i % 2).toArray();
    return new TrainingData(sample.x(), IncompleteMatrix.ofColumn(sample.y()), weights);
  }

  private static MixtureConfig mixture(int components, int rank) {
    return MixtureConfig.defaults()
        .withComponents(components)
        .withComponent(LikelihoodConfig.defaults().withRank(rank).withMaxIterations(20));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void aMixtureIsFittedAsInMemoryForAnyNumberOfPartitions(int partitions) {
    TrainingData rows = union(300);
    SlrmModel memory = Slrm.with(mixture(2, 2)).weights(rows.weights()).fit(rows.x(), rows.y());
    SlrmModel cluster = fit(rows, partitions, options(mixture(2, 2), 1000, 0));
    assertEquals(memory.report().history().size(), cluster.report().history().size());
    assertArrayEquals(memory.predict(rows.x()).mean(), cluster.predict(rows.x()).mean(), 1e-8);
    assertArrayEquals(
        memory.predict(rows.x()).standardError(), cluster.predict(rows.x()).standardError(), 1e-8);
    assertEquals(
        memory.report().scores().get(0).mse(), cluster.report().scores().get(0).mse(), 1e-8);
  }

  @Test
  void aMixtureOfOneIsTheLikelihoodFit() {
    SlrmModel mixture = fit(data, 2, options(mixture(1, 2), 1000, 0));
    SlrmModel one = fit(data, 2, options(mixture(1, 2).component(), 1000, 0));
    assertArrayEquals(one.predict(data.x()).mean(), mixture.predict(data.x()).mean());
  }

  @Test
  void componentsAreChosenOnASampleAndFittedToAllRows() {
    TrainingData rows = union(1200);
    SlrmModel model = fit(rows, 3, options(mixture(0, 2), 400, 0));
    assertEquals(2, model.report().settings().get("components"));
    assertTrue(
        model.report().note("chosen-on-sample").orElseThrow().number("sample") == 400,
        () -> model.report().notes().toString());
    SlrmModel memory = Slrm.with(mixture(2, 2)).weights(rows.weights()).fit(rows.x(), rows.y());
    double[] expected = memory.predict(rows.x()).mean();
    double[] got = model.predict(rows.x()).mean();
    double apart = 0;
    for (int i = 0; i < expected.length; i++) {
      apart += (expected[i] - got[i]) * (expected[i] - got[i]) / expected.length;
    }
    double error = memory.report().scores().get(0).mse();
    assertTrue(apart < 1e-3 * error, "apart by " + apart + " of " + error);
  }

  @Test
  void unsupportedSettingsAreRejected() {
    assertRefused(
        "method must be one of auto, likelihood, mixture, slrm, smpcr to be fitted by passes, got trees",
        options(TreesConfig.defaults(), 1000, 0));
    assertRefused(
        "method must be one of auto, likelihood, mixture, slrm, smpcr to be fitted by passes, got kernel",
        options(KernelConfig.defaults(), 1000, 0));
    assertRefused(
        "statistics of a mixture must fit into memory, but 2 components of rank 2 with 9"
            + " features are too wide; use fewer of them, a smaller rank, or method likelihood",
        options(mixture(2, 2), 1000, 4));
  }

  private void assertRefused(String rule, ClusterOptions options) {
    assertEquals(
        rule,
        assertThrows(IllegalArgumentException.class, () -> fit(data, 2, options)).getMessage());
  }

  @Test
  void tooFewRowsAreRejected() {
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
    double[] filled = ImputedFeatures.of(means, x, true, Workers.single()).features();
    PenaltyChoice expected = RidgeChoice.of(new DenseDesign(filled, p), scaled, 0);
    PenaltyChoice got =
        new DistributedFinalRows(
                PartitionsInMemory.of(scaled, 2, 100),
                x.columns(),
                x.rows(),
                scaled.kinds(),
                new DistributedFinalRows.IterationSettings(1, 0, 10))
            .ridge(means, 0);
    assertArrayEquals(expected.w(), got.w(), 1e-10);
    assertEquals(expected.intercept(), got.intercept(), 1e-10);
    assertEquals(expected.error(), got.error(), 1e-10);
  }

  private static DistributedFinalRows spread(TrainingData rows, int partitions) {
    return new DistributedFinalRows(
        PartitionsInMemory.of(rows, partitions, 40),
        rows.x().columns(),
        rows.x().rows(),
        rows.kinds(),
        new DistributedFinalRows.IterationSettings(1, 0, 10));
  }

  @Test
  void momentsOverPartitionsAreThoseOfTheTable() {
    int[] every = IntStream.range(0, data.x().rows()).toArray();
    LabelledMoments table = LabelledMoments.of(data, every, Workers.single());
    LabelledMoments parts = spread(data, 3).moments().orElseThrow();
    assertEquals(table.all().rows(), parts.all().rows());
    assertEquals(table.labelled().rows(), parts.labelled().rows());
    assertArrayEquals(table.all().products(), parts.all().products(), 1e-8);
    assertArrayEquals(table.labelled().counts(), parts.labelled().counts());
    assertArrayEquals(table.each()[0].sums(), parts.each()[0].sums(), 1e-8);
  }

  @Test
  void pairwiseMomentsRejectWeights() {
    double[] weights = IntStream.range(0, data.x().rows()).mapToDouble(i -> 1 + i % 2).toArray();
    TrainingData weighted = new TrainingData(data.x(), data.y(), weights);
    assertTrue(spread(weighted, 2).moments().isEmpty());
  }

  @Test
  void rowsReadBlockByBlockGiveTheResultsOfPartitionsInMemory() {
    RowPasses passes = RowPasses.of(data);
    try (Workers two = Workers.of(2)) {
      DistributedRows file = new PassedRows(passes, data.x().columns() + data.y().columns(), two);
      DistributedRows memory = PartitionsInMemory.of(data, 1, data.x().rows());
      assertEquals(1, file.partitions());
      DistributedRows.PartitionTask<double[]> known =
          (k, it) -> new double[] {k, it.next().z().known(), it.hasNext() ? 1 : 0};
      assertArrayEquals(
          memory.perPartition("known", known).get(0), file.perPartition("known", known).get(0));
      DistributedRows free =
          file.mapped((k, it) -> new ChangedBlocks(it, RowBlock::labelFree)).named("features");
      assertEquals(
          List.of(data.x().columns()),
          free.perPartition("width", (k, it) -> it.next().z().columns()));
    }
  }

  @Test
  void aMixtureOverPartitionsIsThatOfTheTable() {
    IncompleteMatrix x = Scaling.of(data.x(), Scaling.Kind.STANDARDIZE).apply(data.x());
    IncompleteMatrix y = Scaling.of(data.y(), Scaling.Kind.STANDARDIZE).apply(data.y());
    TrainingData scaled = new TrainingData(x, y, null);
    MixtureConfig two = MixtureConfig.defaults().withComponents(2).withRank(1);
    FitContext context = FitContext.of(1);
    Factors one = new LikelihoodSolver(two.component()).joint(scaled, null, context).factors();
    MixtureSolver solver = new MixtureSolver(two, 6);
    double[] table = solver.fit(scaled, one, context).mixture().component(0).mu();
    double[] parts =
        spread(scaled, 3).mixture(solver, one, scaled, context).mixture().component(0).mu();
    assertArrayEquals(table, parts, 1e-7);
  }
}

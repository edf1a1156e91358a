package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.data.Scaling;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.method.OnlineMethod;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.run.BlockPasses;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.RowRoles;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;

class PassFitTest {
  private static final int FEATURES = 12;
  private static final int RANK = 3;
  private static final long SEED = 5;
  private static final RowBlocks.Passes PASSES = RowBlocks.Passes.defaults().withMaxPasses(3);

  private static Simulation.Sample data(int rows) {
    return Simulated.table(rows, FEATURES, RANK, RANK)
        .keep(0.8)
        .noise(0.1)
        .meanSpread(1)
        .intercept(3)
        .seed(2)
        .build()
        .train();
  }

  /** Two targets, the second half unknown. */
  private static IncompleteMatrix labels(Simulation.Sample data) {
    double[][] y = new double[data.y().length][];
    for (int i = 0; i < y.length; i++) {
      y[i] = new double[] {data.y(i), i % 2 == 0 ? Double.NaN : -2 * data.y(i) + 1};
    }
    return IncompleteMatrix.ofNaN(y);
  }

  static List<MethodConfig> methods() {
    return List.of(
        SlrmConfig.builder().rank(RANK).build(),
        SmpcrConfig.defaults().withRank(RANK),
        LikelihoodConfig.defaults().withRank(RANK),
        MixtureConfig.defaults().withComponents(2).withRank(RANK));
  }

  private static SlrmModel fit(
      MethodConfig config,
      IncompleteMatrix x,
      IncompleteMatrix y,
      int blockRows,
      RowBlocks.Passes p) {
    return Slrm.with(config).seed(SEED).threads(1).fit(RowBlocks.of(x, y, blockRows), p);
  }

  private static int[] rowsOf(RowRoles.Role role, IncompleteMatrix x, IncompleteMatrix y) {
    return BlockPasses.rowsOf(new RowBlocks.Block(0, x, y), role, roles(x, y, PASSES));
  }

  private static RowRoles roles(IncompleteMatrix x, IncompleteMatrix y, RowBlocks.Passes config) {
    long labelled = IntStream.range(0, y.rows()).filter(i -> y.observed(i) > 0).count();
    return RowRoles.of(config, x.rows(), labelled, x.columns() + y.columns(), SEED);
  }

  @Test
  void algorithmOneAndSmpcrByPassesAreTheFitsInMemoryToTheBit() {
    IncompleteMatrix x = data(700).x();
    IncompleteMatrix y = labels(data(700));
    int[] fit = rowsOf(RowRoles.Role.FIT, x, y);
    int[] choose = rowsOf(RowRoles.Role.CHOOSE, x, y);
    for (MethodConfig config : methods().subList(0, 2)) {
      MethodConfig limited =
          config instanceof SlrmConfig
              ? SlrmConfig.builder().rank(RANK).maxPasses(3).patience(2).build()
              : ((SmpcrConfig) config).withPasses(3, 2);
      SlrmModel memory =
          Slrm.with(limited)
              .seed(SEED)
              .threads(1)
              .folds(0)
              .validation(x.selectRows(choose), y.selectRows(choose))
              .fit(x.selectRows(fit), y.selectRows(fit));
      SlrmModel passes = fit(config, x, y, 64, PASSES);
      assertArrayEquals(
          memory.predict(x, 0.9, 1).mean(), passes.predict(x, 0.9, 1).mean(), config.method());
      assertArrayEquals(
          memory.predict(x, 0.9, 1).standardError(),
          passes.predict(x, 0.9, 1).standardError(),
          config.method());
      assertEquals(memory.report().history(), passes.report().history());
    }
  }

  /** Blocks whose rows count as many times as weights say. */
  private record WeightedBlocks(RowBlocks plain, double[] all) implements RowBlocks {
    @Override
    public int features() {
      return plain.features();
    }

    @Override
    public int targets() {
      return plain.targets();
    }

    @Override
    public long rows() {
      return plain.rows();
    }

    @Override
    public long labelledRows() {
      return plain.labelledRows();
    }

    @Override
    public long known() {
      return plain.known();
    }

    @Override
    public int blocks() {
      return plain.blocks();
    }

    @Override
    public Block read(int block) {
      Block b = plain.read(block);
      int first = (int) b.firstRow();
      double[] own = Arrays.copyOfRange(all, first, first + b.x().rows());
      return new Block(b.firstRow(), b.x(), b.y(), own);
    }
  }

  /** Rows held out count once, since those given to a fit in memory do. */
  @Test
  void weightedRowsByPassesAreThoseInMemoryToTheBit() {
    IncompleteMatrix x = data(700).x();
    IncompleteMatrix y = labels(data(700));
    int[] fit = rowsOf(RowRoles.Role.FIT, x, y);
    int[] choose = rowsOf(RowRoles.Role.CHOOSE, x, y);
    double[] weights = new double[700];
    Arrays.fill(weights, 1);
    IntStream.of(fit).forEach(i -> weights[i] = 0.5 * (1 + i % 5));
    RowBlocks blocks = new WeightedBlocks(RowBlocks.of(x, y, 64), weights);
    for (MethodConfig config : methods().subList(0, 2)) {
      MethodConfig limited =
          config instanceof SlrmConfig
              ? SlrmConfig.builder().rank(RANK).maxPasses(3).patience(2).build()
              : ((SmpcrConfig) config).withPasses(3, 2);
      SlrmModel memory =
          Slrm.with(limited)
              .seed(SEED)
              .threads(1)
              .folds(0)
              .weights(IntStream.of(fit).mapToDouble(i -> weights[i]).toArray())
              .validation(x.selectRows(choose), y.selectRows(choose))
              .fit(x.selectRows(fit), y.selectRows(fit));
      SlrmModel passes = Slrm.with(config).seed(SEED).threads(1).fit(blocks, PASSES);
      assertArrayEquals(
          memory.predict(x, 0.9, 1).mean(), passes.predict(x, 0.9, 1).mean(), config.method());
    }
    MethodConfig likelihood = methods().get(2);
    var refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Slrm.with(likelihood).seed(SEED).fit(blocks, PASSES));
    assertTrue(
        refused.getMessage().startsWith("row weights must be 1 for a fit of likelihood"),
        refused.getMessage());
  }

  @Test
  void theOnlineLikelihoodByPassesIsTheOneInMemoryToTheBit() {
    IncompleteMatrix x = data(1500).x();
    IncompleteMatrix y = labels(data(1500));
    TrainingData fit = new TrainingData(x, y).rows(rowsOf(RowRoles.Role.FIT, x, y));
    TrainingData held = new TrainingData(x, y).rows(rowsOf(RowRoles.Role.CHOOSE, x, y));
    Scaling sx = Scaling.of(fit.x(), Scaling.Kind.STANDARDIZE);
    Scaling sy = Scaling.of(fit.y(), Scaling.Kind.STANDARDIZE);
    TrainingData scaled = new TrainingData(sx.apply(fit.x()), sy.apply(fit.y()));
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(RANK);
    Fitted memory =
        OnlineMethod.of(config, PASSES)
            .fit(
                new PassData(
                    RowPasses.of(scaled),
                    scaled,
                    new TrainingData(sx.apply(held.x()), sy.apply(held.y())),
                    true),
                FitContext.of(SEED));
    SlrmModel passes = fit(config, x, y, 64, PASSES);
    StackSolver solver = new StackSolver(memory.members(), memory.weights(), scaled.kinds());
    for (int i = 0; i < 50; i++) {
      double[] z = new double[x.observed(i)];
      for (int e = 0; e < z.length; e++) {
        int k = x.rowStart(i) + e;
        z[e] = sx.scaled(x.column(k), x.value(k));
      }
      solver.pattern(x.row(i).indices(), z.length);
      solver.row(z);
      solver.evaluate(1);
      assertEquals(sy.unscaled(1, solver.mean()), passes.predict(x.row(i), 1).mean());
    }
    assertEquals(memory.record().history, passes.report().history());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void rowsInManyWindowsGiveAModelAsGoodAsAllInMemory(MethodConfig config) {
    Simulation.Sample data = data(6000);
    IncompleteMatrix y = IncompleteMatrix.ofColumn(data.y());
    SlrmModel many = fit(config, data.x(), y, 50, PASSES.withMemoryRows(500));
    SlrmModel one = fit(config, data.x(), y, 50, PASSES);
    double ratio = many.report().scores().get(0).mse() / one.report().scores().get(0).mse();
    assertTrue(ratio < 1.1, config.method() + " " + ratio);
    assertTrue(many.report().scores().get(0).r2() > 0.8, config.method());
    assertTrue(many.calibration(0).calibrated());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theNumberOfThreadsChangesNothing(MethodConfig config) {
    Simulation.Sample data = data(900);
    RowBlocks rows = RowBlocks.of(data.x(), labels(data), 100);
    RowBlocks.Passes few = PASSES.withMemoryRows(300).withMaxPasses(2);
    double[] one = Slrm.with(config).threads(1).fit(rows, few).predict(data.x()).upper();
    double[] three = Slrm.with(config).threads(3).fit(rows, few).predict(data.x()).upper();
    assertArrayEquals(one, three);
  }

  @Test
  void everyRowToLearnFromIsVisitedOncePerPassInTheOrderOfTheSeed() {
    IncompleteMatrix y =
        IncompleteMatrix.ofColumn(IntStream.range(0, 1000).asDoubleStream().toArray());
    RowBlocks blocks = RowBlocks.of(y, y, 30);
    RowRoles roles = roles(y, y, PASSES);
    Scaling none = Scaling.of(y, Scaling.Kind.NONE);
    int[] fit = rowsOf(RowRoles.Role.FIT, y, y);
    BlockPasses passes =
        new BlockPasses(
            blocks, roles, none, none, fit.length, fit.length, 90, List.of(Gaussian.LABEL));
    List<Integer> first = visited(passes, 1);
    assertEquals(first, visited(passes, 1));
    assertFalse(first.equals(visited(passes, 2)));
    assertArrayEquals(fit, first.stream().mapToInt(i -> i).sorted().toArray());
    int held =
        rowsOf(RowRoles.Role.CHOOSE, y, y).length + rowsOf(RowRoles.Role.EVALUATE, y, y).length;
    assertEquals(1000, fit.length + held);
    assertTrue(held > 150 && held < 250, "held out " + held);
  }

  private static List<Integer> visited(RowPasses passes, long seed) {
    List<Integer> out = new ArrayList<>();
    assertTrue(passes.visit(seed, (rows, i) -> out.add((int) rows.label(i, 0)), share -> true));
    return out;
  }

  @Test
  void aListenerStopsInsideAPass() {
    Simulation.Sample data = data(4000);
    RowBlocks rows = RowBlocks.of(data.x(), IncompleteMatrix.ofColumn(data.y()), 50);
    for (MethodConfig config : methods()) {
      SlrmModel model =
          Slrm.with(config)
              .listener(p -> !(p.done() > 0.1 && p.done() < 0.3))
              .fit(rows, PASSES.withMemoryRows(200));
      assertTrue(model.report().stop().contains("stopped by the listener"), config.method());
    }
  }

  @Test
  void statisticsOfPartsAreThoseOfTheWholeToTheBit() {
    IncompleteMatrix x = data(300).x();
    RowBlocks blocks = RowBlocks.of(x, x, 7);
    ColumnStatistics.Sums sums = new ColumnStatistics.Sums(x.columns());
    double[] squares = new double[x.columns()];
    for (int b = 0; b < blocks.blocks(); b++) {
      sums.add(blocks.read(b).x(), null);
    }
    for (int b = 0; b < blocks.blocks(); b++) {
      ColumnStatistics.Sums.addSquares(blocks.read(b).x(), null, sums.mean(), squares);
    }
    ColumnStatistics parts = sums.statistics(squares);
    assertArrayEquals(x.statistics().mean(), parts.mean());
    assertArrayEquals(x.statistics().variance(), parts.variance());
  }

  @Test
  void withFewLabelsNoneAreHeldOutAndTheReportSaysSo() {
    Simulation.Sample data = data(200);
    double[] y = data.y().clone();
    Arrays.fill(y, 20, 200, Double.NaN);
    for (MethodConfig config : methods()) {
      SlrmModel model = fit(config, data.x(), IncompleteMatrix.ofColumn(y), 64, PASSES);
      assertTrue(model.report().scores().isEmpty());
      assertTrue(
          model.report().note("no-hold-out").isPresent()
              || model.report().note("too-few-labels-to-choose").isPresent()
              || config instanceof SmpcrConfig);
      assertEquals(20, model.report().labelledRows());
    }
  }

  @Test
  void rowsGivenToValidateWithAreUsedInsteadOfTheDatasOwn() {
    Simulation.Sample data = data(900);
    IncompleteMatrix y = IncompleteMatrix.ofColumn(data.y());
    int[] out = IntStream.range(0, 300).toArray();
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults().withRank(RANK))
            .validation(data.x().selectRows(out), y.selectRows(out))
            .fit(RowBlocks.of(data.x(), y, 100), PASSES);
    assertEquals(150, model.report().scores().get(0).rows());
  }

  @Test
  void theRankIsChosenOnTheSample() {
    Simulation.Sample data = data(3000);
    SlrmModel model =
        fit(
            LikelihoodConfig.defaults(),
            data.x(),
            IncompleteMatrix.ofColumn(data.y()),
            100,
            PASSES.withMemoryRows(1000));
    assertTrue(model.report().rank() >= RANK && model.report().rank() <= 2 * RANK);
    assertFalse(model.report().candidates().isEmpty());
  }

  @Test
  void aMethodThatNeedsAllRowsIsRefused() {
    RowBlocks rows = RowBlocks.of(data(100).x(), labels(data(100)), 10);
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> Slrm.with(MpcrConfig.defaults()).fit(rows));
    assertTrue(e.getMessage().contains("likelihood, mixture, slrm, smpcr"), e.getMessage());
  }

  @Test
  void theDefaultMethodCountsWeightsOfBlocks() {
    Simulation.Sample data = data(6000);
    IncompleteMatrix y = IncompleteMatrix.ofColumn(data.y());
    double[] weights = IntStream.range(0, 6000).mapToDouble(i -> 1 + i % 2).toArray();
    AutoConfig quick = AutoConfig.defaults().withRank(RANK).withEffort(AutoConfig.Effort.QUICK);
    SlrmModel memory = Slrm.with(quick).seed(SEED).weights(weights).fit(data.x(), y);
    SlrmModel passes =
        Slrm.with(quick)
            .seed(SEED)
            .fit(
                new WeightedBlocks(RowBlocks.of(data.x(), y, 500), weights),
                PASSES.withMemoryRows(2000));
    double[] a = memory.predict(data.x(), 0.9, 1).mean();
    double[] b = passes.predict(data.x(), 0.9, 1).mean();
    double apart = IntStream.range(0, 6000).mapToDouble(i -> Math.abs(a[i] - b[i])).sum();
    double size = IntStream.range(0, 6000).mapToDouble(i -> Math.abs(a[i] - 3)).sum();
    assertTrue(apart < 0.02 * size, apart / size + " apart");
  }
}

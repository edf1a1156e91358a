package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.method.AutoConfig;
import org.slrm.method.KernelConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;
import org.slrm.paper.CorrectedLassoConfig;
import org.slrm.paper.MousseConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SirConfig;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;

class InterruptTest {
  private static final Simulation.Sample ROWS =
      Simulated.table(120, 8, 3, 2).keep(0.8).noise(0.3).build().train();

  /** Whatever a test leaves behind must not reach the next. */
  @AfterEach
  void calm() {
    Thread.interrupted();
  }

  static Stream<MethodConfig> methods() {
    return Stream.of(
        AutoConfig.defaults(),
        LikelihoodConfig.defaults().withRank(3),
        KernelConfig.defaults().withRank(3),
        SirConfig.defaults().withRank(3).withDirections(1),
        MousseConfig.defaults().withRank(3),
        SlrmConfig.builder().rank(3).l1(0.01).l2(0).stepSize(0.005).build(),
        SmpcrConfig.defaults().withRank(3),
        MpcrConfig.defaults().withRank(3),
        PcrConfig.defaults().withRank(3),
        PlsConfig.defaults(),
        CorrectedLassoConfig.defaults(),
        TreesConfig.defaults());
  }

  @Test
  void aStoppedFitTriesNoSettingsForFurtherTargets() {
    double[] y = new double[ROWS.x().rows()];
    Arrays.setAll(y, i -> i % 8);
    for (MethodConfig config :
        List.of(SmpcrConfig.defaults().withRank(3), SlrmConfig.builder().rank(3).build())) {
      AtomicInteger searches = new AtomicInteger();
      SlrmModel stopped =
          Slrm.with(config)
              .folds(0)
              .labels(LabelKind.CLASSES)
              .listener(
                  p -> {
                    searches.addAndGet(p.stage().equals("search") ? p.step() : 0);
                    return false;
                  })
              .fit(ROWS.x(), IncompleteMatrix.ofColumn(y));
      assertEquals(0, searches.get(), "no setting is tried once the time is over");
      assertEquals(8, stopped.predict(ROWS.x().row(0)).levels());
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void anInterruptStopsAFitAsItsListenerWould(MethodConfig config) {
    Trainer trainer = Slrm.with(config).folds(0).threads(1);
    Thread here = Thread.currentThread();
    AtomicInteger calls = new AtomicInteger();
    SlrmModel interrupted =
        trainer
            .listener(
                p -> {
                  if (calls.incrementAndGet() == 1) {
                    here.interrupt();
                  }
                  return true;
                })
            .fit(ROWS.x(), ROWS.y());
    assertTrue(Thread.interrupted(), "the flag is kept");
    assertEquals(1, calls.get(), "nobody is asked after that");
    AtomicInteger asked = new AtomicInteger();
    SlrmModel stopped = trainer.listener(p -> asked.incrementAndGet() == 1).fit(ROWS.x(), ROWS.y());
    assertArrayEquals(stopped.predict(ROWS.x()).mean(), interrupted.predict(ROWS.x()).mean());
    assertEquals(
        stopped.report().stop().replace("the listener", "an interrupt"),
        interrupted.report().stop());
  }

  @Test
  void anInterruptReachesWorkersWhileTheirThreadWaitsForThem() {
    Thread here = Thread.currentThread();
    SlrmModel model =
        Slrm.with(AutoConfig.defaults())
            .threads(2)
            .listener(
                p -> {
                  here.interrupt();
                  return true;
                })
            .fit(ROWS.x(), ROWS.y());
    assertTrue(Thread.interrupted());
    assertEquals("stopped by an interrupt", model.report().stop());
  }

  @Test
  void aFitThatBeginsInterruptedEndsSoonWithAModel() {
    Thread.currentThread().interrupt();
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(ROWS.x(), ROWS.y());
    assertTrue(Thread.interrupted());
    assertEquals("stopped by an interrupt", model.report().stop());
    assertTrue(Double.isFinite(model.predict(ROWS.x().row(0)).mean()));
  }

  @Test
  void aFitByPassesStopsToo() {
    RowBlocks rows = RowBlocks.of(ROWS.x(), IncompleteMatrix.ofColumn(ROWS.y()), 16);
    Thread.currentThread().interrupt();
    SlrmModel model = Slrm.with(LikelihoodConfig.defaults().withRank(3)).fit(rows);
    assertTrue(Thread.interrupted());
    assertEquals("stopped by an interrupt", model.report().stop());
  }
}

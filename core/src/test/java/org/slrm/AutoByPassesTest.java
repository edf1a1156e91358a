package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.internal.run.BlockPasses;
import org.slrm.internal.run.RowRoles;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.paper.Simulation;
import org.slrm.result.FitReport;
import org.slrm.result.Note;

/** The default method by passes over rows that need not be in memory. */
@Tag("slow")
class AutoByPassesTest {
  private static final long SEED = 5;
  private static final AutoConfig QUICK = AutoConfig.defaults().withEffort(AutoConfig.Effort.QUICK);
  private static final RowBlocks.Passes FEW = RowBlocks.Passes.defaults().withMemoryRows(3500);

  private static Simulation.Sample data(int rows) {
    return Simulated.table(rows, 12, 3, 3)
        .keep(0.8)
        .noise(0.3)
        .meanSpread(1)
        .intercept(3)
        .seed(2)
        .build()
        .train();
  }

  private static IncompleteMatrix labels(Simulation.Sample data) {
    return IncompleteMatrix.ofColumn(data.y());
  }

  private static SlrmModel fit(
      AutoConfig config, Simulation.Sample data, int blockRows, int threads, RowBlocks.Passes p) {
    return Slrm.with(config)
        .seed(SEED)
        .threads(threads)
        .fit(RowBlocks.of(data.x(), labels(data), blockRows), p);
  }

  private static double[] means(SlrmModel model, IncompleteMatrix x) {
    return model.predict(x, 0.9, 1).mean();
  }

  /** Mean square of the difference, as a share of the variance. */
  private static double apart(double[] a, double[] b) {
    double mean = IntStream.range(0, a.length).mapToDouble(i -> a[i]).average().orElseThrow();
    double square = 0;
    double variance = 0;
    for (int i = 0; i < a.length; i++) {
      square += (a[i] - b[i]) * (a[i] - b[i]);
      variance += (a[i] - mean) * (a[i] - mean);
    }
    return square / variance;
  }

  private static boolean noted(SlrmModel model, String code, Object... arguments) {
    return model.report().notes().contains(Note.of(code, arguments));
  }

  @Test
  void aSampleThatHoldsAllRowsGivesTheFitInMemoryToTheBit() {
    Simulation.Sample data = data(700);
    IncompleteMatrix y = labels(data);
    RowBlocks.Passes passes = RowBlocks.Passes.defaults();
    RowRoles roles = RowRoles.of(passes, 700, 700, 13, SEED).evaluationOnly();
    int[] fit = BlockPasses.rowsOf(new RowBlocks.Block(0, data.x(), y), RowRoles.Role.FIT, roles);
    SlrmModel memory =
        Slrm.with(QUICK).seed(SEED).threads(1).fit(data.x().selectRows(fit), y.selectRows(fit));
    SlrmModel streamed = fit(QUICK, data, 64, 1, passes);
    assertArrayEquals(means(memory, data.x()), means(streamed, data.x()));
    assertEquals(memory.report().candidates(), streamed.report().candidates());
    assertTrue(
        noted(streamed, "chosen-on-sample", "sample", fit.length, "rows", (long) fit.length),
        streamed.report().notes().toString());
    assertTrue(noted(streamed, "held-out-rows", "choosing", 0, "validation", 700 - fit.length));
  }

  @Test
  void membersChosenOnASampleAreFittedToAllRows() {
    Simulation.Sample data = data(12_000);
    SlrmModel streamed = fit(QUICK, data, 1000, 2, FEW);
    SlrmModel memory = Slrm.with(QUICK).seed(SEED).fit(data.x(), labels(data));
    assertTrue(apart(means(memory, data.x()), means(streamed, data.x())) < 2e-4);
    assertTrue(streamed.report().note("chosen-on-sample").isPresent());
    assertTrue(streamed.report().note("fitted-to-sample").isEmpty());
    FitReport.Score score = streamed.report().scores().get(0);
    assertEquals(memory.report().scores().get(0).r2(), score.r2(), 0.02);
  }

  @Test
  void threadsDoNotMatterAndBlocksHardly() {
    Simulation.Sample data = data(9000);
    SlrmModel one = fit(QUICK, data, 700, 1, FEW);
    SlrmModel two = fit(QUICK, data, 700, 2, FEW);
    assertArrayEquals(means(one, data.x()), means(two, data.x()));
    assertArrayEquals(
        one.predict(data.x(), 0.9, 1).standardError(),
        two.predict(data.x(), 0.9, 1).standardError());
    SlrmModel other = fit(QUICK, data, 1100, 2, FEW);
    assertTrue(apart(means(one, data.x()), means(other, data.x())) < 1e-12);
  }

  /** A label that no line predicts. */
  private static IncompleteMatrix bentLabels(IncompleteMatrix x) {
    SplittableRandom random = new SplittableRandom(3);
    double[] y = new double[x.rows()];
    for (int i = 0; i < y.length; i++) {
      double z = x.valueAt(i, 0);
      double w = x.valueAt(i, 1);
      y[i] = (z > 1 == w > 0 ? 1 : -1) + 0.1 * random.nextGaussian();
      y[i] = Double.isNaN(z) || Double.isNaN(w) ? 0 : y[i];
    }
    return IncompleteMatrix.ofColumn(y);
  }

  @Test
  void notesSayWhichMembersSawOnlyTheSample() {
    IncompleteMatrix x = data(6000).x();
    SlrmModel model =
        Slrm.with(QUICK.withEffort(AutoConfig.Effort.NORMAL))
            .seed(SEED)
            .fit(RowBlocks.of(x, bentLabels(x), 1000), FEW.withMemoryRows(1500));
    String sampled =
        "" + model.report().note("fitted-to-sample").orElseThrow().arguments().get("candidates");
    assertTrue(sampled.contains("trees") || sampled.contains("kernel"), sampled);
    assertFalse(sampled.contains("PPCA"), sampled);
  }

  @Test
  void classesAreChosenAndFittedToo() {
    Simulation.Sample data = data(6000);
    double[] classes = new double[6000];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = data.y(i) > 3 ? 1 : 0;
    }
    SlrmModel model =
        Slrm.with(QUICK)
            .seed(SEED)
            .labels(LabelKind.CLASSES)
            .fit(RowBlocks.of(data.x(), IncompleteMatrix.ofColumn(classes), 1000), FEW);
    assertTrue(model.report().note("chosen-on-sample").isPresent());
    int right = 0;
    for (int i = 0; i < 500; i++) {
      double p = model.predict(data.x().row(i)).probability(1);
      right += (p > 0.5 ? 1 : 0) == classes[i] ? 1 : 0;
    }
    assertTrue(right > 400, right + " of 500");
  }

  @Test
  void givenRowsToValidateWithChooseAndEvaluate() {
    Simulation.Sample data = data(6400);
    IncompleteMatrix y = labels(data);
    int[] first = IntStream.range(0, 6000).toArray();
    int[] given = IntStream.range(6000, 6400).toArray();
    SlrmModel model =
        Slrm.with(QUICK)
            .seed(SEED)
            .validation(data.x().selectRows(given), y.selectRows(given))
            .fit(RowBlocks.of(data.x().selectRows(first), y.selectRows(first), 1000), FEW);
    assertTrue(noted(model, "held-out-rows", "choosing", 200, "validation", 200));
    assertTrue(model.report().scores().get(0).r2() > 0.5, model.report().scores().toString());
  }

  @Test
  void withFewLabelsFoldsEvaluate() {
    Simulation.Sample data = data(40);
    SlrmModel model = fit(QUICK, data, 16, 1, RowBlocks.Passes.defaults());
    assertTrue(model.report().note("held-out-rows").isEmpty());
    assertEquals(1, model.report().scores().size());
    assertTrue(model.report().scores().get(0).r2() > 0, model.report().scores().toString());
  }

  @Test
  void aRankBeyondTheColumnsIsRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> fit(QUICK.withRank(50), data(6000), 1000, 1, FEW));
    assertTrue(e.getMessage().startsWith("rank must be between 1 and 12, got 50"), e.getMessage());
  }
}

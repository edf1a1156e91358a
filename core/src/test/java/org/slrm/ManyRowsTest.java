package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.FitReport;
import org.slrm.result.Predictions;

/** {@code auto} where rows are many and candidates are fitted by moments. */
class ManyRowsTest {
  private static Simulation simulation(int rows, double noise) {
    return Simulated.table(rows, 12, 3, 2).keep(0.75).noise(noise).seed(7).build();
  }

  /** The fit on one thread, which several tests look at. */
  private static final Map<Integer, SlrmModel> FITS = new ConcurrentHashMap<>();

  private static SlrmModel fitted(int rows) {
    return FITS.computeIfAbsent(
        rows,
        n -> {
          Simulation.Sample train = simulation(n, 0.5).train();
          return Slrm.with(AutoConfig.defaults()).threads(1).fit(train.x(), train.y());
        });
  }

  private static double ratio(Simulation simulation, SlrmModel model) {
    Simulation.Sample test = simulation.test(2000);
    double[] ours = model.predict(test.x()).mean();
    double[] bayes = simulation.truth().bayes(test.x()).mean();
    double error = 0;
    double least = 0;
    for (int i = 0; i < ours.length; i++) {
      error += Math.pow(test.y(i) - ours[i], 2);
      least += Math.pow(test.y(i) - bayes[i], 2);
    }
    return error / least;
  }

  @Test
  void theErrorIsNearTheLeastThereIs() {
    for (int rows : new int[] {1600, 4000}) {
      assertTrue(ratio(simulation(rows, 0.5), fitted(rows)) < 1.02, rows + " rows");
    }
  }

  /** Half of the entries missing; intervals come from the standard errors of final fits. */
  @Test
  void intervalsOfAutoAndLikelihoodCoverAsNominal() {
    Simulation table = Simulated.table(4000, 30, 10, 5).keep(0.5).noise(0.5).seed(11).build();
    Simulation.Sample train = table.train();
    Simulation.Sample test = table.test(4000);
    for (MethodConfig method : List.of(AutoConfig.defaults(), LikelihoodConfig.defaults())) {
      SlrmModel model = Slrm.with(method).fit(train.x(), train.y());
      Predictions p = model.predict(test.x(), 0.9, 1);
      int covered = 0;
      for (int i = 0; i < test.x().rows(); i++) {
        covered += test.y(i) >= p.lower(i, 0) && test.y(i) <= p.upper(i, 0) ? 1 : 0;
      }
      assertEquals(0.9, covered / 4000.0, 0.02, method.toString());
      assertTrue(ratio(table, model) < 1.02, method.toString());
    }
  }

  @Test
  @Tag("slow")
  void threadsChangeNothing() {
    for (int rows : new int[] {1600, 4000}) {
      Simulation.Sample train = simulation(rows, 0.5).train();
      SlrmModel one = fitted(rows);
      SlrmModel three = Slrm.with(AutoConfig.defaults()).threads(3).fit(train.x(), train.y());
      assertArrayEquals(one.predict(train.x()).mean(), three.predict(train.x()).mean(), 0);
      assertEquals(one.report().candidates(), three.report().candidates());
    }
  }

  @Test
  void withoutNoiseTheSearchGoesOverTheRows() {
    Simulation simulation = simulation(1600, 0);
    Simulation.Sample train = simulation.train();
    SlrmModel model = Slrm.fit(train.x(), train.y());
    assertTrue(
        model.report().note("moments-too-coarse").isPresent(), model.report().notes().toString());
    assertTrue(model.report().scores().get(0).r2() > 1 - 1e-6);
  }

  @Test
  void aListenerThatStopsTheSearchGetsTheBestSoFar() {
    for (int rows : new int[] {1600, 4000}) {
      Simulation simulation = simulation(rows, 0.5);
      Simulation.Sample train = simulation.train();
      Trainer trainer = Slrm.with(AutoConfig.defaults()).threads(1);
      int all = fitted(rows).report().candidates().size();
      for (int most : new int[] {1, 15, 40}) {
        AtomicInteger calls = new AtomicInteger();
        SlrmModel model =
            trainer.listener(p -> calls.incrementAndGet() < most).fit(train.x(), train.y());
        String what = rows + " rows, stopped at call " + most;
        assertEquals("stopped by the listener", model.report().stop(), what);
        assertTrue(model.report().candidates().size() < all, what);
        // Fits under way hear of it at their next step and take none; a few are left to end.
        assertTrue(calls.get() < most + 20, what + ", heard " + calls.get());
        assertTrue(ratio(simulation, model) < 3, what);
      }
    }
  }

  @Test
  void aRaceLeavesSomeoneInIt() {
    Simulation.Sample train = simulation(1600, 3).train();
    for (int rank : new int[] {0, 1, 11}) {
      FitReport report =
          Slrm.with(AutoConfig.defaults().withRank(rank)).fit(train.x(), train.y()).report();
      double weights = report.candidates().stream().mapToDouble(c -> c.weight()).sum();
      assertEquals(1, weights, 1e-9);
    }
  }
}

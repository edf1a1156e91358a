package org.slrm.paper.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.CrossValidated;

class TransductionTest {
  private static final int TARGETS = 4;
  private static final int RANK = 3;

  /** A table of rank 3: 30 % of the features missing, a third of the labels, all of some rows. */
  private record Table(IncompleteMatrix x, IncompleteMatrix y, double[][] truth) {
    static Table draw(long seed) {
      return draw(120, 20, seed);
    }

    static Table draw(int rows, int features, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] loadings = new double[features + TARGETS][RANK];
      for (double[] row : loadings) {
        java.util.Arrays.setAll(row, k -> random.nextGaussian());
      }
      double[][] x = new double[rows][features];
      double[][] y = new double[rows][TARGETS];
      double[][] truth = new double[rows][TARGETS];
      for (int i = 0; i < rows; i++) {
        double[] code = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        for (int j = 0; j < features + TARGETS; j++) {
          double v = 2;
          for (int k = 0; k < RANK; k++) {
            v += loadings[j][k] * code[k];
          }
          if (j < features) {
            x[i][j] = random.nextDouble() < 0.3 ? Double.NaN : v;
          } else {
            truth[i][j - features] = v;
            boolean hidden = i % 5 == 0 || random.nextDouble() < 0.33;
            y[i][j - features] = hidden ? Double.NaN : v;
          }
        }
      }
      return new Table(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y), truth);
    }
  }

  private static double relativeError(Table table, Transduction.Completed done) {
    double error = 0;
    double spread = 0;
    for (int i = 0; i < table.truth().length; i++) {
      for (int t = 0; t < TARGETS; t++) {
        if (Double.isNaN(table.y().valueAt(i, t))) {
          double e = done.label(i, t) - table.truth()[i][t];
          error += e * e;
          spread += (table.truth()[i][t] - 2) * (table.truth()[i][t] - 2);
        }
      }
    }
    return error / spread;
  }

  /** Six known entries for each parameter of the table: the nuclear norm finds it. */
  @Test
  @Tag("slow")
  void itRecoversALowRankTableOfSeveralTargets() {
    for (int seed = 1; seed <= 3; seed++) {
      Table table = Table.draw(200, 40, seed);
      Transduction.Completed done =
          Transduction.with(Transduction.Settings.defaults().withTolerance(1e-6, 2000))
              .complete(table.x(), table.y());
      double error = relativeError(table, done);
      assertTrue(error < 1e-3, () -> "relative error " + error + ", rank " + done.rank());
    }
  }

  /**
   * With three known entries for each parameter the least nuclear norm need not be the truth's: its
   * own minimum, penalty to 0 and converged to 1e-9, is off by 0 to 0.4 % of the variance from draw
   * to draw.
   */
  @Test
  void withFewEntriesItStaysNearTheTable() {
    Table table = Table.draw(1);
    Transduction.Completed done =
        Transduction.with(Transduction.Settings.defaults().withTolerance(1e-6, 2000))
            .complete(table.x(), table.y());
    double error = relativeError(table, done);
    assertTrue(error < 5e-3, () -> "relative error " + error + ", rank " + done.rank());
  }

  @Test
  void knownLabelsStayAsTheyAre() {
    Table table = Table.draw(2);
    Transduction.Completed done =
        Transduction.with(Transduction.Settings.defaults().withPenalty(0.1).withLabelWeight(1))
            .complete(table.x(), table.y());
    for (int i = 0; i < table.truth().length; i++) {
      for (int k = table.y().rowStart(i); k < table.y().rowStart(i + 1); k++) {
        assertEquals(table.y().value(k), done.label(i, table.y().column(k)));
      }
    }
    assertEquals(0.1, done.penalty());
  }

  @Test
  void heldOutFoldsAreInTheTableWithoutTheirLabels() {
    Table table = Table.draw(3);
    CrossValidated cv = Transduction.defaults().crossValidate(table.x(), table.y(), 4);
    assertTrue(cv.r2(0) > 0.95, () -> "R² " + cv.r2(0));
    assertTrue(Double.isNaN(cv.prediction()[0]), "row 0 has no label to compare with");
  }

  @Test
  void equalSeedsGiveEqualTables() {
    Table table = Table.draw(4);
    assertArrayEquals(
        Transduction.defaults().complete(table.x(), table.y()).labels(),
        Transduction.defaults().complete(table.x(), table.y()).labels());
  }

  @Test
  void aWideTableIsCompletedToo() {
    Table table = Table.draw(5);
    int[] few = java.util.stream.IntStream.range(0, 15).toArray();
    Transduction.Completed done =
        Transduction.defaults().complete(table.x().selectRows(few), table.y().selectRows(few));
    for (double v : done.labels()) {
      assertTrue(Double.isFinite(v));
    }
  }

  @Test
  void settingsAreChecked() {
    assertThrows(
        IllegalArgumentException.class, () -> Transduction.Settings.defaults().withPenalty(1.5));
  }

  @Test
  void aListenerCanStopItAndIsNotAskedAgain() {
    Table table = Table.draw(1);
    Transduction.Completed whole = Transduction.defaults().complete(table.x(), table.y());
    assertEquals("converged at every penalty", whole.stop());
    AtomicInteger asked = new AtomicInteger();
    Transduction.Completed stopped =
        Transduction.defaults()
            .listener(progress -> asked.incrementAndGet() < 3)
            .complete(table.x(), table.y());
    assertEquals(3, asked.get());
    assertEquals("stopped by the listener", stopped.stop());
    assertFalse(stopped.converged());
    assertTrue(Arrays.stream(stopped.labels()).allMatch(Double::isFinite));
  }

  @Test
  void anInterruptStopsItToo() {
    Table table = Table.draw(1);
    Thread.currentThread().interrupt();
    Transduction.Completed stopped = Transduction.defaults().complete(table.x(), table.y());
    assertTrue(Thread.interrupted(), "the flag is kept");
    assertEquals("stopped by an interrupt", stopped.stop());
  }
}

package org.slrm.benchmarks.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.method.AutoConfig;

class PublishedSetUpTest {
  private static final int TEST_ROWS = 2000;
  private static final int ENOUGH = 500;
  private static final long FIRST_SEED = 1;

  /** Rows with the same number of missing entries, from all seeds. */
  private static final class Group {
    private int rows;
    private double held;
    private double width;
    private double oracle;
  }

  @ParameterizedTest
  @CsvSource({"500, 0.2, 4", "500, 0.4, 4", "2000, 0.2, 2", "2000, 0.4, 2"})
  void intervalsCoverForAnyNumberOfMissingEntries(int rows, double missing, int seeds) {
    Map<Integer, Group> groups = new TreeMap<>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) {
      System.out.println("published set-up, seed " + seed);
      PublishedSetUp setUp = new PublishedSetUp(missing, seed);
      PublishedSetUp.Sample train = setUp.draw(rows, 0);
      PublishedSetUp.Sample test = setUp.draw(TEST_ROWS, 1);
      SlrmModel model =
          Slrm.with(AutoConfig.defaults()).seed(seed).fit(train.features(), train.labels());
      add(groups, Intervals.of(model, test.features(), test.labels()), test);
    }
    groups.forEach(
        (count, group) -> {
          if (group.rows >= ENOUGH) {
            String what =
                count + " missing, " + group.rows + " test rows, first seed " + FIRST_SEED;
            assertEquals(0.9, group.held / group.rows, 0.03, "coverage with " + what);
            assertEquals(1, group.width / group.oracle, 0.1, "length with " + what);
          }
        });
    assertTrue(groups.values().stream().anyMatch(g -> g.rows >= ENOUGH));
  }

  private static void add(
      Map<Integer, Group> groups, Intervals intervals, PublishedSetUp.Sample test) {
    for (int i = 0; i < TEST_ROWS; i++) {
      int missing = PublishedSetUp.FEATURES - intervals.x().observed(i);
      Group group = groups.computeIfAbsent(missing, m -> new Group());
      int[] row = {i};
      group.rows++;
      group.held += intervals.coverage(row);
      group.width += intervals.width(row);
      group.oracle += PublishedSetUp.oracleWidth(test.x()[i]);
    }
  }

  @Test
  void theOracleHoldsNinetyPercent() {
    double[] none = new double[PublishedSetUp.FEATURES];
    Arrays.fill(none, Double.NaN);
    // Nothing known: Var y = 1 + 0.2 Σβ² + 0.8 (Σβ)².
    assertEquals(
        2 * 1.6448536 * Math.sqrt(1 + 0.2 * 19.48 + 0.8 * 5.6 * 5.6),
        PublishedSetUp.oracleWidth(none),
        1e-6);
    assertEquals(2 * 1.6448536, PublishedSetUp.oracleWidth(new double[10]), 1e-6);
  }
}

package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.data.Checks;

/**
 * How a method is fitted by passes over rows that need not be in memory.
 *
 * <pre>{@code
 * RowBlocks rows = RowBlocks.of(x, y, 4096);
 * PassConfig passes = PassConfig.defaults().withMaxPasses(3);
 * SlrmModel model = Slrm.with(SlrmConfig.defaults()).fit(rows, passes);
 * }</pre>
 *
 * @param maxPasses most passes over the rows, at most 500
 * @param patience passes without a better hold-out error before stopping
 * @param holdOutFraction share of the labelled rows held out: half of them to choose by, half to
 *     judge by
 * @param memoryRows most rows held in memory at a time, for each of: rows held out, the sample that
 *     starts and searches are made on, and the window in which rows are shuffled
 * @param memoryEntries most entries of those rows, which counts where there are many columns
 */
public record PassConfig(
    int maxPasses, int patience, double holdOutFraction, int memoryRows, int memoryEntries) {

  /** Checks every setting. */
  public PassConfig {
    Checks.between("maxPasses", maxPasses, 1, 500);
    Checks.atLeast("patience", patience, 1);
    Checks.inHalfOpen("holdOutFraction", holdOutFraction, 0, 1);
    Checks.atLeast("memoryRows", memoryRows, 100);
    Checks.atLeast("memoryEntries", memoryEntries, 1000);
  }

  /** At most 10 passes, 2 of them in vain, a fifth held out, 20,000 rows or 2 million entries. */
  public static PassConfig defaults() {
    return new PassConfig(10, 2, 0.2, 20_000, 2_000_000);
  }

  /** The same with another limit of passes. */
  public PassConfig withMaxPasses(int value) {
    return new PassConfig(value, patience, holdOutFraction, memoryRows, memoryEntries);
  }

  /** The same with another patience. */
  public PassConfig withPatience(int value) {
    return new PassConfig(maxPasses, value, holdOutFraction, memoryRows, memoryEntries);
  }

  /** The same with another share held out. */
  public PassConfig withHoldOutFraction(double value) {
    return new PassConfig(maxPasses, patience, value, memoryRows, memoryEntries);
  }

  /** The same with another number of rows in memory. */
  public PassConfig withMemoryRows(int value) {
    return new PassConfig(maxPasses, patience, holdOutFraction, value, memoryEntries);
  }

  /** Most rows of so many columns held in memory at a time, at least 100. */
  public int rowsInMemory(int columns) {
    return Math.max(100, Math.min(memoryRows, memoryEntries / Math.max(1, columns)));
  }

  /** Every setting by name, for reports and files. */
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("maxPasses", maxPasses);
    s.put("patience", patience);
    s.put("holdOutFraction", holdOutFraction);
    s.put("memoryRows", memoryRows);
    s.put("memoryEntries", memoryEntries);
    return s;
  }
}

package org.slrm.io;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.slrm.io.column.ReadOptions;

/**
 * Reads a file a few times and prints the rates, the first one cold: {@code ReadSpeed FILE TIMES}.
 * {@code benchmarks/peers/read_csv.py} runs it beside pandas.
 */
final class ReadSpeed {
  private ReadSpeed() {}

  public static void main(String[] args) {
    double megabytes = new File(args[0]).length() / 1e6;
    for (int k = 0; k < Integer.parseInt(args[1]); k++) {
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      long start = System.nanoTime();
      Table t = Tables.read(args[0], ReadOptions.DEFAULT);
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpuSeconds =
          (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "slrm %.3f s %.0f MB/s, %.3f s of processor, %d rows %d known%n",
          seconds,
          megabytes / seconds,
          cpuSeconds,
          t.rows(),
          t.features().known());
    }
  }
}

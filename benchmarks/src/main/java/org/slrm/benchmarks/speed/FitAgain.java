package org.slrm.benchmarks.speed;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import org.slrm.Slrm;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.AutoConfig;

/**
 * What of a fit is Java getting going: the same fit by {@code auto} several times in one process.
 * Arguments: TIMES FILE…, each with a column y. Prints file, number of the fit, and processor
 * seconds of the process, compilers included, with one thread.
 */
public final class FitAgain {
  private FitAgain() {}

  /** Runs it. */
  public static void main(String[] args) {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    ReadOptions options = ReadOptions.builder().targets(List.of("y")).build();
    for (int k = 1; k < args.length; k++) {
      Table table = Tables.read(args[k], options);
      for (int time = 1; time <= Integer.parseInt(args[0]); time++) {
        long before = process.getProcessCpuTime();
        Slrm.with(AutoConfig.defaults())
            .threads(1)
            .seed(1)
            .fit(table.features(), table.labels());
        double seconds = (process.getProcessCpuTime() - before) / 1e9;
        System.out.printf(Locale.ROOT, "%s,%d,%.2f%n", args[k], time, seconds);
      }
    }
  }
}

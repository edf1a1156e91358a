package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.method.AutoConfig;
import picocli.CommandLine.Command;

/** Loads the classes of commands while the launcher records them for fast starts. */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final int FEW = 40;

  /** Enough rows for candidates by second moments, as in the default. */
  private static final int MANY = AutoConfig.ROWS_FOR_MOMENTS + 100;

  @Override
  public Integer call() throws IOException {
    Path folder = Files.createTempDirectory("slrm");
    try {
      Path data = folder.resolve("d.csv");
      Path model = folder.resolve("m.slrm");
      quietly("--help");
      Files.writeString(data, rows(MANY));
      quietly("fit", data.toString(), "--target", "y", "--out", model.toString(), "--json");
      Files.writeString(data, rows(FEW));
      quietly("fit", data.toString(), "--target", "y", "--out", model.toString(), "--report");
      quietly("inspect", model.toString());
      quietly("evaluate", model.toString(), data.toString(), "--json");
      quietly("predict", model.toString(), data.toString(), "--explain", "1", "--suggest", "1");
      quietly("impute", model.toString(), data.toString());
    } finally {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
    return ExitCode.DONE.number();
  }

  private static CharSequence rows(int count) {
    StringBuilder rows = new StringBuilder("a,b,c,d,e,y\n");
    for (int i = 0; i < count; i++) {
      rows.append(i % 7).append(',').append(i % 4 == 0 ? "" : i % 5).append(',');
      rows.append(i % 3 == 0 ? "x" : "z").append(',').append(i * 31 % 11).append(',');
      rows.append(i % 6 == 0 ? "" : i * 17 % 13).append(',');
      rows.append(i % 7 + i % 5 * 0.5 + i * 41 % 19).append('\n');
    }
    return rows;
  }

  private static void quietly(String... args) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    CommandRun.run(args, new Console(nowhere, nowhere, false));
  }
}

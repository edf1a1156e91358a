package org.slrm.cli.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Headless Chromium, where there is one; without network. */
public final class Chromium {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");

  private Chromium() {}

  /** Skips the test where there is none. */
  public static void assumed() {
    assumeTrue(Files.isExecutable(PROGRAM), "no Chromium at " + PROGRAM);
  }

  /** Runs it and returns what it wrote to stdout and stderr. */
  public static String[] run(Path folder, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--disable-extensions",
            "--disable-default-apps",
            "--enable-logging=stderr",
            "--v=0",
            "--user-data-dir=" + Files.createTempDirectory(folder, "profile")));
    command.addAll(arguments);
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process p =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!p.waitFor(60, TimeUnit.SECONDS)) {
      p.destroyForcibly();
    }
    return new String[] {Files.readString(out), Files.readString(err)};
  }
}

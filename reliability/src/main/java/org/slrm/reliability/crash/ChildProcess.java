package org.slrm.reliability.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slrm.reliability.fault.FaultProvider;

/** A command in its own process, so that it can be killed. */
final class ChildProcess {
  private ChildProcess() {}

  /**
   * Starts a command with its temporary files in the given folder.
   *
   * @param input file on standard input, or {@code /dev/null}
   */
  static Process start(Path folder, String input, List<String> options, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.slrm.cli.Main"));
    command.addAll(words);
    return new ProcessBuilder(command)
        .redirectInput(Path.of(input).toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Options by which the process is killed before its k-th change of a file. */
  static List<String> dyingAt(int k, Path folder) {
    return List.of(
        "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultProvider.class.getName(),
        "-Dslrm.fault.halt=" + k,
        "-Dslrm.fault.folder=" + folder);
  }

  /** Waits for this time, then kills the process. */
  static void kill(Process process, long milliseconds) throws InterruptedException {
    if (!process.waitFor(milliseconds, TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
    }
    process.waitFor();
  }
}

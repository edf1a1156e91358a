package org.slrm.reliability.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A figure of the paper: runs finished before the kill are not repeated, and the next start
 * completes the rest.
 */
final class ReproduceKillTrial implements KillTrial {
  private static final List<String> WORDS =
      List.of("reproduce", "fig1a", "--quick", "--methods", "bayes", "--out");

  private final Path folder;
  private int number;
  private long duration;
  private List<String> whole = List.of();

  ReproduceKillTrial(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return "reproduce";
  }

  @Override
  public String kill(RandomGenerator random) throws Exception {
    if (duration == 0) {
      long start = System.nanoTime();
      Path out = folder.resolve("whole");
      start(out, List.of()).waitFor();
      duration = (System.nanoTime() - start) / 1_000_000;
      whole = files(out);
    }
    Path out = folder.resolve("figure" + number++);
    long after = (long) (duration * random.nextDouble(1.1));
    ChildProcess.kill(start(out, List.of()), after);
    List<String> completed = rows(out);
    int code = start(out, List.of()).waitFor();
    List<String> rows = rows(out);
    String how = "killed after " + after + " ms: ";
    if (code != 0 || !files(out).equals(whole)) {
      return how + "the next run ended with " + code + " and leaves " + files(out);
    }
    return rows.containsAll(completed) && rows.size() == rows(folder.resolve("whole")).size()
        ? ""
        : how + "rows were lost or made twice";
  }

  /** Complete lines: the kill may have truncated the last one. */
  private static List<String> rows(Path out) throws IOException {
    Path runs = out.resolve("fig1a.csv");
    String text = Files.exists(runs) ? Files.readString(runs) : "";
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  private static List<String> files(Path out) throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Process start(Path out, List<String> options) throws IOException {
    return ChildProcess.start(
        folder, "/dev/null", options, Stream.concat(WORDS.stream(), Stream.of(out + "")).toList());
  }
}

package org.slrm.reliability.soak;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A long run of {@code slrm stream --learn --checkpoint}: {@code SoakMain MINUTES
 * [CHECKPOINT_EVERY]}. The heap has a fixed size and is touched from the start, so that growth of
 * the process is memory outside it. Needs Linux and a JDK.
 */
public final class SoakMain {
  private static final int FEATURES = 8;
  private static final int BLOCK_ROWS = 20_000;
  private static final double WARM_UP = 1.0 / 3;

  private final Process process;
  private final AtomicLong rows = new AtomicLong();
  private volatile boolean finished;

  private SoakMain(Process process) {
    this.process = process;
  }

  /** Prints rows, memory at the start and the end, and its slope. */
  public static void main(String[] args) throws Exception {
    double minutes = Double.parseDouble(args[0]);
    String every = args.length > 1 ? args[1] : "1000";
    Path folder = Files.createTempDirectory("slrm-soak");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>(List.of(java.toString(), "-Xms64m", "-Xmx64m"));
    command.addAll(List.of("-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.slrm.cli.Main"));
    command.addAll(List.of("stream", "--target", "y", "--learn", "--checkpoint-every", every));
    command.addAll(List.of("--checkpoint", folder.resolve("c.slrm").toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    SoakMain soak = new SoakMain(process);
    Thread feeder = new Thread(soak::feed, "feeder");
    feeder.start();
    soak.watch(minutes);
    feeder.join();
    int code = process.waitFor();
    System.out.println("exit code " + code);
    System.exit(code);
  }

  private void feed() {
    byte[] block = block().getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = process.getOutputStream()) {
      String names =
          IntStream.rangeClosed(1, FEATURES)
              .mapToObj(j -> "x" + j)
              .collect(Collectors.joining(","));
      out.write((names + ",y\n").getBytes(StandardCharsets.UTF_8));
      while (!finished) {
        out.write(block);
        rows.addAndGet(BLOCK_ROWS);
      }
    } catch (IOException e) {
      System.out.println("the stream ended: " + e.getMessage());
    }
  }

  /** Rows of rank two with missing entries, repeated. */
  private static String block() {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < BLOCK_ROWS; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < FEATURES; j++) {
        double v = a * Math.cos(j) + b * Math.sin(2 * j) + 0.1 * random.nextGaussian();
        out.append(random.nextInt(5) == 0 ? "" : String.format(Locale.ROOT, "%.4f", v)).append(',');
      }
      out.append(String.format(Locale.ROOT, "%.4f%n", a - b + 0.1 * random.nextGaussian()));
    }
    return out.toString();
  }

  private void watch(double minutes) throws Exception {
    long start = System.nanoTime();
    List<double[]> byMinute = new ArrayList<>();
    List<double[]> byRows = new ArrayList<>();
    String before = "";
    double passed = 0;
    while (passed < minutes && process.isAlive()) {
      TimeUnit.SECONDS.sleep(2);
      passed = (System.nanoTime() - start) / 60e9;
      if (passed < minutes * WARM_UP) {
        continue;
      }
      if (before.isEmpty()) {
        before = "live heap " + live() + " bytes, resident " + resident() + " MB";
      }
      double now = resident();
      byMinute.add(new double[] {passed, now});
      byRows.add(new double[] {rows.get() / 1e6, now});
    }
    System.out.printf(Locale.ROOT, "%.1f minutes, %s rows%n", passed, rows.get());
    System.out.println("after a third: " + before);
    System.out.println(
        "at the end:    live heap %s bytes, resident %s MB"
            .formatted(live(), byRows.get(byRows.size() - 1)[1]));
    System.out.println("resident, MB per minute:       " + Slope.of(byMinute));
    System.out.println("resident, MB per million rows: " + Slope.of(byRows));
    finished = true;
  }

  private double resident() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024.0)
          .findFirst()
          .orElse(Double.NaN);
    }
  }

  /** Bytes of live objects, after a full collection. */
  private String live() throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process ask =
        new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.class_histogram")
            .start();
    String output = new String(ask.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String[] total = output.substring(output.lastIndexOf("Total")).trim().split("\\s+");
    return total[2];
  }
}

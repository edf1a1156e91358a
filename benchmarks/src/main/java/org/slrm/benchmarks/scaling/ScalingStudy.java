package org.slrm.benchmarks.scaling;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slrm.benchmarks.scaling.Measured.Point;

/**
 * CPU time and peak heap against rows n, features D, rank d and observed fraction, one process per
 * point, with slopes on log-log axes. Arguments: axes ({@code rows features rank share}; all
 * without), {@code --out FOLDER} for scaling.csv and the plots, {@code --methods a,b}, {@code
 * --plot} to draw from an earlier scaling.csv.
 */
public final class ScalingStudy {
  private static final List<String> METHODS =
      List.of("likelihood", "slrm", "smpcr", "stream-likelihood", "stream-slrm", "stream-smpcr");
  private static final Map<String, double[]> AXES = new LinkedHashMap<>();

  static {
    AXES.put("rows", new double[] {1e4, 31623, 1e5, 316228, 1e6});
    AXES.put("features", new double[] {25, 50, 100, 200, 400});
    AXES.put("rank", new double[] {5, 10, 20, 40, 80});
    AXES.put("share", new double[] {0.125, 0.25, 0.5, 0.75, 1});
  }

  /** One line of the table. */
  record Line(String axis, String method, double value, double seconds, double megabytes) {
    String csv() {
      return String.format(
          Locale.ROOT, "%s,%s,%s,%.5f,%.1f", axis, method, value, seconds, megabytes);
    }

    static Line of(String csv) {
      String[] c = csv.split(",");
      return new Line(
          c[0], c[1], Double.parseDouble(c[2]), Double.parseDouble(c[3]), Double.parseDouble(c[4]));
    }
  }

  private ScalingStudy() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(Arrays.asList(args));
    Path out = Path.of(option(words, "--out", "."));
    List<String> methods =
        List.of(option(words, "--methods", String.join(",", METHODS)).split(","));
    boolean plot = words.remove("--plot");
    Path csv = out.resolve("scaling.csv");
    List<Line> lines = new ArrayList<>();
    if (Files.exists(csv)) {
      Files.readAllLines(csv).stream().skip(1).map(Line::of).forEach(lines::add);
    }
    if (!plot) {
      for (String axis : words.isEmpty() ? List.copyOf(AXES.keySet()) : words) {
        for (String method : methods) {
          lines.removeIf(l -> l.axis.equals(axis) && l.method.equals(method));
          for (double value : AXES.get(axis)) {
            lines.add(measured(axis, method, value));
            System.err.println(lines.get(lines.size() - 1).csv());
            write(csv, lines);
          }
        }
      }
    }
    if (lines.isEmpty()) {
      throw new IllegalStateException(csv + " has no measurements to draw");
    }
    System.out.print(tables(lines));
    System.out.print(slopes(lines));
    Files.writeString(out.resolve("scaling-time.svg"), LogPlots.time(lines));
    Files.writeString(out.resolve("scaling-memory.svg"), LogPlots.memory(lines));
  }

  private static String option(List<String> words, String name, String otherwise) {
    int at = words.indexOf(name);
    if (at < 0) {
      return otherwise;
    }
    words.remove(at);
    return words.remove(at);
  }

  private static void write(Path csv, List<Line> lines) throws IOException {
    List<String> text = new ArrayList<>(List.of("axis,method,value,cpu_seconds,peak_heap_mb"));
    lines.forEach(l -> text.add(l.csv()));
    Files.write(csv, text);
  }

  private static Point point(String axis, String method, double value) {
    return switch (axis) {
      case "rows" -> new Point(method, (int) value, 50, 10, 0.75);
      case "features" -> new Point(method, 20_000, (int) value, 10, 0.75);
      case "rank" -> new Point(method, 10_000, 200, (int) value, 0.75);
      case "share" -> new Point(method, 20_000, 100, 10, value);
      default -> throw new IllegalArgumentException("axis must be one of " + AXES.keySet());
    };
  }

  /** A fit by passes gets 256 MB, one in memory the default heap. */
  private static Line measured(String axis, String method, double value)
      throws IOException, InterruptedException {
    Point point = point(axis, method, value);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add(point.streamed() ? "-Xmx256m" : "-Xmx8g");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Measured.class.getName());
    command.addAll(point.words());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IllegalStateException(point + " failed");
    }
    String[] numbers = output.split(" ");
    return new Line(
        axis, method, value, Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
  }

  /** The axes in the order they are shown. */
  static List<String> axes() {
    return List.copyOf(AXES.keySet());
  }

  /** A table of seconds and memory per axis: a row for each value, a column for each method. */
  static String tables(List<Line> lines) {
    StringBuilder out = new StringBuilder();
    for (String axis : AXES.keySet()) {
      List<Line> selected = lines.stream().filter(l -> l.axis.equals(axis)).toList();
      List<String> methods = METHODS.stream().filter(m -> find(selected, m, null) != null).toList();
      if (methods.isEmpty()) {
        continue;
      }
      out.append("| ").append(axis).append(" | ").append(String.join(" | ", methods));
      out.append(" |\n| ---").append(" | ---".repeat(methods.size())).append(" |\n");
      for (double value : AXES.get(axis)) {
        out.append(String.format(Locale.ROOT, value < 10 ? "| %s" : "| %,.0f", value));
        for (String method : methods) {
          Line l = find(selected, method, value);
          out.append(
              l == null
                  ? " | "
                  : String.format(Locale.ROOT, " | %.3g s, %.0f MB", l.seconds, l.megabytes));
        }
        out.append(" |\n");
      }
      out.append('\n');
    }
    return out.toString();
  }

  private static Line find(List<Line> lines, String method, Double value) {
    return lines.stream()
        .filter(l -> l.method.equals(method) && (value == null || l.value == value))
        .findFirst()
        .orElse(null);
  }

  /** A table of slopes of log time and log memory. */
  static String slopes(List<Line> lines) {
    StringBuilder out =
        new StringBuilder("| axis | method | slope of time | slope of peak heap |\n");
    out.append("| --- | --- | --- | --- |\n");
    for (String axis : AXES.keySet()) {
      for (String method : METHODS) {
        List<Line> selected =
            lines.stream().filter(l -> l.axis.equals(axis) && l.method.equals(method)).toList();
        if (selected.size() > 1) {
          double[] x = selected.stream().mapToDouble(Line::value).toArray();
          double time = slope(x, selected.stream().mapToDouble(Line::seconds).toArray());
          double heap = slope(x, selected.stream().mapToDouble(Line::megabytes).toArray());
          out.append(
              String.format(Locale.ROOT, "| %s | %s | %.3f | %.3f |%n", axis, method, time, heap));
        }
      }
    }
    return out.toString();
  }

  /** Least-squares slope of log y on log x. */
  static double slope(double[] x, double[] y) {
    double mx = Arrays.stream(x).map(Math::log).average().orElseThrow();
    double my = Arrays.stream(y).map(Math::log).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    for (int k = 0; k < x.length; k++) {
      xy += (Math.log(x[k]) - mx) * (Math.log(y[k]) - my);
      xx += (Math.log(x[k]) - mx) * (Math.log(x[k]) - mx);
    }
    return xy / xx;
  }
}

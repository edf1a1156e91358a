package org.slrm.benchmarks.scaling;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.slrm.benchmarks.scaling.ScalingStudy.Line;

/** Line charts with log-log axes, as standalone SVG. */
final class LogPlots {
  private static final String[] COLOURS = {
    "#0b6e99", "#c1571a", "#4f7d2c", "#7a4fa3", "#a03050", "#806000"
  };
  private static final int WIDTH = 340;
  private static final int HEIGHT = 250;
  private static final int LEFT = 56;
  private static final int BOTTOM = 40;
  private static final int TOP = 24;

  private LogPlots() {}

  static String time(List<Line> lines) {
    return page(lines, "CPU seconds", Line::seconds);
  }

  static String memory(List<Line> lines) {
    return page(lines, "peak heap, MB", Line::megabytes);
  }

  private static String page(List<Line> lines, String unit, ToDoubleFunction<Line> y) {
    List<String> axes =
        ScalingStudy.axes().stream()
            .filter(a -> lines.stream().anyMatch(l -> l.axis().equals(a)))
            .toList();
    Set<String> methods = new LinkedHashSet<>();
    lines.forEach(l -> methods.add(l.method()));
    List<String> names = List.copyOf(methods);
    int across = Math.min(2, axes.size());
    int down = (axes.size() + across - 1) / across;
    int width = across * WIDTH + (across == 1 ? 150 : 0);
    int height = down * HEIGHT + (across == 1 ? 0 : 20 * ((names.size() + 2) / 3));
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"11\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
            width,
            height,
            width));
    for (int a = 0; a < axes.size(); a++) {
      String axis = axes.get(a);
      List<Line> selected = lines.stream().filter(l -> l.axis().equals(axis)).toList();
      out.append(
          String.format("<g transform=\"translate(%d,%d)\">%n", a % 2 * WIDTH, a / 2 * HEIGHT));
      panel(out, selected, names, axis, unit, y);
      out.append("</g>\n");
    }
    legend(out, names, across, down);
    return out.append("</svg>\n").toString();
  }

  private static void legend(StringBuilder out, List<String> names, int across, int down) {
    for (int m = 0; m < names.size(); m++) {
      int x = across == 1 ? WIDTH + 4 : 20 + m % 3 * 220;
      int top = across == 1 ? 40 + 18 * m : down * HEIGHT + 12 + 18 * (m / 3);
      out.append(
          String.format(
              "<path d=\"M%d %dh22\" stroke=\"%s\" stroke-width=\"2\"%s/><text x=\"%d\""
                  + " y=\"%d\">%s</text>%n",
              x,
              top,
              COLOURS[m % COLOURS.length],
              dashes(names.get(m)),
              x + 28,
              top + 4,
              names.get(m)));
    }
  }

  private static String dashes(String method) {
    return method.startsWith("stream-") ? " stroke-dasharray=\"5 3\"" : "";
  }

  /** Powers of ten at the edges of a panel, and the position of a power between them. */
  private record Frame(double left, double right, double bottom, double top) {
    private static final int RIGHT = WIDTH - 12;
    private static final int LOW = HEIGHT - BOTTOM;

    static Frame of(List<Line> lines, ToDoubleFunction<Line> y) {
      double[] x = range(lines, Line::value);
      double[] r = range(lines, y);
      return new Frame(x[0], x[1], Math.floor(r[0]), Math.ceil(r[1] + 1e-9));
    }

    double across(double power) {
      return LEFT + (power - left) / (right - left) * (RIGHT - LEFT);
    }

    double down(double power) {
      return LOW - (power - bottom) / (top - bottom) * (LOW - TOP);
    }
  }

  private static void panel(
      StringBuilder out,
      List<Line> lines,
      List<String> methods,
      String axis,
      String unit,
      ToDoubleFunction<Line> y) {
    Frame frame = Frame.of(lines, y);
    grid(out, frame);
    lines.stream()
        .mapToDouble(Line::value)
        .distinct()
        .forEach(
            v ->
                out.append(
                    String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                        frame.across(Math.log10(v)),
                        Frame.LOW + 15,
                        shown(v))));
    out.append(
        String.format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text><text x=\"%d\""
                + " y=\"14\">%s</text>%n",
            (LEFT + Frame.RIGHT) / 2, Frame.LOW + 32, axis, LEFT - 40, unit));
    for (int m = 0; m < methods.size(); m++) {
      String method = methods.get(m);
      List<Line> curve = lines.stream().filter(l -> l.method().equals(method)).toList();
      out.append(
          String.format(
              "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"%s/>%n",
              curve(curve, frame, y), COLOURS[m % COLOURS.length], dashes(method)));
    }
  }

  private static void grid(StringBuilder out, Frame frame) {
    out.append(
        String.format(
            "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#444\"/>%n",
            LEFT, TOP, Frame.LOW, Frame.RIGHT));
    for (int e = (int) frame.bottom; e <= frame.top; e++) {
      double at = frame.down(e);
      out.append(
          String.format(
              Locale.ROOT,
              "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\""
                  + " text-anchor=\"end\">%s</text>%n",
              LEFT,
              at,
              Frame.RIGHT,
              LEFT - 5,
              at + 4,
              shown(Math.pow(10, e))));
    }
  }

  private static String curve(List<Line> lines, Frame frame, ToDoubleFunction<Line> y) {
    StringBuilder path = new StringBuilder();
    for (Line l : lines) {
      double across = frame.across(Math.log10(l.value()));
      double down = frame.down(Math.log10(y.applyAsDouble(l)));
      path.append(
          String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", across, down));
    }
    return path.toString();
  }

  private static double[] range(List<Line> lines, ToDoubleFunction<Line> value) {
    double low = lines.stream().mapToDouble(value).map(Math::log10).min().orElseThrow();
    double high = lines.stream().mapToDouble(value).map(Math::log10).max().orElseThrow();
    return new double[] {low, high > low ? high : low + 1};
  }

  private static String shown(double value) {
    return value >= 1e4
        ? String.format(Locale.ROOT, "%.0e", value).replace("e+0", "e")
        : value >= 1
            ? String.format(Locale.ROOT, "%.0f", value)
            : String.format(Locale.ROOT, "%s", (float) value);
  }
}

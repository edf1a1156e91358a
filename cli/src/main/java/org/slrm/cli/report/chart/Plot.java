package org.slrm.cli.report.chart;

import static org.slrm.cli.report.chart.Html.esc;
import static org.slrm.cli.report.chart.Html.shorten;
import static org.slrm.cli.report.chart.NumberText.coordinate;

import java.util.List;
import java.util.function.IntFunction;

/** An x-y chart as inline SVG; marks are added before it is written. */
public final class Plot {
  private static final int WIDTH = 520;
  private static final int LEFT = 58;
  private static final int RIGHT = 14;
  private static final int TOP = 32;
  private static final int BOTTOM = 54;

  private final Axis x;
  private final Axis y;
  private final String xTitle;
  private final String yTitle;
  private final int height;
  private final StringBuilder marks = new StringBuilder();
  private double[] xTicks = {};
  private List<String> xLabels = List.of();
  private double[] yTicks = {};
  private List<String> yLabels = List.of();

  public Plot(Axis x, String xTitle, Axis y, String yTitle) {
    this(x, xTitle, y, yTitle, 340);
  }

  public Plot(Axis x, String xTitle, Axis y, String yTitle, int height) {
    this.x = x;
    this.y = y;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.height = height;
  }

  /** Custom ticks on the horizontal axis. */
  public Plot xTicks(double[] at, List<String> labels) {
    xTicks = at.clone();
    xLabels = labels;
    return this;
  }

  /** Custom ticks on the vertical axis. */
  public Plot yTicks(double[] at, List<String> labels) {
    yTicks = at.clone();
    yLabels = labels;
    return this;
  }

  /** A chart of labels against predictions with equal axes and the diagonal. */
  public static Plot ofPredictions(Axis axis, String target) {
    return new Plot(
            axis, "predicted " + shorten(target, 30), axis, "actual " + shorten(target, 24), 420)
        .segment(axis.low(), axis.low(), axis.high(), axis.high(), "ideal", "");
  }

  /** A chart of actual against nominal coverage in percent, from this lowest value on. */
  public static Plot ofCoverage(double lowest, String actual) {
    Axis y = Axis.exact(lowest, 102, 6);
    double from = Math.max(45, lowest);
    return new Plot(Axis.exact(45, 100, 6), "nominal coverage, %", y, actual)
        .segment(from, from, 100, 100, "ideal", "");
  }

  /** Points with tooltips by index, found by distance. */
  public Plot points(double[] px, double[] py, IntFunction<String> tips, String style) {
    marks.append("<g class=\"near ").append(style).append("\">");
    for (int i = 0; i < px.length; i++) {
      marks.append("<circle cx=\"").append(coordinate(left(px[i]))).append("\" cy=\"");
      marks.append(coordinate(top(py[i]))).append("\" r=\"3\" data-t=\"");
      marks.append(esc(tips.apply(i))).append("\"/>");
    }
    marks.append("</g>");
    return this;
  }

  /** A line through points in order. */
  public Plot line(double[] px, double[] py, String style) {
    marks.append("<path class=\"line ").append(style).append("\" d=\"");
    for (int i = 0; i < px.length; i++) {
      marks.append(i == 0 ? 'M' : 'L').append(place(px[i], py[i]));
    }
    marks.append("\"/>");
    return this;
  }

  /** The area between two lines over the same points, with an optional tooltip. */
  public Plot area(double[] px, double[] low, double[] high, String style, String tip) {
    marks.append("<path class=\"area ").append(style).append("\" d=\"M");
    for (int i = 0; i < px.length; i++) {
      marks.append(i == 0 ? "" : "L").append(place(px[i], high[i]));
    }
    for (int i = px.length - 1; i >= 0; i--) {
      marks.append('L').append(place(px[i], low[i]));
    }
    marks.append(tip.isEmpty() ? "Z\"/>" : "Z\" data-t=\"" + esc(tip) + "\"/>");
    return this;
  }

  private String place(double px, double py) {
    return coordinate(left(px)) + ' ' + coordinate(top(py));
  }

  /** A vertical error bar. */
  public Plot errorBar(double at, double low, double high, String style) {
    return segment(at, clampY(low), at, clampY(high), "bar " + style, "");
  }

  /** A straight line between two points, with an optional tooltip. */
  public Plot segment(double x1, double y1, double x2, double y2, String style, String tip) {
    marks.append("<line class=\"").append(style).append("\" x1=\"").append(coordinate(left(x1)));
    marks.append("\" y1=\"").append(coordinate(top(y1))).append("\" x2=\"");
    marks.append(coordinate(left(x2))).append("\" y2=\"").append(coordinate(top(y2)));
    marks.append(tip.isEmpty() ? "\"/>" : "\" data-t=\"" + esc(tip) + "\"/>");
    return this;
  }

  /** A filled box, with a tooltip. */
  public Plot box(double x1, double y1, double x2, double y2, String style, String tip) {
    double a = left(x1);
    double b = top(Math.max(y1, y2));
    marks.append("<rect class=\"").append(style).append("\" x=\"").append(coordinate(a));
    marks.append("\" y=\"").append(coordinate(b)).append("\" width=\"");
    marks.append(coordinate(left(x2) - a)).append("\" height=\"");
    marks.append(coordinate(top(Math.min(y1, y2)) - b)).append("\" data-t=\"");
    marks.append(esc(tip)).append("\"/>");
    return this;
  }

  /** The finished chart; the label describes it for screen readers. */
  public String svg(String label) {
    StringBuilder out = new StringBuilder();
    out.append("<svg class=\"plot\" viewBox=\"0 0 ").append(WIDTH).append(' ').append(height);
    out.append("\" role=\"img\" aria-label=\"").append(esc(label)).append("\">");
    double base = height - BOTTOM;
    double[] up = y.ticks().stream().mapToDouble(Double::doubleValue).toArray();
    up = yLabels.isEmpty() ? up : yTicks;
    for (int k = 0; k < up.length; k++) {
      String at = coordinate(top(up[k]));
      out.append("<line class=\"grid\" x1=\"").append(LEFT).append("\" y1=\"").append(at);
      out.append("\" x2=\"").append(WIDTH - RIGHT).append("\" y2=\"").append(at).append("\"/>");
      String named = yLabels.isEmpty() ? y.label(up[k]) : yLabels.get(k);
      text(out, LEFT - 8, top(up[k]) + 4, "end", "", named);
    }
    double[] ticks = x.ticks().stream().mapToDouble(Double::doubleValue).toArray();
    ticks = xLabels.isEmpty() ? ticks : xTicks;
    for (int k = 0; k < ticks.length; k++) {
      double t = ticks[k];
      String at = coordinate(left(t));
      out.append("<line class=\"grid\" x1=\"").append(at).append("\" y1=\"").append(TOP);
      out.append("\" x2=\"").append(at).append("\" y2=\"").append(coordinate(base)).append("\"/>");
      text(out, left(t), base + 18, "middle", "", xLabels.isEmpty() ? x.label(t) : xLabels.get(k));
    }
    text(out, (LEFT + WIDTH - RIGHT) / 2.0, height - 8, "middle", "title", xTitle + " →");
    // The title is horizontal above the axis, for readability.
    text(out, 4, 14, "start", "title", "↑ " + yTitle);
    return out.append(marks).append("</svg>").toString();
  }

  private static void text(
      StringBuilder out, double x, double y, String anchor, String style, String content) {
    out.append("<text x=\"").append(coordinate(x)).append("\" y=\"").append(coordinate(y));
    out.append("\" text-anchor=\"").append(anchor);
    out.append(style.isEmpty() ? "\">" : "\" class=\"" + style + "\">");
    out.append(esc(content)).append("</text>");
  }

  private double clampY(double v) {
    return Math.max(y.log() ? Math.pow(10, y.low()) : y.low(), v);
  }

  private double left(double v) {
    return LEFT + x.at(v) * (WIDTH - LEFT - RIGHT);
  }

  private double top(double v) {
    return height - BOTTOM - y.at(v) * (height - BOTTOM - TOP);
  }
}

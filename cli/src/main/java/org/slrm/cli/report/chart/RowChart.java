package org.slrm.cli.report.chart;

import static org.slrm.cli.report.chart.Html.esc;
import static org.slrm.cli.report.chart.NumberText.coordinate;

import java.util.Arrays;

/**
 * A chart with one named row per item, as HTML and not SVG so that names wrap and shrink with the
 * screen: bars from zero, or dots with error bars.
 */
public final class RowChart {
  private static final int LONG = 22;

  private final Axis axis;
  private final String axisTitle;
  private final double reference;
  private int longest;
  private int widest = 5;
  private final StringBuilder rows = new StringBuilder();

  /** A chart over an axis. */
  public RowChart(Axis axis, String axisTitle) {
    this(axis, axisTitle, Double.NaN);
  }

  /** A chart over an axis, with a reference line unless it is NaN. */
  public RowChart(Axis axis, String axisTitle, double reference) {
    this.axis = axis;
    this.axisTitle = axisTitle;
    this.reference = reference;
  }

  /**
   * A chart of errors with a reference line. Values above three times the best are cut, so that the
   * others stay readable.
   */
  public static RowChart ofErrors(
      String what, double best, double low, double[] high, double reference) {
    double largest = Arrays.stream(high).filter(v -> v <= 3 * best).max().orElse(1.1 * best);
    double shown = reference > largest && reference < 1.4 * largest ? reference : largest;
    return new RowChart(Axis.linear(low, shown, 4), what + " on held-out rows", reference);
  }

  /** Title of the values at the right of each row. */
  public RowChart valueTitle(String title) {
    rows.insert(
        0,
        "<div class=\"r head\"><span></span><span></span><span class=\"v\">"
            + esc(title)
            + "</span></div>");
    return this;
  }

  /** Allows names two lines on narrow screens. */
  public RowChart wrapped() {
    longest = Math.max(longest, LONG + 1);
    return this;
  }

  /** A bar from zero. */
  public RowChart bar(String name, double value, String text, String style, String tip) {
    double zero = axis.at(0);
    double end = axis.at(value);
    double from = Math.min(zero, end);
    return row(
        name,
        "<b class=\"" + style + at(from) + ";width:" + percent(Math.abs(end - zero)) + "\"></b>",
        text,
        tip);
  }

  /** A bar from zero with an error bar at its end. */
  public RowChart bar(Dot d) {
    double end = Math.min(1, axis.at(d.value));
    double zero = axis.at(0);
    String bar = "<b class=\"" + d.style + at(zero) + ";width:" + percent(end - zero) + "\"></b>";
    return row(d.name, bar + errorBar(d, "over"), d.text, d.tip);
  }

  /** A dot with an error bar; ends outside the axis are cut. */
  public RowChart dot(Dot d) {
    double where = axis.at(d.value);
    String mark =
        where > 1
            ? "<u class=\"beyond\">→</u>"
            : "<u class=\"" + d.style + at(Math.max(0, where)) + "\"></u>";
    return row(d.name, errorBar(d, d.style) + mark, d.text, d.tip);
  }

  private String errorBar(Dot d, String style) {
    if (Double.isNaN(d.low)) {
      return "";
    }
    double from = Math.max(0, axis.at(d.low));
    double to = Math.min(1, axis.at(d.high));
    return "<s class=\""
        + style
        + at(from)
        + ";width:"
        + percent(Math.max(0, to - from))
        + "\"></s>";
  }

  /**
   * A dot of the chart.
   *
   * @param name name of the row
   * @param value its value
   * @param low lower end of its error bar, NaN for none
   * @param high upper end
   * @param text shown at the right
   * @param style its style
   * @param tip its tooltip
   */
  public record Dot(
      String name, double value, double low, double high, String text, String style, String tip) {}

  /** The legend's text for the reference line. */
  public String reference(String name) {
    return "%s: %s%s"
        .formatted(
            name, NumberText.number(reference), axis.at(reference) > 1 ? ", off the chart" : "");
  }

  private RowChart row(String name, String mark, String text, String tip) {
    longest = Math.max(longest, name.length());
    widest = Math.max(widest, text.length());
    rows.append("<div class=\"r\" data-t=\"").append(esc(tip)).append("\"><span class=\"l\">");
    rows.append(esc(name)).append("</span><span class=\"k\">").append(grid()).append(mark);
    rows.append("</span><span class=\"v\">").append(esc(text)).append("</span></div>");
    return this;
  }

  /** The finished chart. */
  public String html(String label) {
    StringBuilder out = new StringBuilder("<div class=\"rows");
    out.append(longest > LONG ? " long" : "").append("\" style=\"--v:").append(widest);
    // All rows have one width, so that their zeros are aligned.
    out.append(".5ch\" role=\"img\" aria-label=\"");
    out.append(esc(label)).append("\">").append(rows);
    out.append("<div class=\"r axis\"><span class=\"l\"></span><span class=\"k\">");
    for (double t : axis.ticks()) {
      out.append("<i style=\"left:").append(percent(axis.at(t))).append("\">");
      out.append(axis.label(t)).append("</i>");
    }
    out.append("</span><span class=\"v\"></span></div><p class=\"axis-title\">");
    return out.append(esc(axisTitle)).append("</p></div>").toString();
  }

  private String grid() {
    StringBuilder out = new StringBuilder();
    for (double t : axis.ticks()) {
      out.append("<i style=\"left:").append(percent(axis.at(t))).append("\"></i>");
    }
    if (!Double.isNaN(reference) && axis.at(reference) >= 0 && axis.at(reference) <= 1) {
      out.append("<em style=\"left:").append(percent(axis.at(reference))).append("\"></em>");
    }
    return out.toString();
  }

  private static String at(double from) {
    return "\" style=\"left:" + percent(from);
  }

  private static String percent(double part) {
    return coordinate(100 * part) + "%";
  }
}

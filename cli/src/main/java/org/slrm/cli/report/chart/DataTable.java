package org.slrm.cli.report.chart;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table behind a chart; a column whose header starts with '#' is numeric. */
public final class DataTable {
  /** Most rows that are shown; further ones are counted. */
  public static final int MAX_ROWS = 400;

  private final String[] headers;
  private final List<String[]> rows = new ArrayList<>();
  private int left;

  public DataTable(String... headers) {
    this.headers = headers;
  }

  /** Adds a row of text and numbers: decimals with three digits, integers with separators. */
  public DataTable row(Object... cells) {
    return row(Arrays.stream(cells).map(DataTable::cell).toArray(String[]::new));
  }

  private static String cell(Object value) {
    return value instanceof String text
        ? text
        : value instanceof Double number
            ? NumberText.number(number)
            : NumberText.count(((Number) value).longValue());
  }

  /** Adds a row of plain text. */
  public DataTable row(String... cells) {
    if (rows.size() < MAX_ROWS) {
      rows.add(cells);
    } else {
      left++;
    }
    return this;
  }

  /** Notes how many more rows exist. */
  public DataTable more(int count) {
    left += count;
    return this;
  }

  public String html() {
    StringBuilder out = new StringBuilder("<div class=\"scroll\"><table><thead><tr>");
    for (String h : headers) {
      boolean number = h.startsWith("#");
      out.append(number ? "<th class=\"n\">" : "<th>").append(esc(number ? h.substring(1) : h));
      out.append("</th>");
    }
    out.append("</tr></thead><tbody>");
    for (String[] row : rows) {
      out.append("<tr>");
      for (int c = 0; c < row.length; c++) {
        out.append(headers[c].startsWith("#") ? "<td class=\"n\">" : "<td>").append(esc(row[c]));
        out.append("</td>");
      }
      out.append("</tr>");
    }
    out.append("</tbody></table></div>");
    if (left > 0) {
      out.append("<p class=\"more\">… and ").append(NumberText.count(left)).append(" more.</p>");
    }
    return out.toString();
  }

  /** The table as Markdown, all rows of it. */
  public String markdown() {
    StringBuilder out = new StringBuilder();
    line(out, Arrays.stream(headers).map(h -> h.startsWith("#") ? h.substring(1) : h));
    out.append("|").append("---|".repeat(headers.length)).append("\n");
    rows.forEach(row -> line(out, Arrays.stream(row)));
    return out.toString();
  }

  private static void line(StringBuilder out, Stream<String> cells) {
    out.append(
        cells
            .map(c -> Html.shown(c).replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /** The table in a folded section. */
  public String folded() {
    return folded("Table");
  }

  /** The table in a folded section with a title. */
  public String folded(String name) {
    return "<details class=\"data\"><summary>" + esc(name) + "</summary>" + html() + "</details>";
  }
}

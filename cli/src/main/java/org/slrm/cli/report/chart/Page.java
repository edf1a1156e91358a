package org.slrm.cli.report.chart;

import static org.slrm.cli.report.chart.Html.esc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The frame of every page: style, script, header, sections, choice of the target. */
public final class Page {
  /** Further targets are listed in the summary only. */
  public static final int MAX_TARGETS = 12;

  private final String title;
  private final String kind;
  private final List<String> targets;
  private final StringBuilder head = new StringBuilder();
  private final List<String[]> sections = new ArrayList<>();

  public Page(String title, String kind, List<String> targets) {
    this.title = title;
    this.kind = kind;
    this.targets = targets.subList(0, Math.min(MAX_TARGETS, targets.size()));
  }

  /** Adds to the header, below the title. */
  public Page header(String html) {
    head.append(html);
    return this;
  }

  /** Adds a section with a heading; nothing when it has no content. */
  public Page section(String id, String heading, String html) {
    String title = "<h2>" + esc(heading) + "</h2>\n";
    return html.isEmpty() ? this : add(id, heading, title + html);
  }

  private Page add(String id, String heading, String html) {
    sections.add(new String[] {id, heading, html});
    return this;
  }

  /** Adds a section that is folded until the reader opens it or prints the page. */
  public Page folded(String id, String heading, String html) {
    String fold =
        "<details class=\"part\"><summary><h2>" + esc(heading) + "</h2></summary>\n" + html;
    return html.isEmpty() ? this : add(id, heading, fold + "</details>");
  }

  /** Adds a section with one panel per target, of which the reader chooses. */
  public Page perTarget(String id, String heading, IntFunction<String> content) {
    return section(id, heading, panels(content));
  }

  /** Adds such a section that is folded. */
  public Page foldedPerTarget(String id, String heading, IntFunction<String> content) {
    return folded(id, heading, panels(content));
  }

  private String panels(IntFunction<String> content) {
    StringBuilder out = new StringBuilder();
    for (int t = 0; t < targets.size(); t++) {
      String html = content.apply(t);
      if (!html.isEmpty()) {
        String who = targets.size() > 1 ? "<h3 class=\"who\">" + esc(targets.get(t)) + "</h3>" : "";
        out.append("<div class=\"panel\" data-target=\"").append(t).append("\">").append(who);
        out.append("<div class=\"grid2\">").append(html).append("</div></div>");
      }
    }
    return out.toString();
  }

  /** A large number with its name and a line below it. */
  public static String tile(String name, String value, String below) {
    return "<div class=\"tile\"><span>%s</span><b>%s</b><small>%s</small></div>"
        .formatted(esc(name), esc(value), esc(below));
  }

  /** The finished page. */
  public String html() {
    StringBuilder out = new StringBuilder();
    out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    // The content security policy blocks all external requests.
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    out.append("style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n");
    out.append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
    out.append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>").append(esc(title));
    out.append(" · SLRM</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n");
    out.append(resource("report.css"))
        .append("</style>\n</head>\n<body>\n<header><div class=\"top\">");
    out.append("<p class=\"kind\">").append(esc(kind)).append("</p>");
    out.append(
        "<button id=\"theme\" type=\"button\" title=\"Light, dark or as the system\">Theme</button>");
    out.append("</div><h1>").append(esc(title)).append("</h1>\n").append(head).append(contents());
    out.append("</header>\n").append(chooser()).append("<main>\n");
    for (String[] s : sections) {
      out.append("<section id=\"").append(s[0]).append("\">").append(s[2]).append("</section>\n");
    }
    out.append("</main>\n<div id=\"tip\" role=\"status\" hidden></div>\n<script>\n");
    return out.append(resource("report.js")).append("</script>\n</body>\n</html>\n").toString();
  }

  private String contents() {
    StringBuilder out = new StringBuilder("<nav>");
    for (String[] s : sections) {
      out.append("<a href=\"#").append(s[0]).append("\">").append(esc(s[1])).append("</a>");
    }
    return out.append("</nav>").toString();
  }

  private String chooser() {
    if (targets.size() < 2) {
      return "";
    }
    StringBuilder out = new StringBuilder("<div id=\"targets\"><span>Target</span>");
    for (int t = 0; t < targets.size(); t++) {
      out.append("<button type=\"button\" data-choose=\"").append(t).append("\">");
      out.append(esc(Html.shorten(targets.get(t), 28))).append("</button>");
    }
    return out.append("</div>").toString();
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " must be on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

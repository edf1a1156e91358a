package org.slrm.cli.report.section;

import static org.slrm.cli.report.chart.Html.esc;

/** The provenance of the page; the time, if given, is between two marks. */
public final class ProvenanceSection {
  private ProvenanceSection() {}

  public static String of(RunProvenance p) {
    StringBuilder out = new StringBuilder("<dl class=\"card facts\">");
    fact(out, "Command", "<code>" + esc(p.command()) + "</code>");
    fact(out, "Version", esc(p.version()));
    fact(out, "Seed", Long.toString(p.seed()));
    for (RunProvenance.SourceFile f : p.files()) {
      String hash = f.sha256().isEmpty() ? "" : "<br><code>sha256 " + esc(f.sha256()) + "</code>";
      fact(out, "File", esc(f.name()) + hash);
    }
    p.more().forEach((name, value) -> fact(out, name, esc(value)));
    if (p.written() != null) {
      out.append("<!--clock-->");
      fact(out, "Written", esc(p.written()));
      out.append("<!--/clock-->");
    }
    return out.append("</dl>").toString();
  }

  private static void fact(StringBuilder out, String name, String html) {
    out.append("<div><dt>")
        .append(esc(name))
        .append("</dt><dd>")
        .append(html)
        .append("</dd></div>");
  }
}

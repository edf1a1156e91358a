package org.slrm.cli.report.section;

import static org.slrm.cli.report.chart.Html.esc;

import org.slrm.io.model.ModelFile;

/** The provenance of the page. */
public final class ProvenanceSection {
  private ProvenanceSection() {}

  public static String of(ModelFile.Provenance p) {
    StringBuilder out = new StringBuilder("<dl class=\"card facts\">");
    fact(out, "Command", "<code>" + esc(p.command()) + "</code>");
    fact(out, "Version", esc(p.version()));
    fact(out, "Seed", Long.toString(p.seed()));
    for (ModelFile.SourceFile f : p.files()) {
      String hash = f.sha256().isEmpty() ? "" : "<br><code>sha256 " + esc(f.sha256()) + "</code>";
      fact(out, "File", esc(f.name()) + hash);
    }
    fact(out, "Java", esc(p.java()));
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

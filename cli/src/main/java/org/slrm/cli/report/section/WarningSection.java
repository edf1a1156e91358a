package org.slrm.cli.report.section;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.List;
import org.slrm.io.check.DataWarning;

/** Warnings about the data, at the start of a page. */
public final class WarningSection {
  private WarningSection() {}

  /** A list of them; empty when there are none. */
  public static String of(List<DataWarning> warnings) {
    StringBuilder out = new StringBuilder();
    for (DataWarning w : DataWarning.shortened(warnings)) {
      out.append("<li><b>").append(esc(w.code())).append("</b>: ").append(esc(w.message()));
      out.append("</li>");
    }
    return warnings.isEmpty() ? "" : "<ul class=\"notes warnings\">" + out + "</ul>";
  }
}

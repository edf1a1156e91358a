package org.slrm.io;

import java.util.ArrayList;
import java.util.List;

/** A report as lines of text. */
final class ReportText {
  private ReportText() {}

  static List<String> lines(ReadReport report, int most) {
    List<String> out = new ArrayList<>();
    out.add(report.file() + ": " + report.rows() + " rows, " + report.format());
    out.addAll(report.notes());
    return out;
  }
}

package org.slrm.cli.report.section;

import java.util.ArrayList;
import java.util.List;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;

/**
 * A column as it was read.
 *
 * <pre>{@code
 * new ColumnSummary("Alley", "categorical, 2 levels", 0.93, "empty taken as missing");
 * }</pre>
 *
 * @param name its name in the file
 * @param kind its kind, as text
 * @param missingShare fraction of its entries that are missing, between 0 and 1; NaN if unknown
 * @param note tokens taken as missing, warnings; may be empty
 */
public record ColumnSummary(String name, String kind, double missingShare, String note) {

  /** Summaries of numeric columns with these names. */
  public static List<ColumnSummary> of(IncompleteMatrix x, List<String> names) {
    ColumnStatistics s = x.statistics();
    List<ColumnSummary> out = new ArrayList<>();
    for (int j = 0; j < x.columns(); j++) {
      double missing = x.rows() == 0 ? 0 : 1 - (double) s.known(j) / x.rows();
      boolean constant = s.known(j) > 0 && s.min(j) == s.max(j);
      String note = s.known(j) == 0 ? "never observed" : constant ? "constant" : "";
      out.add(new ColumnSummary(names.get(j), "numeric", missing, note));
    }
    return out;
  }
}

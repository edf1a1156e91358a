package org.slrm.cli.output.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.result.FitReport.OutlierColumn;
import org.slrm.result.FitReport.OutlierLabel;
import org.slrm.result.FitReport.Outliers;

/**
 * Outliers that a fit excluded, in the user's terms; rows of the fit are counted from 1.
 *
 * @param errors what was excluded
 * @param features names of the features
 * @param targets names of the targets
 */
public record ExcludedText(Outliers errors, List<String> features, List<String> targets) {
  /** Most labels and columns listed one by one. */
  private static final int SHOWN = 10;

  /** One line for the labels of each target and one for entries. */
  public List<String> lines() {
    if (!errors.excluded()) {
      return List.of();
    }
    List<String> out = new ArrayList<>();
    for (int t = 0; t < targets.size(); t++) {
      int target = t;
      List<OutlierLabel> outlying =
          errors.labels().stream().filter(w -> w.target() == target).toList();
      if (!outlying.isEmpty()) {
        out.add(labels(targets.get(t), outlying));
      }
    }
    if (!errors.columns().isEmpty()) {
      out.add(columns());
    }
    return out;
  }

  private static String labels(String target, List<OutlierLabel> outlying) {
    String shown =
        outlying.stream()
            .limit(SHOWN)
            .map(
                w ->
                    "%s in row %s (about %s expected)"
                        .formatted(
                            NumberText.value(w.label()),
                            NumberText.count(w.row() + 1L),
                            NumberText.value(w.expected())))
            .collect(Collectors.joining(", "));
    boolean one = outlying.size() == 1;
    return String.format(
        "%s of %s%s excluded: %s%s. Errors and intervals are those of the others. Correct"
            + " %s, or keep %s with --outliers warn",
        NumberText.count(outlying.size(), "label"),
        target,
        one ? " is an outlier and was" : " are outliers and were",
        shown,
        outlying.size() > SHOWN ? ", …" : "",
        one ? "it" : "them",
        one ? "it" : "them");
  }

  private String columns() {
    int entries = errors.columns().stream().mapToInt(OutlierColumn::entries).sum();
    String shown =
        errors.columns().stream()
            .sorted(Comparator.comparingInt(OutlierColumn::entries).reversed())
            .limit(SHOWN)
            .map(c -> features.get(c.feature()) + " (" + NumberText.count(c.entries()) + ")")
            .collect(Collectors.joining(", "));
    return NumberText.count(entries)
        + (entries == 1 ? " entry is an outlier and was" : " entries are outliers and were")
        + " taken as missing: in "
        + shown
        + (errors.columns().size() > SHOWN ? ", …" : "")
        + ". In these columns predictions take such entries as missing too";
  }
}

package org.slrm.io.score;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.RowBatch;
import org.slrm.result.FitReport.OutlierColumn;

/**
 * Counts entries of new rows that a model treats as missing because they are far outside the
 * training range.
 *
 * <pre>{@code
 * OutlierEntryCounts outliers = new OutlierEntryCounts(named);
 * outliers.add(batch);
 * outliers.lines().forEach(System.err::println);
 * }</pre>
 */
public final class OutlierEntryCounts {
  private final List<String> names;
  private final List<OutlierColumn> limits;
  private final Map<String, Long> counts = new TreeMap<>();

  /** Counts for rows of a model. */
  public OutlierEntryCounts(NamedModel model) {
    names = model.schema().featureNames();
    limits = model.model().report().outliers().columns();
  }

  /** Adds the rows of a batch. */
  public void add(RowBatch batch) {
    IncompleteMatrix x = batch.features();
    for (OutlierColumn c : limits) {
      for (int i = 0; i < x.rows(); i++) {
        double v = x.valueAt(i, c.feature());
        if (v < c.low() || v > c.high()) {
          counts.merge(names.get(c.feature()), 1L, Long::sum);
        }
      }
    }
  }

  /** A line of text for each column. */
  public List<String> lines() {
    return counts.entrySet().stream()
        .map(
            e ->
                "%s: %s far outside the training range, treated as missing"
                    .formatted(
                        e.getKey(), e.getValue() == 1 ? "1 entry" : e.getValue() + " entries"))
        .toList();
  }
}

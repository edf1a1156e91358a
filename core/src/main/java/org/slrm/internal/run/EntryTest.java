package org.slrm.internal.run;

import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;

/** A condition on an observed entry, with which rows are filtered. */
@FunctionalInterface
public interface EntryTest {
  /** Whether an entry of a column meets the condition. */
  boolean test(int column, double value);

  /** The row without the entries that do not; the same row if all do. */
  default IncompleteRow filter(IncompleteRow row) {
    int[] entries =
        IntStream.range(0, row.observed()).filter(e -> test(row.index(e), row.value(e))).toArray();
    return entries.length == row.observed()
        ? row
        : IncompleteRow.of(
            row.length(),
            IntStream.of(entries).map(row::index).toArray(),
            IntStream.of(entries).mapToDouble(row::value).toArray());
  }

  /** The table without the entries that do not; the same table if all do. */
  default IncompleteMatrix filter(IncompleteMatrix x) {
    if (IntStream.range(0, x.known()).allMatch(k -> test(x.column(k), x.value(k)))) {
      return x;
    }
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        if (test(x.column(k), x.value(k))) {
          out.entry(x.column(k), x.value(k));
        }
      }
      out.endRow();
    }
    return out.build();
  }
}

package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.check.TableColumns.Column;
import org.slrm.result.Folds;

/** A column with one value but in a handful of rows: it is constant in some fold. */
final class NearlyConstantCheck implements TableCheck {
  private static final int LEAST_ROWS = 30;

  @Override
  public List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    for (Column c : table.features()) {
      double[] sorted = c.sorted();
      int others = sorted.length < LEAST_ROWS ? 0 : sorted.length - commonest(sorted);
      if (others > 0 && others < Folds.DEFAULT) {
        String message =
            Words.quoted(c.name())
                + " has one value but in "
                + Words.rows(others)
                + ", so it is constant in parts of the data, and nothing said of it can be checked:"
                + " --ignore it, or get more rows that differ";
        out.add(new DataWarning(DataWarning.NEARLY_CONSTANT, c.name(), others, message));
      }
    }
    return out;
  }

  private static int commonest(double[] sorted) {
    int most = 0;
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from;
      while (to < sorted.length && sorted[to] == sorted[from]) {
        to++;
      }
      most = Math.max(most, to - from);
    }
    return most;
  }
}

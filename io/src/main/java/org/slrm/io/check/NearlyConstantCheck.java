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
      double[] known = c.known();
      int others = known.length < LEAST_ROWS ? 0 : others(known);
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

  /** How many differ from the value that more than half are, if there is one; else some number. */
  private static int others(double[] known) {
    double most = known[0];
    int ahead = 0;
    for (double v : known) {
      most = ahead == 0 ? v : most;
      ahead += v == most ? 1 : -1;
    }
    int out = 0;
    for (double v : known) {
      out += v == most ? 0 : 1;
    }
    return out;
  }
}

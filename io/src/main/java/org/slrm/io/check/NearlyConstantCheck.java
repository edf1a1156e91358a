package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.result.Folds;

/** A column with one value but in a handful of rows: it is constant in some fold. */
final class NearlyConstantCheck implements TableCheck {
  private static final int MIN_ROWS = 30;

  @Override
  public List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    for (CheckedColumn c : table.features()) {
      double[] known = c.known();
      int others = known.length < MIN_ROWS ? 0 : others(known);
      if (others > 0 && others < Folds.DEFAULT) {
        out.add(DataWarning.of(DataWarning.NEARLY_CONSTANT, c.name(), others));
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

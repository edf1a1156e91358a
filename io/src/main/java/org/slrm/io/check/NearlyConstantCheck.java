package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.result.Folds;

/** Finds columns that are constant in all but a few rows, and so in some fold. */
final class NearlyConstantCheck {
  private static final int MIN_ROWS = 30;

  private NearlyConstantCheck() {}

  static List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    for (CheckedColumn c : table.features()) {
      double[] observed = c.observed();
      long others = observed.length < MIN_ROWS ? 0 : others(observed);
      if (others > 0 && others < Folds.DEFAULT) {
        out.add(DataWarning.of(DataWarning.NEARLY_CONSTANT, c.name(), others));
      }
    }
    return out;
  }

  /** Number of values that differ from the majority value (Boyer–Moore vote), if there is one. */
  private static long others(double[] values) {
    double majority = values[0];
    int votes = 0;
    for (double v : values) {
      majority = votes == 0 ? v : majority;
      votes += v == majority ? 1 : -1;
    }
    double mode = majority;
    return Arrays.stream(values).filter(v -> v != mode).count();
  }
}

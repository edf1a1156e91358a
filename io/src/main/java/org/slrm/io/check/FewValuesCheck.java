package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.method.LabelKind;

/** Finds targets with few labels, or with few distinct numbers that may be classes or counts. */
final class FewValuesCheck {
  /** Minimum labels for nonlinear candidates; below this they fit noise. */
  static final int MIN_LABELS = 10;

  private static final int MAX_VALUES = 10;
  private static final int ROWS_PER_VALUE = 10;

  /** Number of values that is reported for any number of labels. */
  private static final int ALWAYS_FEW = 3;

  private FewValuesCheck() {}

  static List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    for (int t = 0; t < table.targets().size(); t++) {
      CheckedColumn target = table.targets().get(t);
      LabelKind kind = table.kinds().get(t);
      double[] labels = target.sorted();
      double[] values = Arrays.stream(labels).distinct().limit(MAX_VALUES + 1).toArray();
      boolean numeric = !kind.isClassification() && !kind.logScale();
      boolean few = values.length > 1 && values.length <= MAX_VALUES;
      boolean enough =
          values.length <= ALWAYS_FEW || labels.length >= ROWS_PER_VALUE * values.length;
      if (numeric && few && enough) {
        out.add(warning(target.name(), values));
      }
      if (labels.length < MIN_LABELS) {
        out.add(DataWarning.of(DataWarning.FEW_LABELS, target.name(), labels.length));
      }
    }
    return out;
  }

  private static DataWarning warning(String name, double[] values) {
    boolean counts =
        values.length > 2
            && values[0] == 0
            && Arrays.stream(values).allMatch(v -> v == Math.rint(v));
    List<Double> list = Arrays.stream(values).boxed().toList();
    return DataWarning.of(DataWarning.FEW_VALUES, name, values.length)
        .with("values", list)
        .with("counts", counts);
  }
}

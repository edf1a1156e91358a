package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.method.LabelKind;

/** A target of few labels, or of numbers with few values that may be classes or counts. */
final class FewValuesCheck implements TableCheck {
  /** With fewer labels nonlinear candidates fit noise. */
  static final int MIN_LABELS = 10;

  private static final int FEW = 10;
  private static final int ROWS_EACH = 10;

  /** Up to this many values a target is named whatever the number of its labels. */
  private static final int VERY_FEW = 3;

  @Override
  public List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    for (int t = 0; t < table.targets().size(); t++) {
      CheckedColumn target = table.targets().get(t);
      LabelKind kind = table.kinds().get(t);
      double[] known = target.sorted();
      double[] values = Arrays.stream(known).distinct().limit(FEW + 1).toArray();
      boolean number = !kind.isClassification() && !kind.logScale();
      boolean few = values.length > 1 && values.length <= FEW;
      boolean enough = values.length <= VERY_FEW || known.length >= ROWS_EACH * values.length;
      if (number && few && enough) {
        out.add(warning(target.name(), values));
      }
      if (known.length < MIN_LABELS) {
        out.add(DataWarning.of(DataWarning.FEW_LABELS, target.name(), known.length));
      }
    }
    return out;
  }

  private static DataWarning warning(String name, double[] values) {
    boolean counts =
        values.length > 2
            && values[0] == 0
            && Arrays.stream(values).allMatch(v -> v == Math.rint(v));
    return DataWarning.of(
        DataWarning.FEW_VALUES,
        name,
        values.length,
        "values",
        Arrays.stream(values).boxed().toList(),
        "counts",
        counts);
  }
}

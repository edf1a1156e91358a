package org.slrm.internal.outlier;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.regression.MeanImputed;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.special.SortOrder;
import org.slrm.result.Folds;

/** Out-of-fold label predictions by ridge regression on the most correlated features. */
final class LabelPilot {
  private final TrainingData data;
  private final MeanImputed filled;
  private final int[] fold;

  /**
   * For rows that all have a label.
   *
   * @param limited the labels limited to their reach, for choosing features
   */
  LabelPilot(IncompleteMatrix x, double[] labels, double[] limited, double[] weights, long seed) {
    IncompleteMatrix scaled = Scaling.of(x, Scaling.Kind.STANDARDIZE).apply(x);
    IncompleteMatrix used =
        x.columns() <= OutlierRules.PILOT_FEATURES
            ? scaled
            : scaled.selectColumns(mostCorrelated(scaled, limited));
    data = new TrainingData(used, IncompleteMatrix.ofColumn(labels), weights);
    filled = MeanImputed.of(data);
    fold = Folds.assign(labels.length, OutlierRules.FOLDS, seed);
  }

  /** Features most correlated with the label. */
  private static int[] mostCorrelated(IncompleteMatrix x, double[] label) {
    double mean = Arrays.stream(label).average().orElse(0);
    double[] with = new double[x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        with[x.column(k)] += x.value(k) * (label[i] - mean);
      }
    }
    return IntStream.of(SortOrder.by(with.length, j -> -Math.abs(with[j])))
        .limit(OutlierRules.PILOT_FEATURES)
        .sorted()
        .toArray();
  }

  /** The error of each row by a fit to the other folds, without excluded rows. */
  double[] errors(boolean[] excluded) {
    double[] error = new double[fold.length];
    for (int f = 0; f < OutlierRules.FOLDS; f++) {
      int[] rows = IntStream.of(Folds.without(fold, f)).filter(i -> !excluded[i]).toArray();
      int step = Math.max(1, rows.length / OutlierRules.PILOT_ROWS);
      int[] some = IntStream.range(0, rows.length / step).map(r -> rows[r * step]).toArray();
      PenaltyChoice fit =
          RidgeChoice.of(
              new MeanImputed(data.x().selectRows(some), filled.mean(), filled.variance()),
              data.rows(some),
              0);
      for (int i : Folds.of(fold, f)) {
        error[i] = data.label(i, 0) - filled.predict(i, fit.intercept(), fit.w());
      }
    }
    return error;
  }
}

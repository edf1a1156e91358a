package org.slrm.internal.outlier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.OutlierBounds;
import org.slrm.method.LabelKind;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Predictions;

/**
 * A table after exclusion of its outliers: an outlying entry becomes missing, a row with an
 * outlying label becomes unlabelled.
 *
 * @param x the features
 * @param y the labels
 * @param plausible limits that also apply to entries of new rows
 * @param found the excluded outliers
 */
public record OutlierExclusion(
    IncompleteMatrix x, IncompleteMatrix y, OutlierBounds plausible, FitReport.Outliers found) {

  /** A table without changes. */
  public static OutlierExclusion unchanged(IncompleteMatrix x, IncompleteMatrix y) {
    return new OutlierExclusion(x, y, OutlierBounds.ALL, FitReport.Outliers.NONE);
  }

  /** A table without its outliers. Only numeric labels are examined. */
  public static OutlierExclusion excluding(
      IncompleteMatrix x,
      IncompleteMatrix y,
      List<LabelKind> kinds,
      double @Nullable [] weights,
      long seed) {
    OutlierBounds plausible = OutlierEntries.of(x, weights);
    IncompleteMatrix withoutOutliers = plausible.of(x);
    List<FitReport.OutlierLabel> labels = new ArrayList<>();
    for (int t = 0; t < y.columns(); t++) {
      if (kinds.get(t) == LabelKind.NUMERIC) {
        labels.addAll(labels(withoutOutliers, y, t, weights, seed));
      }
    }
    if (labels.isEmpty() && !plausible.limited()) {
      return unchanged(x, y);
    }
    labels.sort(Comparator.comparingDouble(OutlierExclusion::absoluteError).reversed());
    return new OutlierExclusion(
        withoutOutliers,
        without(y, labels),
        plausible,
        new FitReport.Outliers(labels, columns(x, plausible, weights)));
  }

  /**
   * This table without labels that have outlying residuals in a fit to it; unchanged where
   * there are none. Predictions of the fit are computed only if needed.
   *
   * @param labels all labels, as they were given
   */
  public OutlierExclusion withoutOutlyingResiduals(
      IncompleteMatrix labels,
      List<LabelKind> kinds,
      CrossValidated cv,
      Supplier<Predictions> fit) {
    List<FitReport.OutlierLabel> all = new ArrayList<>(found.labels());
    for (int t = 0; t < labels.columns(); t++) {
      int target = t;
      boolean others = found.labels().stream().anyMatch(w -> w.target() == target);
      ResidualOutliers residuals = new ResidualOutliers(cv, labels.rows(), t, others);
      if (kinds.get(t) == LabelKind.NUMERIC && residuals.any()) {
        List<FitReport.OutlierLabel> more = residuals.labels(fit.get());
        long outlying = more.size() + all.stream().filter(w -> w.target() == target).count();
        if (outlying <= OutlierRules.MAX_LABELS * labelCount(labels, t)) {
          all.addAll(more);
        }
      }
    }
    if (all.size() == found.labels().size()) {
      return this;
    }
    all.sort(Comparator.comparingDouble(OutlierExclusion::absoluteError).reversed());
    return new OutlierExclusion(
        x, without(labels, all), plausible, new FitReport.Outliers(all, found.columns()));
  }

  private static long labelCount(IncompleteMatrix y, int t) {
    return IntStream.range(0, y.rows()).filter(i -> !Double.isNaN(y.valueAt(i, t))).count();
  }

  private static double absoluteError(FitReport.OutlierLabel w) {
    return Math.abs(w.label() - w.expected());
  }

  private static List<FitReport.OutlierLabel> labels(
      IncompleteMatrix x, IncompleteMatrix y, int t, double @Nullable [] weights, long seed) {
    int[] rows =
        IntStream.range(0, y.rows())
            .filter(i -> !Double.isNaN(y.valueAt(i, t)) && (weights == null || weights[i] > 0))
            .toArray();
    double[] label = IntStream.of(rows).mapToDouble(i -> y.valueAt(i, t)).toArray();
    double[] weight =
        IntStream.of(rows).mapToDouble(i -> weights == null ? 1 : weights[i]).toArray();
    OutlierLabels outlying = OutlierLabels.of(x.selectRows(rows), label, weight, seed);
    return IntStream.range(0, outlying.rows().length)
        .mapToObj(
            k -> {
              double value = label[outlying.rows()[k]];
              return new FitReport.OutlierLabel(
                  rows[outlying.rows()[k]], t, value, value - outlying.errors()[k]);
            })
        .toList();
  }

  private static IncompleteMatrix without(IncompleteMatrix y, List<FitReport.OutlierLabel> labels) {
    double[][] out = y.toNaN();
    labels.forEach(w -> out[w.row()][w.target()] = Double.NaN);
    return labels.isEmpty() ? y : IncompleteMatrix.ofNaN(out);
  }

  private static List<FitReport.OutlierColumn> columns(
      IncompleteMatrix x, OutlierBounds plausible, double @Nullable [] weights) {
    int[] entries = new int[x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        boolean counts = weights == null || weights[i] > 0;
        entries[x.column(k)] += counts && plausible.outlying(x.column(k), x.value(k)) ? 1 : 0;
      }
    }
    return IntStream.range(0, plausible.feature().length)
        .mapToObj(
            k ->
                new FitReport.OutlierColumn(
                    plausible.feature()[k],
                    entries[plausible.feature()[k]],
                    plausible.low()[k],
                    plausible.high()[k]))
        .toList();
  }
}

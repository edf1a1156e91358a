package org.slrm.internal.run;

import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.Scaling;
import org.slrm.internal.label.Label;

/**
 * The range of features and labels in training, and the limits on new rows beyond it (P-9). With R
 * the width of a feature's range, an entry beyond it by more than R is out of range: up to 3R it is
 * clamped to the range widened by R, beyond that it is treated as missing. Predictions of numbers
 * stay within the labels' range widened by half of it. An entry too large for floating-point sums
 * is always missing.
 *
 * @param low smallest entry of each feature; above {@code high} where none was known
 * @param high largest entry of each feature
 * @param labelLow least η of each column of labels
 * @param labelHigh largest η of each column of labels
 * @param thinning observed entries of training rows
 * @param extrapolating whether limits are only reported and not applied
 * @param units units of the features, of no columns where they are unknown
 */
public record TrainingRange(
    double[] low,
    double[] high,
    double[] labelLow,
    double[] labelHigh,
    Thinning thinning,
    boolean extrapolating,
    Scaling units) {
  private static final Scaling NO_UNITS = Scaling.of(new double[0], new double[0]);

  /** No limits: for models with unknown training ranges. */
  public static final TrainingRange NONE =
      new TrainingRange(new double[0], new double[0], new double[0], new double[0], Thinning.NONE);

  /** Treatment of entries out of range. */
  public enum Treatment {
    /** Entries stay, except those too large for floating-point sums. */
    KEEP,
    /** Near ones are clamped, far ones missing. */
    LIMIT,
    /** All are clamped. */
    CLAMP,
    /** All are missing. */
    DROP
  }

  /** Entries are out of range beyond it by this multiple of its width. */
  private static final double NEAR = 1;

  /** Entries are treated as missing beyond this multiple. */
  private static final double FAR = 3;

  /**
   * Entries farther from the centre of their feature than this number of its units are missing:
   * fill values and errors of units, whose squares and products would not be finite.
   */
  public static final double MAX_DISTANCE = 1e12;

  /** With fewer observed values, the range of a feature is widened. */
  private static final int ENOUGH = 20;

  /** Represents no limit. */
  private static final double UNLIMITED = Double.MAX_VALUE;

  /** The labels' range is widened by this multiple on either side. */
  private static final double LABELS = 0.5;

  /** Limits that are applied, for features with unknown units. */
  public TrainingRange(
      double[] low, double[] high, double[] labelLow, double[] labelHigh, Thinning thinning) {
    this(low, high, labelLow, labelHigh, thinning, false, NO_UNITS);
  }

  /** Limits from statistics of features and labels, with the labels' losses. */
  public static TrainingRange of(
      ColumnStatistics x, ColumnStatistics y, List<Label> kinds, Thinning thinning) {
    double[] low = new double[x.columns()];
    double[] high = new double[x.columns()];
    for (int j = 0; j < low.length; j++) {
      // A few values show little of the range, and equal ones nothing.
      double fewer = Math.max(1, (double) ENOUGH / x.known(j));
      double wider = (fewer * fewer - 1) * (x.max(j) - x.min(j)) / 2;
      boolean none = x.known(j) == 0 || x.known(j) < ENOUGH && x.min(j) == x.max(j);
      low[j] = none ? UNLIMITED : moderate(x.min(j) - wider, UNLIMITED);
      high[j] = none ? -UNLIMITED : moderate(x.max(j) + wider, -UNLIMITED);
    }
    double[] labelLow = new double[y.columns()];
    double[] labelHigh = new double[y.columns()];
    for (int c = 0; c < labelLow.length; c++) {
      double wider = LABELS * (y.max(c) - y.min(c));
      labelLow[c] = eta(kinds.get(c), y.min(c) - wider, -UNLIMITED);
      labelHigh[c] = eta(kinds.get(c), y.max(c) + wider, UNLIMITED);
    }
    return new TrainingRange(low, high, labelLow, labelHigh, thinning);
  }

  private static double moderate(double v, double none) {
    return Double.isNaN(v) ? none : Math.max(-UNLIMITED, Math.min(UNLIMITED, v));
  }

  /** The η with the given expected label, if there is one. */
  private static double eta(Label label, double mean, double none) {
    double eta = label.link(mean);
    // A link maps impossible labels to the nearest possible one.
    boolean possible = Math.abs(label.mean(eta) - mean) <= 1e-9 * Math.max(1, Math.abs(mean));
    return possible && Double.isFinite(eta) ? moderate(eta, none) : none;
  }

  /** Without limits for a label column. */
  public TrainingRange unlimited(int column) {
    double[] lowest = labelLow.clone();
    double[] highest = labelHigh.clone();
    lowest[column] = -UNLIMITED;
    highest[column] = UNLIMITED;
    return new TrainingRange(low, high, lowest, highest, thinning, extrapolating, units);
  }

  /** With limits that are reported and not applied. */
  public TrainingRange extrapolated() {
    return new TrainingRange(low, high, labelLow, labelHigh, thinning, true, units);
  }

  /** For features of the given units. */
  public TrainingRange in(Scaling features) {
    return new TrainingRange(low, high, labelLow, labelHigh, thinning, extrapolating, features);
  }

  /** η of a column within its limits. */
  public double label(int column, double eta) {
    return extrapolating || column >= labelLow.length
        ? eta
        : Math.max(labelLow[column], Math.min(labelHigh[column], eta));
  }

  /** Whether η of a column is beyond its limits, also where they are not applied. */
  public boolean beyond(int column, double eta) {
    return column < labelLow.length && (eta < labelLow[column] || eta > labelHigh[column]);
  }

  /** Width of the limits of a column: no prediction error exceeds it. */
  public double labelWidth(int column) {
    return column < labelLow.length ? labelHigh[column] - labelLow[column] : UNLIMITED;
  }

  private double widened(int j, double v, double by) {
    double width = by * (high[j] - low[j]);
    return Math.max(low[j] - width, Math.min(high[j] + width, v));
  }

  /** Whether an entry of a feature is out of range. */
  public boolean outside(int j, double v) {
    return notSummable(j, v) || limits(j) && widened(j, v, NEAR) != v;
  }

  private boolean limits(int j) {
    return j < low.length && low[j] <= high[j];
  }

  /** Whether an entry is near enough to the centre of its column for floating-point sums. */
  public static boolean summable(Scaling units, int j, double v) {
    return Math.abs(units.scaled(j, v)) <= MAX_DISTANCE;
  }

  private boolean notSummable(int j, double v) {
    return j < units.columns()
        && !summable(units, j, v)
        && !(limits(j) && low[j] <= v && v <= high[j]);
  }

  /** Whether some entry of a row is out of range. */
  public boolean outside(IncompleteRow row) {
    return any(row, this::outside);
  }

  /** The rows of a table that have an entry out of range. */
  public int[] outside(IncompleteMatrix x) {
    return rows(x, this::outside);
  }

  /** The row as members see it. */
  public IncompleteRow limited(IncompleteRow row) {
    return any(row, changed())
        ? treated(IncompleteMatrix.builder(row.length()).add(row).build(), usual()).row(0)
        : row;
  }

  /** The rows as members see them. */
  public IncompleteMatrix limited(IncompleteMatrix x) {
    return rows(x, changed()).length == 0 ? x : treated(x, usual());
  }

  private Treatment usual() {
    return extrapolating ? Treatment.KEEP : Treatment.LIMIT;
  }

  private EntryTest changed() {
    return extrapolating ? this::notSummable : this::outside;
  }

  private static boolean any(IncompleteRow row, EntryTest test) {
    return IntStream.range(0, row.observed()).anyMatch(e -> test.test(row.index(e), row.value(e)));
  }

  private int[] rows(IncompleteMatrix x, EntryTest test) {
    return IntStream.range(0, low.length + units.columns() == 0 ? 0 : x.rows())
        .filter(
            i -> {
              boolean any = false;
              for (int k = x.rowStart(i); k < x.rowStart(i + 1) && !any; k++) {
                any = test.test(x.column(k), x.value(k));
              }
              return any;
            })
        .toArray();
  }

  /** The rows with one treatment of entries out of range. */
  public IncompleteMatrix treated(IncompleteMatrix x, Treatment treatment) {
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        double v = x.value(k);
        boolean outside = outside(j, v);
        if (!outside || !missing(j, v, treatment)) {
          boolean clamped = outside && treatment != Treatment.KEEP;
          out.entry(j, clamped ? widened(j, v, NEAR) : v);
        }
      }
      out.endRow();
    }
    return out.build();
  }

  private boolean missing(int j, double v, Treatment treatment) {
    return switch (treatment) {
      case KEEP -> notSummable(j, v);
      case LIMIT -> !limits(j) || widened(j, v, FAR) != v;
      case CLAMP -> !limits(j);
      case DROP -> true;
    };
  }
}

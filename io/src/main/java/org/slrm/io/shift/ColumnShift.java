package org.slrm.io.shift;

import java.util.List;

/**
 * Comparison of a column in new rows with the same column in training.
 *
 * <pre>{@code
 * TrainingProfile profile = ModelFile.read(path).training();
 * for (ColumnShift s : new NewDataCheck(profile, schema, null).add(batch).columns()) {
 *   System.out.println(s.before().column().name() + " " + s.outside() + " outside");
 * }
 * }</pre>
 *
 * @param before the column in training
 * @param rows number of new rows
 * @param known number of observed new values
 * @param below number of values below the training range
 * @param above number of values above the training range
 * @param min smallest new value; NaN without observed values
 * @param max largest new value; NaN without observed values
 * @param clamped number of entries that the model clamps: outside the range by more than its width
 * @param dropped number of entries that the model treats as missing: farther outside
 * @param shares fractions of new values, by the levels or bins of {@link ColumnShape#shares}
 */
public record ColumnShift(
    ColumnShape before,
    long rows,
    long known,
    long below,
    long above,
    double min,
    double max,
    long clamped,
    long dropped,
    List<Double> shares) {
  /** Minimum fraction of values outside that is reported. */
  private static final double MIN_FRACTION = 0.01;

  /** Minimum ratio to the expected number of values outside that is reported. */
  private static final double MIN_RATIO = 5;

  private static final int MIN_OUTSIDE = 3;

  /** Minimum change of a fraction, in standard errors and absolute, that is reported. */
  private static final double MIN_STANDARD_ERRORS = 4;

  private static final double MIN_DIFFERENCE = 0.05;

  public ColumnShift {
    shares = List.copyOf(shares);
  }

  /** Fraction of missing entries in the new rows. */
  public double missing() {
    return rows == 0 ? 0 : 1 - (double) known / rows;
  }

  /** Fraction of new values outside the training range. */
  public double outside() {
    return known == 0 ? 0 : (double) (below + above) / known;
  }

  /** Distance of the farthest new value from the training range, in widths of the range. */
  public double beyond() {
    double distance = Math.max(before.min() - min, max - before.max());
    return below + above == 0 ? 0 : distance / (before.max() - before.min());
  }

  /** Severity of the differences, for sorting. */
  double severity() {
    return Math.min(1e300, beyond()) + outside() + Math.abs(missing() - before.missing());
  }

  /** Whether the column was observed in training and is missing in every new row. */
  public boolean trainOnly() {
    return rows > 0 && known == 0 && before.missing() < 1;
  }

  /**
   * Whether a value is outside by more than the width of the range, or more values are outside than
   * expected by chance.
   */
  boolean farOutside(long trainingRows) {
    double chance = 2.0 / (1 + trainingRows * (1 - before.missing()));
    boolean frequent =
        below + above >= MIN_OUTSIDE && outside() > Math.max(MIN_FRACTION, MIN_RATIO * chance);
    return beyond() > 1 || frequent;
  }

  boolean missingnessChanged(long trainingRows) {
    double a = before.missing();
    double b = missing();
    double pooled = (a * trainingRows + b * rows) / (trainingRows + rows);
    double error = Math.sqrt(pooled * (1 - pooled) * (1.0 / trainingRows + 1.0 / rows));
    return Math.abs(a - b) > Math.max(MIN_DIFFERENCE, MIN_STANDARD_ERRORS * error);
  }
}

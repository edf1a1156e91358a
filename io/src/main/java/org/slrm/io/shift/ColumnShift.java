package org.slrm.io.shift;

import java.util.List;

/**
 * A column of new rows compared with the same column at training.
 *
 * <pre>{@code
 * TrainingProfile profile = ModelFile.read(path).training();
 * for (ColumnShift s : new NewDataCheck(profile, schema, null).add(batch).columns()) {
 *   System.out.println(s.before().column().name() + " " + s.outside() + " outside");
 * }
 * }</pre>
 *
 * @param before the column at training
 * @param rows how many new rows there are
 * @param known how many of them know the column
 * @param below how many are below all values at training
 * @param above how many are above
 * @param min smallest new value, NaN without any
 * @param max largest new value, NaN without any
 * @param clamped how many the model clamps, as they are beyond the range by more than its width
 * @param dropped how many the model treats as missing, as they are farther outside
 * @param shares of new known values, by the levels or bins of {@link ColumnShape#shares}
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
  /** Least fraction of values outside that is reported. */
  private static final double WORTH_TELLING = 0.01;

  /** Multiple of the expected number outside that is reported. */
  private static final double TIMES = 5;

  private static final int MIN_OUTSIDE = 3;

  /** Standard errors, and percentage points, by which a fraction must change to be reported. */
  private static final double CLEARLY = 4;

  private static final double DIFFERENCE = 0.05;

  /** Copies the list. */
  public ColumnShift {
    shares = List.copyOf(shares);
  }

  /** Fraction of missing entries in the new rows. */
  public double missing() {
    return rows == 0 ? 0 : 1 - (double) known / rows;
  }

  /** Fraction of known new values outside the training range. */
  public double outside() {
    return known == 0 ? 0 : (double) (below + above) / known;
  }

  /** Distance of the farthest new value from the training range, in widths of the range. */
  public double beyond() {
    double by = Math.max(before.min() - min, max - before.max());
    return below + above == 0 ? 0 : by / (before.max() - before.min());
  }

  /** The order of columns that differ. */
  double gravity() {
    return Math.min(1e300, beyond()) + outside() + Math.abs(missing() - before.missing());
  }

  /** Whether the column was known at training and is missing in every new row. */
  public boolean trainOnly() {
    return rows > 0 && known == 0 && before.missing() < 1;
  }

  /** Whether a value is a whole range outside, or more are outside than expected by chance. */
  boolean farOutside(long trainingRows) {
    double chance = 2.0 / (1 + trainingRows * (1 - before.missing()));
    boolean many =
        below + above >= MIN_OUTSIDE && outside() > Math.max(WORTH_TELLING, TIMES * chance);
    return beyond() > 1 || many;
  }

  boolean missingMoved(long trainingRows) {
    double a = before.missing();
    double b = missing();
    double all = (a * trainingRows + b * rows) / (trainingRows + rows);
    double error = Math.sqrt(all * (1 - all) * (1.0 / trainingRows + 1.0 / rows));
    return Math.abs(a - b) > Math.max(DIFFERENCE, CLEARLY * error);
  }
}

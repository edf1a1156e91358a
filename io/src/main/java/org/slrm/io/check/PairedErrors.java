package org.slrm.io.check;

import java.util.stream.IntStream;
import org.slrm.result.CrossValidated;

/**
 * Squared errors of two cross-validations on the same rows.
 *
 * @param first mean of the first
 * @param second mean of the second
 * @param standardError that of their difference
 */
record PairedErrors(double first, double second, double standardError) {
  static PairedErrors of(CrossValidated first, CrossValidated second) {
    double[] more =
        IntStream.range(0, first.rows())
            .mapToDouble(i -> square(first, i) - square(second, i))
            .toArray();
    double mean = IntStream.range(0, more.length).mapToDouble(i -> more[i]).average().orElse(0);
    double spread = 0;
    for (double d : more) {
      spread += (d - mean) * (d - mean);
    }
    return new PairedErrors(
        first.mse(0), second.mse(0), Math.sqrt(spread) / Math.max(1, more.length));
  }

  private static double square(CrossValidated cv, int i) {
    double e = cv.label(i, 0) - cv.prediction(i, 0);
    return e * e;
  }

  /** Whether the first is larger, by a factor and by so many standard errors. */
  boolean firstLarger(double factor, double standardErrors) {
    return first > factor * second && first - second > standardErrors * standardError;
  }
}

package org.slrm.io.check;

import java.util.stream.IntStream;

/**
 * Squared errors of two predictions of the same rows.
 *
 * @param first mean squared error of the first prediction
 * @param second mean squared error of the second prediction
 * @param standardError standard error of the difference
 */
record PairedErrors(double first, double second, double standardError) {
  /** Errors over rows with both predictions. */
  static PairedErrors of(double[] y, double[] first, double[] second) {
    double[] difference =
        IntStream.range(0, y.length)
            .mapToDouble(i -> square(y[i] - first[i]) - square(y[i] - second[i]))
            .filter(d -> !Double.isNaN(d))
            .toArray();
    double sum = 0;
    for (double d : difference) {
      sum += d;
    }
    int n = difference.length;
    double squares = 0;
    for (double d : difference) {
      squares += square(d - sum / n);
    }
    double error = Math.sqrt(squares) / Math.max(1, n);
    return new PairedErrors(meanSquare(y, first), meanSquare(y, second), error);
  }

  /** Mean squared error over rows with a prediction. */
  static double meanSquare(double[] y, double[] prediction) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < y.length; i++) {
      if (!Double.isNaN(prediction[i])) {
        sum += square(y[i] - prediction[i]);
        n++;
      }
    }
    return sum / n;
  }

  private static double square(double v) {
    return v * v;
  }

  /** Whether the first error is larger by a factor and by a number of standard errors. */
  boolean firstLarger(double factor, double standardErrors) {
    return first > factor * second && first - second > standardErrors * standardError;
  }
}

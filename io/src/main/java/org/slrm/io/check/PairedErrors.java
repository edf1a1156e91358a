package org.slrm.io.check;

/**
 * Squared errors of two predictions of the same rows.
 *
 * @param first mean of the first
 * @param second mean of the second
 * @param standardError that of their difference
 */
record PairedErrors(double first, double second, double standardError) {
  /** Over rows that both predict. */
  static PairedErrors of(double[] y, double[] first, double[] second) {
    double[] more = new double[y.length];
    double sum = 0;
    int n = 0;
    for (int i = 0; i < y.length; i++) {
      double d = square(y[i] - first[i]) - square(y[i] - second[i]);
      if (!Double.isNaN(d)) {
        more[n++] = d;
        sum += d;
      }
    }
    double spread = 0;
    for (int k = 0; k < n; k++) {
      spread += square(more[k] - sum / n);
    }
    double error = Math.sqrt(spread) / Math.max(1, n);
    return new PairedErrors(meanSquare(y, first), meanSquare(y, second), error);
  }

  /** Mean squared error over rows that are predicted. */
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

  /** Whether the first is larger, by a factor and by a number of standard errors. */
  boolean firstLarger(double factor, double standardErrors) {
    return first > factor * second && first - second > standardErrors * standardError;
  }
}

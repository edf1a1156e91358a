package org.slrm.result;

/**
 * What a model says of one target of one row.
 *
 * <pre>{@code
 * Prediction p = model.predict(row);
 * p.mean();  p.standardError();  p.interval(0.9).low();
 * }</pre>
 */
public final class Prediction {
  private final double mean;
  private final double standardError;
  private final boolean answered;
  private final int observed;
  private final Calibration calibration;

  public Prediction(
      double mean, double standardError, boolean answered, int observed, Calibration calibration) {
    this.mean = mean;
    this.standardError = standardError;
    this.answered = answered;
    this.observed = observed;
    this.calibration = calibration;
  }

  /** The predicted label. */
  public double mean() {
    return mean;
  }

  /**
   * Standard error of the label around the prediction, as the model sees it, before calibration.
   */
  public double standardError() {
    return standardError;
  }

  /**
   * Whether the method answered; a gated method that refuses a row predicts the intercept and says
   * so here.
   */
  public boolean answered() {
    return answered;
  }

  /** Number of observed entries the prediction rests on. */
  public int observed() {
    return observed;
  }

  /** An interval meant to hold the label with the given probability. */
  public Interval interval(double level) {
    double half = calibration.factor(level) * standardError;
    return new Interval(mean - half, mean + half);
  }

  /**
   * An interval.
   *
   * @param low lower end
   * @param high upper end
   */
  public record Interval(double low, double high) {}

  @Override
  public String toString() {
    return "Prediction[" + mean + " ± " + standardError + (answered ? "]" : ", not answered]");
  }
}

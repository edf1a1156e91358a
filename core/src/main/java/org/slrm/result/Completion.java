package org.slrm.result;

/**
 * A completed row: observed entries as they are with error 0, missing ones by expectation.
 *
 * <pre>{@code
 * Completion c = model.complete(row);
 * double value = c.value(1);
 * double error = c.standardError(1);   // 0 where the entry was known
 * }</pre>
 *
 * @param value every feature's value
 * @param standardError its standard error
 */
public record Completion(double[] value, double[] standardError) {
  /** Copies the arrays. */
  public Completion {
    value = value.clone();
    standardError = standardError.clone();
  }

  /** Every feature's value, a copy. */
  @Override
  public double[] value() {
    return value.clone();
  }

  /** A feature's value. */
  public double value(int feature) {
    return value[feature];
  }

  /** Every feature's standard error, a copy. */
  @Override
  public double[] standardError() {
    return standardError.clone();
  }

  /** A feature's standard error. */
  public double standardError(int feature) {
    return standardError[feature];
  }
}

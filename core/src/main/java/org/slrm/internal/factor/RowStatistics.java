package org.slrm.internal.factor;

import org.slrm.internal.masking.ObservedValues;

/** Rows that are read themselves, not summarised by second moments. */
public interface RowStatistics extends LikelihoodRows {
  /** The E step under θ with column weights ω. */
  FactorStatistics expectations(Factors theta, double[] omega);

  /** The observed values of each feature. */
  ObservedValues[] observedValues();
}

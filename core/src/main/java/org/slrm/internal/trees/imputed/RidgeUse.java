package org.slrm.internal.trees.imputed;

/** What trees make of a line's prediction. */
public enum RidgeUse {
  /** Nothing. */
  NONE,
  /** It is one more input. */
  INPUT,
  /** They predict what it leaves over. */
  RESIDUAL
}

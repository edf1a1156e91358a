package org.slrm.internal.trees.imputed;

/** How trees use the ridge prediction. */
public enum RidgeUse {
  /** Nothing. */
  NONE,
  /** As one more input. */
  INPUT,
  /** Trees are fitted to its residuals. */
  RESIDUAL
}

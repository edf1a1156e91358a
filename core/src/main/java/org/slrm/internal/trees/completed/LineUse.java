package org.slrm.internal.trees.completed;

/** What trees make of a line's prediction. */
public enum LineUse {
  /** Nothing. */
  NONE,
  /** It is one more input. */
  INPUT,
  /** They predict what it leaves over. */
  RESIDUAL
}

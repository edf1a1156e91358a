package org.slrm.internal.label;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.slrm.method.LabelKind;

/**
 * What a user's target is: how its labels become columns that solvers see, and how what members say
 * of these becomes an answer. η and its variance are in the units of the encoded labels. Immutable.
 */
public sealed interface Target extends Serializable permits NumberTarget, ClassTarget {
  /** What users call it. */
  LabelKind kind();

  /** Number of columns it becomes. */
  int columns();

  /** The label of a column. */
  Label label(int column);

  /** Number of classes, 0 for a number. */
  int levels();

  /** Writes what each column says of a label; NaN where it says nothing. */
  void encode(double y, double[] out, int at);

  /** The rule that a label breaks, null if it breaks none. */
  @Nullable String broken(double y);
}

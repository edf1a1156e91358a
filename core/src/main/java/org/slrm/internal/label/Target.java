package org.slrm.internal.label;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.slrm.method.LabelKind;

/**
 * A user's target: how its labels are encoded as columns, and how members' predictions of these
 * become a prediction of the target. η and its variance are in the units of the encoded labels.
 * Immutable.
 */
public sealed interface Target extends Serializable permits NumberTarget, ClassTarget {
  /** Its kind for users. */
  LabelKind kind();

  /** Number of its columns. */
  int columns();

  /** The label of a column. */
  Label label(int column);

  /** Number of classes, 0 for a number. */
  int levels();

  /** Writes the encoded label of each column; NaN where it does not apply. */
  void encode(double y, double[] out, int at);

  /** The rule that a label breaks, null if it breaks none. */
  @Nullable String broken(double y);
}

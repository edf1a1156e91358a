package org.slrm.internal.auto.recipe;

import java.util.Map;
import org.slrm.internal.predict.Member;

/** One way of making a member from rows: a candidate of the family. */
public interface Recipe {
  /** What it is, in words. */
  String name();

  /** Its rank, 0 without one. */
  int rank();

  /** The settings that make it. */
  Map<String, Object> settings();

  /**
   * Whether it is no line for a given pattern: such a recipe takes long, and has to show on the
   * first folds that data bend.
   */
  default boolean bends() {
    return false;
  }

  /** Whether it takes long enough to be dropped early where it adds nothing to the best so far. */
  default boolean raced() {
    return bends();
  }

  /** Fits it. */
  Member fit(SharedFits set);
}

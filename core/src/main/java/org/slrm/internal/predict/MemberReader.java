package org.slrm.internal.predict;

import org.jspecify.annotations.Nullable;
import org.slrm.result.ModelState;

/** Reads a member of any kind, for members that contain another. */
@FunctionalInterface
public interface MemberReader {
  /** The member with these values, whose arrays have the given prefix in a state. */
  Member member(
      ModelState state, @Nullable Object values, String prefix, int features, int targets);
}

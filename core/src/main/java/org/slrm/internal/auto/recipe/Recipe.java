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

  /**
   * Whether it protects against a failure of the other candidates: it stays in the search if it
   * would have any weight in the ensemble, however uncertain its gain is.
   */
  default boolean safetyNet() {
    return false;
  }

  /** What it is alike: where one of a family was of no use, another hardly is. */
  enum Family {
    LINES,
    TREES,
    KERNELS,
    NEIGHBOURS,
    UNIONS
  }

  /** Its family. */
  default Family family() {
    return Family.LINES;
  }

  /** On what share of tables that bend one like it was kept; counted, see {@link AutoRules}. */
  default double odds() {
    return 1;
  }

  /**
   * Roughly how many seconds a fit takes, where it bends; a stated rule, so that choices do not
   * depend on clocks.
   */
  default double seconds(TableSize size) {
    return 0;
  }

  /**
   * Whether its regression is fitted to the rows in memory alone, where there are more elsewhere:
   * what bends needs rows at hand, again and again.
   */
  default boolean sampleOnly(CandidateRows rows) {
    return bends() && !rows.whole();
  }

  /** Fits it. */
  Member fit(SharedFits set);
}

package org.slrm.internal.selection.rows;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.Factors;

/**
 * Fits of other rows of the table to start from.
 *
 * @param fits by their settings
 * @param labels whether their regressors may be used too. Between folds they may not: one fold's
 *     training rows are another's held-out rows
 */
public record WarmStarts(Map<SharedFits.Key, Factors> fits, boolean labels) {
  /** No fits to start from. */
  public static WarmStarts none() {
    return new WarmStarts(Map.of(), false);
  }

  /** Fits of some of the rows, for a fit of all of them. */
  public static WarmStarts ofPart(Map<SharedFits.Key, Factors> fits) {
    return new WarmStarts(fits, true);
  }

  /** Fits of another fold; only their feature models are used. */
  public static WarmStarts ofFold(Map<SharedFits.Key, Factors> fits) {
    return new WarmStarts(fits, false);
  }

  /** A label-free fit, null without one. */
  @Nullable Factors features(SharedFits.Key key) {
    return fits.get(key);
  }

  /**
   * A joint fit, null without one; of another fold only its first columns. With a large supervision
   * weight these contain too much of the labels.
   */
  @Nullable Factors joint(SharedFits.Key key, int features) {
    Factors found = fits.get(key);
    if (found == null || labels) {
      return found;
    }
    return key.config().supervision() == 1 ? found.columns(0, features) : null;
  }

  /** Iterations from a start, if there is one. */
  public int iterations(@Nullable Factors start, int limit) {
    return start == null || labels ? limit : Math.min(limit, SelectionRules.FROM_FOLD);
  }
}

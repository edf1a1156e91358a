package org.slrm.internal.auto.recipe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What recipes found best on the rows of the first fold: a number of trees, a kernel, a penalty.
 * The other folds take it over, so that it is looked for once and not in every fold. Whoever fits
 * folds fits the first before the others.
 */
public final class Findings {
  private final Map<Object, Object> found;
  private final boolean first;

  private Findings(Map<Object, Object> found, boolean first) {
    this.found = found;
    this.first = first;
  }

  /** Of a first fold, which looks for itself. */
  public static Findings first() {
    return new Findings(new ConcurrentHashMap<>(), true);
  }

  /** The same for another fold, which adds nothing. */
  public Findings others() {
    return new Findings(found, false);
  }

  /** What was found under a key, null when nothing was and in the first fold. */
  <T> @Nullable T known(Object key, Class<T> type) {
    return first ? null : type.cast(found.get(key));
  }

  /** Keeps what was found, in the first fold. */
  void keep(Object key, Object value) {
    if (first) {
      found.put(key, value);
    }
  }
}

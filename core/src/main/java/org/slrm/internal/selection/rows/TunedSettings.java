package org.slrm.internal.selection.rows;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What candidates found best on the rows of the first fold: a number of trees, a kernel, a penalty.
 * The other folds take it over, so that it is looked for once and not in every fold. Whoever fits
 * folds fits the first before the others.
 */
public final class TunedSettings {
  private enum Stage {
    FIRST_FOLD,
    OTHER_FOLD,
    FINAL_FIT
  }

  private final Map<Object, Object> found;
  private final Stage stage;

  private TunedSettings(Map<Object, Object> found, Stage stage) {
    this.found = found;
    this.stage = stage;
  }

  /** Of a first fold, which looks for itself. */
  public static TunedSettings first() {
    return new TunedSettings(new ConcurrentHashMap<>(), Stage.FIRST_FOLD);
  }

  /** The same for another fold, which adds nothing. */
  public TunedSettings others() {
    return new TunedSettings(found, Stage.OTHER_FOLD);
  }

  /** The same for the final fit, which looks for itself unless it asks what folds found. */
  public TunedSettings last() {
    return new TunedSettings(found, Stage.FINAL_FIT);
  }

  /** What was found under a key, null when nothing was, in the first fold and in the final fit. */
  public <T> @Nullable T known(Object key, Class<T> type) {
    return stage == Stage.OTHER_FOLD ? type.cast(found.get(key)) : null;
  }

  /** The same for the final fit as well. */
  public <T> @Nullable T foundByFolds(Object key, Class<T> type) {
    return stage == Stage.FIRST_FOLD ? null : type.cast(found.get(key));
  }

  /** Keeps what was found, in the first fold. */
  public void keep(Object key, Object value) {
    if (stage == Stage.FIRST_FOLD) {
      found.put(key, value);
    }
  }
}

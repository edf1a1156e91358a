package org.slrm.internal.selection.rows;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Settings that candidates found best on the rows of the first fold: a number of trees, a kernel, a
 * penalty. The other folds reuse them. The first fold must be fitted before the others.
 */
public record TunedSettings(Map<Object, Object> found, Stage stage) {
  private enum Stage {
    FIRST_FOLD,
    OTHER_FOLD,
    FINAL_FIT
  }

  /** The settings of a first fold, which searches. */
  public static TunedSettings first() {
    return new TunedSettings(new ConcurrentHashMap<>(), Stage.FIRST_FOLD);
  }

  /** The settings for another fold, which does not search. */
  public TunedSettings others() {
    return new TunedSettings(found, Stage.OTHER_FOLD);
  }

  /** The settings for the final fit, which searches unless it asks for those of the folds. */
  public TunedSettings last() {
    return new TunedSettings(found, Stage.FINAL_FIT);
  }

  /** The settings of a key; null in the first fold, the final fit, and if none were found. */
  public <T> @Nullable T known(Object key, Class<T> type) {
    return stage == Stage.OTHER_FOLD ? type.cast(found.get(key)) : null;
  }

  /** The settings of a key, also in the final fit. */
  public <T> @Nullable T tunedByFolds(Object key, Class<T> type) {
    return stage == Stage.FIRST_FOLD ? null : type.cast(found.get(key));
  }

  /** Stores settings in the first fold. */
  public void store(Object key, Object value) {
    if (stage == Stage.FIRST_FOLD) {
      found.put(key, value);
    }
  }
}

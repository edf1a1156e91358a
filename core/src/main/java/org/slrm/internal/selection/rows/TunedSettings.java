package org.slrm.internal.selection.rows;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Settings that candidates found best on the rows of the first fold: a number of trees, a kernel, a
 * penalty. The other folds reuse them. The first fold must be fitted before the others.
 *
 * @param found the settings by labels and key
 * @param labels how labels are represented
 */
public record TunedSettings(Map<Object, Object> found, Stage stage, LabelView labels) {
  /** How labels are represented: as they are, by class, or by their logarithm. */
  public enum LabelView {
    PLAIN,
    CLASSES,
    LOG
  }

  private enum Stage {
    FIRST_FOLD,
    OTHER_FOLD,
    FINAL_FIT
  }

  /** The settings of a first fold, which searches. */
  public static TunedSettings first() {
    return new TunedSettings(new ConcurrentHashMap<>(), Stage.FIRST_FOLD, LabelView.PLAIN);
  }

  /** The settings for another fold, which does not search. */
  public TunedSettings others() {
    return new TunedSettings(found, Stage.OTHER_FOLD, labels);
  }

  /** The settings for the final fit, which searches unless it asks for those of the folds. */
  public TunedSettings last() {
    return new TunedSettings(found, Stage.FINAL_FIT, labels);
  }

  /** The settings for labels in another representation. */
  public TunedSettings of(LabelView view) {
    return new TunedSettings(found, stage, view);
  }

  /** The settings of a key; null in the first fold, the final fit, and if none were found. */
  public <T> @Nullable T known(Object key, Class<T> type) {
    return stage == Stage.OTHER_FOLD ? type.cast(found.get(List.of(labels, key))) : null;
  }

  /** The settings of a key, also in the final fit. */
  public <T> @Nullable T tunedByFolds(Object key, Class<T> type) {
    return stage == Stage.FIRST_FOLD ? null : type.cast(found.get(List.of(labels, key)));
  }

  /** Stores settings in the first fold. */
  public void store(Object key, Object value) {
    if (stage == Stage.FIRST_FOLD) {
      found.put(List.of(labels, key), value);
    }
  }
}

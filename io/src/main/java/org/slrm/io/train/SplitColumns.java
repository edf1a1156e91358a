package org.slrm.io.train;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.CrossValidation;
import org.slrm.Trainer;
import org.slrm.io.check.RowFolds;
import org.slrm.io.source.InputException;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * Groups or times by which the rows of a table are split.
 *
 * <pre>{@code
 * SplitColumns split = new TableTrainer(TrainingSettings.of("y").withGroup("site")).prepare("soil.csv").split();
 * Trainer trainer = split.in(Slrm.with(config));
 * }</pre>
 *
 * @param time time of each row; null without times
 * @param group group of each row; null without groups
 */
public record SplitColumns(double @Nullable [] time, int @Nullable [] group) {
  /** Independent rows. */
  public static final SplitColumns NONE = new SplitColumns(null, null);

  /** Rejects columns with a single value. */
  SplitColumns checked(String data, String column) {
    long values =
        time != null
            ? Arrays.stream(time).distinct().count()
            : group != null ? Arrays.stream(group).distinct().count() : 2;
    if (values < 2) {
      throw InputException.of("must have at least 2 values to split by, has one")
          .file(data)
          .column(column);
    }
    return this;
  }

  /** A trainer with these splits. */
  public Trainer in(Trainer trainer) {
    return time != null ? trainer.time(time) : group != null ? trainer.groups(group) : trainer;
  }

  /** A cross-validation with these splits. */
  public CrossValidation in(CrossValidation cv) {
    return time != null ? cv.time(time) : group != null ? cv.groups(group) : cv;
  }

  /** Folds of the rows, for the checks of a table. */
  RowFolds folds(int rows) {
    double[] t = time;
    int[] g = group;
    return t != null ? RowFolds.times(t) : g != null ? RowFolds.groups(g) : RowFolds.random(rows);
  }

  /** Clusters of rows with dependent errors; null if rows are independent. */
  int @Nullable [] clusters() {
    return time != null ? Folds.blocks(time, Metrics.TIME_BLOCKS) : group;
  }

  /** Whether there are groups or times. */
  public boolean given() {
    return time != null || group != null;
  }

  /** The groups or times of a subset of the rows. */
  SplitColumns rows(int[] indices) {
    double[] t = time;
    int[] g = group;
    return new SplitColumns(
        t == null ? null : IntStream.of(indices).mapToDouble(i -> t[i]).toArray(),
        g == null ? null : IntStream.of(indices).map(i -> g[i]).toArray());
  }

  /** Rows to hold out: the latest rows, whole groups, or random rows. */
  boolean[] part(int rows, double fraction, long seed) {
    int requested = Math.max(1, Math.min(rows - 2, (int) Math.round(fraction * rows)));
    boolean[] out = new boolean[rows];
    double[] times = time;
    if (times != null) {
      double[] sorted = times.clone();
      Arrays.sort(sorted);
      double from = sorted[rows - requested];
      boolean earliest = from == sorted[0];
      for (int i = 0; i < rows; i++) {
        out[i] = earliest ? times[i] > from : times[i] >= from;
      }
    } else if (group != null) {
      groups(group, requested, seed, out);
    } else {
      Arrays.stream(Folds.shuffled(rows, seed), 0, requested).forEach(i -> out[i] = true);
    }
    return out;
  }

  /** Holds out whole groups in random order up to the requested number of rows. */
  private static void groups(int[] group, int requested, long seed, boolean[] out) {
    int[] names = Arrays.stream(group).distinct().sorted().toArray();
    int rows = 0;
    int selected = 0;
    for (int g : Folds.shuffled(names.length, seed)) {
      int size = (int) Arrays.stream(group).filter(v -> v == names[g]).count();
      boolean fits = rows == 0 || rows + size / 2 <= requested;
      if (rows < requested && fits && selected < names.length - 2) {
        for (int i = 0; i < group.length; i++) {
          out[i] |= group[i] == names[g];
        }
        rows += size;
        selected++;
      }
    }
    if (rows == 0) {
      throw InputException.of(
              "holding out a fraction of the rows by groups requires at least 3 groups, got "
                  + names.length)
          .hint("name a file with --holdout, or leave out --group");
    }
  }
}

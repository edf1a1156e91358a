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
 * @param time their times, null without
 * @param group their groups, null without
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

  /** Clusters of rows whose errors may depend on each other, null when rows are independent. */
  int @Nullable [] clusters() {
    return time != null ? Folds.blocks(time, Metrics.TIME_BLOCKS) : group;
  }

  /** Whether there are groups or times. */
  public boolean given() {
    return time != null || group != null;
  }

  /** The groups or times of some rows. */
  SplitColumns rows(int[] which) {
    double[] t = time;
    int[] g = group;
    return new SplitColumns(
        t == null ? null : IntStream.of(which).mapToDouble(i -> t[i]).toArray(),
        g == null ? null : IntStream.of(which).map(i -> g[i]).toArray());
  }

  /** A fraction of the rows to hold out: the latest, whole groups, or any by seed. */
  boolean[] part(int rows, double fraction, long seed) {
    int requested = Math.max(1, Math.min(rows - 2, (int) Math.round(fraction * rows)));
    boolean[] out = new boolean[rows];
    double[] times = time;
    if (times != null) {
      double[] sorted = times.clone();
      Arrays.sort(sorted);
      double from = sorted[rows - requested];
      boolean all = from == sorted[0];
      for (int i = 0; i < rows; i++) {
        out[i] = all ? times[i] > from : times[i] >= from;
      }
    } else if (group != null) {
      groups(group, requested, seed, out);
    } else {
      Arrays.stream(Folds.shuffled(rows, seed), 0, requested).forEach(i -> out[i] = true);
    }
    return out;
  }

  /** Holds out groups in a seeded order while the fraction approaches its target, never all. */
  private static void groups(int[] group, int requested, long seed, boolean[] out) {
    int[] names = Arrays.stream(group).distinct().sorted().toArray();
    int held = 0;
    int taken = 0;
    for (int g : Folds.shuffled(names.length, seed)) {
      int size = (int) Arrays.stream(group).filter(v -> v == names[g]).count();
      boolean fits = held == 0 || held + size / 2 <= requested;
      if (held < requested && fits && taken < names.length - 2) {
        for (int i = 0; i < group.length; i++) {
          out[i] |= group[i] == names[g];
        }
        held += size;
        taken++;
      }
    }
    if (held == 0) {
      throw InputException.of(
              "a fraction of the rows in whole groups needs 3 groups or more, got " + names.length)
          .hint("name a file with --holdout, or leave out --group");
    }
  }
}

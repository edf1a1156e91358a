package org.slrm.internal.run;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.check.DataException;
import org.slrm.internal.special.SortOrder;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * Units of dependent rows: groups, or points in time. A split never divides a unit, and where units
 * are ordered in time, later ones are held out from fits to earlier ones.
 */
public final class RowUnits {
  /** Independent rows: splits are random. */
  public static final RowUnits SEPARATE = new RowUnits(null, false);

  /** Fraction of the rows, the earliest, that is fitted and never held out. */
  private static final double EARLIEST = 0.4;

  /** Largest fraction of the rows in one group; with a larger one, too few rows are left to fit. */
  private static final double MAX_IN_A_GROUP = 0.95;

  private final int @Nullable [] unit;
  private final boolean ordered;

  private RowUnits(int @Nullable [] unit, boolean ordered) {
    this.unit = unit;
    this.ordered = ordered;
  }

  /** Rows of groups, given by number. */
  public static RowUnits groups(int[] group) {
    RowUnits out = new RowUnits(group.clone(), false).checked("groups");
    long largest =
        Arrays.stream(group)
            .boxed()
            .collect(Collectors.groupingBy(g -> g, Collectors.counting()))
            .values()
            .stream()
            .max(Long::compare)
            .orElse(0L);
    if (largest > MAX_IN_A_GROUP * group.length) {
      throw new DataException(
          "groups must leave rows to fit when one of them is held out, but the largest has "
              + "%s of %s rows; use groups of more similar size".formatted(largest, group.length));
    }
    return out;
  }

  /** Rows at points in time. */
  public static RowUnits times(double[] time) {
    for (int i = 0; i < time.length; i++) {
      if (!Double.isFinite(time[i])) {
        throw new IllegalArgumentException("time must be finite, got " + time[i] + " in row " + i);
      }
    }
    double[] points = Arrays.stream(time).map(t -> t + 0.0).sorted().distinct().toArray();
    int[] rank = Arrays.stream(time).mapToInt(t -> Arrays.binarySearch(points, t + 0.0)).toArray();
    return new RowUnits(rank, true).checked("points in time");
  }

  private RowUnits checked(String what) {
    Checks.atLeast("number of " + what, (int) count(units(0)), 2);
    return this;
  }

  private int[] units(int n) {
    return unit == null ? new int[n] : unit;
  }

  private static long count(int[] units) {
    return Arrays.stream(units).distinct().count();
  }

  /** Whether rows are independent. */
  public boolean separate() {
    return unit == null;
  }

  /** Whether rows are ordered in time. */
  public boolean ordered() {
    return ordered;
  }

  /** R² of a value explained by the row's rank in time, over the rows that have one. */
  public double trend(IntToDoubleFunction value) {
    int[] place = units(0);
    double n = 0;
    double[] s = new double[5];
    for (int i = 0; i < place.length; i++) {
      double t = place[i];
      double y = value.applyAsDouble(i);
      if (!Double.isNaN(y)) {
        // Running means and sums of squares around them.
        n++;
        double dt = t - s[0];
        double dy = y - s[1];
        s[0] += dt / n;
        s[1] += dy / n;
        s[2] += dt * (t - s[0]);
        s[3] += dy * (y - s[1]);
        s[4] += dt * (y - s[1]);
      }
    }
    return s[2] > 0 && s[3] > 0 ? s[4] * s[4] / (s[2] * s[3]) : 0;
  }

  /** Rejects units of another number of rows. */
  public void check(int rows) {
    if (unit != null) {
      Checks.equal(
          ordered ? "number of times" : "number of group entries",
          unit.length,
          "number of rows",
          rows);
    }
  }

  /** Units of the given rows. */
  public RowUnits rows(int[] indices) {
    int[] all = unit;
    return all == null
        ? this
        : new RowUnits(IntStream.of(indices).map(i -> all[i]).toArray(), ordered);
  }

  /** Clusters of dependent errors: groups, or blocks of time; null for independent rows. */
  public int @Nullable [] clusters(int[] fold) {
    int[] all = unit;
    if (all == null || !ordered) {
      return all;
    }
    int[] held = IntStream.range(0, all.length).filter(i -> fold[i] >= 0).toArray();
    int[] block =
        Folds.blocks(IntStream.of(held).mapToDouble(i -> all[i]).toArray(), Metrics.TIME_BLOCKS);
    int[] out = new int[all.length];
    for (int r = 0; r < held.length; r++) {
      out[held[r]] = block[r];
    }
    return out;
  }

  /** These rows, then the given number of independent rows, later than all of these. */
  RowUnits above(int others) {
    if (unit == null) {
      return this;
    }
    int[] both = Arrays.copyOf(unit, unit.length + others);
    int next = IntStream.of(unit).max().orElse(0) + 1;
    for (int i = unit.length; i < both.length; i++) {
      both[i] = next++;
    }
    return new RowUnits(both, ordered);
  }

  /**
   * Folds of some rows for choosing: random, by group, or contiguous in time. They are numbered
   * without a gap, with fewer folds if there are fewer units; rows that are all of one unit count
   * as independent.
   */
  public int[] folds(int[] rows, int folds, long seed) {
    int[] of = rows(rows).units(rows.length);
    if (unit == null || count(of) < 2) {
      return Folds.assign(rows.length, folds, seed);
    }
    return ordered ? blocks(of, folds, 1.0 / folds) : grouped(of, folds, seed);
  }

  /** Folds of the first n rows for choosing. */
  public int[] folds(int n, int folds, long seed) {
    return folds(IntStream.range(0, n).toArray(), folds, seed);
  }

  /** The rows of one of the given number of parts: the latest for rows ordered in time. */
  public boolean[] part(int[] rows, int parts, long seed) {
    int[] fold = folds(rows, parts, seed);
    int which = ordered ? IntStream.of(fold).max().orElse(0) : 0;
    boolean[] out = new boolean[rows.length];
    IntStream.range(0, out.length).forEach(r -> out[r] = fold[r] == which);
    return out;
  }

  /**
   * A split for evaluation: every row is held out once, or for rows ordered in time the later ones,
   * block by block, from fits to all earlier rows.
   */
  public RowSplit split(int[] rows, int folds, long seed) {
    int[] of = rows(rows).units(rows.length);
    if (!ordered || count(of) < 2) {
      return RowSplit.inTurn(folds(rows, folds, seed));
    }
    int[] block = blocks(of, folds + 1, EARLIEST);
    return new RowSplit(IntStream.of(block).map(b -> b - 1).toArray(), true);
  }

  /**
   * A forward split of some rows extended to more rows: the others join the fold of the rows before
   * them, so that no fit uses rows later than its held-out rows.
   */
  public RowSplit among(int[] all, int[] some, RowSplit split) {
    int[] unitOfAll = rows(all).units(all.length);
    int[] unitOfSome = rows(some).units(some.length);
    int[] starts = new int[split.folds()];
    Arrays.fill(starts, Integer.MAX_VALUE);
    for (int r = 0; r < some.length; r++) {
      if (split.fold()[r] >= 0) {
        starts[split.fold()[r]] = Math.min(starts[split.fold()[r]], unitOfSome[r]);
      }
    }
    int[] fold =
        IntStream.of(unitOfAll)
            .map(u -> (int) IntStream.of(starts).filter(s -> s <= u).count() - 1)
            .toArray();
    return new RowSplit(fold, true);
  }

  /** Blocks of units in their order, the first with a given fraction of the rows. */
  private static int[] blocks(int[] of, int count, double first) {
    int[] order = SortOrder.by(of.length, i -> of[i]);
    int n = order.length;
    int[] out = new int[n];
    int block = 0;
    for (int r = 0; r < n; r++) {
      double ends = n * (first + (1 - first) * block / (count - 1));
      boolean sameUnit = r > 0 && of[order[r]] == of[order[r - 1]];
      if (r > 0 && !sameUnit && r >= Math.rint(ends) && block < count - 1) {
        block++;
      }
      out[order[r]] = block;
    }
    return block > 0 ? out : inTwo(of);
  }

  /** Where one point in time has nearly all rows: the first block against the others. */
  private static int[] inTwo(int[] of) {
    int first = IntStream.of(of).min().orElse(0);
    int last = IntStream.of(of).max().orElse(0);
    long early = IntStream.of(of).filter(u -> u == first).count();
    int cut = 2 * early > of.length ? first : last - 1;
    return IntStream.of(of).map(u -> u > cut ? 1 : 0).toArray();
  }

  /** Largest groups first, those of equal size in a seeded order, each to the smallest fold. */
  private static int[] grouped(int[] of, int folds, long seed) {
    int[] names = Arrays.stream(of).sorted().distinct().toArray();
    int[] size = new int[names.length];
    int[] group = IntStream.of(of).map(u -> Arrays.binarySearch(names, u)).toArray();
    IntStream.of(group).forEach(g -> size[g]++);
    int[] shuffled = Folds.shuffled(names.length, seed);
    int[] filled = new int[Math.min(folds, names.length)];
    int[] fold = new int[names.length];
    for (int s : SortOrder.by(shuffled.length, i -> -size[shuffled[i]])) {
      int g = shuffled[s];
      int smallest =
          IntStream.range(0, filled.length).reduce(0, (a, f) -> filled[f] < filled[a] ? f : a);
      fold[g] = smallest;
      filled[smallest] += size[g];
    }
    return IntStream.of(group).map(g -> fold[g]).toArray();
  }
}

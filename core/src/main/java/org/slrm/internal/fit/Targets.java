package org.slrm.internal.fit;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.RowBlocks;
import org.slrm.internal.check.Checks;
import org.slrm.internal.check.DataException;
import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.ClassTree;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Layout;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.label.Quantile;
import org.slrm.internal.label.StudentT;
import org.slrm.internal.label.Target;
import org.slrm.internal.predict.LayoutStates;
import org.slrm.method.LabelKind;

/** Decides the label kinds from the training rows: classes, heavy tails, overdispersion. */
public final class Targets {
  /** Standard deviation of a normal distribution per mean absolute deviation from the median. */
  private static final double NORMAL = 1.4826;

  /** Starting value of the degrees of freedom. */
  private static final double TAILS = 4;

  /** Rows that decide the label kinds where not all are in memory. */
  private static final int SAMPLE = 20_000;

  private Targets() {}

  /**
   * The rows that decide the label kinds where not all are in memory: evenly spread, and the first
   * of each class, because files may be sorted by class and classes may be rare.
   */
  public static RowBlocks.Block sample(RowBlocks rows, List<LabelKind> kinds) {
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(rows.features());
    IncompleteMatrix.Builder y = IncompleteMatrix.builder(rows.targets());
    boolean needed = !kinds.stream().allMatch(LabelKind.NUMERIC::equals);
    List<Set<Double>> classes = kinds.stream().<Set<Double>>map(k -> new HashSet<>()).toList();
    for (int b = 0; needed && b < rows.blocks(); b++) {
      RowBlocks.Block block = rows.read(b);
      for (int i = 0; i < block.x().rows(); i++) {
        boolean first = firstOfClass(block.y().row(i), kinds, classes);
        if (first || evenly(block.firstRow() + i, rows.rows())) {
          x.add(block.x().row(i));
          y.add(block.y().row(i));
        }
      }
    }
    return new RowBlocks.Block(0, x.build(), y.build());
  }

  private static boolean evenly(long row, long rows) {
    return rows <= SAMPLE || (row + 1) * SAMPLE / rows > row * SAMPLE / rows;
  }

  /** Too many classes are rejected by those found so far. */
  private static boolean firstOfClass(
      IncompleteRow labels, List<LabelKind> kinds, List<Set<Double>> classes) {
    boolean first = false;
    for (int e = 0; e < labels.observed(); e++) {
      int t = labels.index(e);
      boolean collected =
          kinds.get(t).isClassification() && classes.get(t).size() <= LayoutStates.MAX_LEVELS;
      first |= collected && classes.get(t).add(labels.value(e));
    }
    return first;
  }

  /** Targets of these kinds, given their labels. */
  public static Layout of(
      IncompleteMatrix x, IncompleteMatrix y, List<LabelKind> kinds, long seed) {
    return of(x, y, kinds, new int[y.columns()], seed);
  }

  /** Targets of these kinds, with at least the given number of classes each. */
  public static Layout of(
      IncompleteMatrix x, IncompleteMatrix y, List<LabelKind> kinds, int[] levels, long seed) {
    for (int t = 0; t < y.columns(); t++) {
      checkSize(y, t, kinds.get(t));
    }
    if (kinds.stream().allMatch(LabelKind.NUMERIC::equals)) {
      return Layout.numbers(y.columns());
    }
    return new Layout(
        IntStream.range(0, y.columns())
            .mapToObj(t -> target(x, y, t, kinds.get(t), levels[t], seed))
            .toList());
  }

  private static void checkSize(IncompleteMatrix y, int t, LabelKind kind) {
    if (!kind.isClassification() && !kind.logScale()) {
      double largest = 0;
      for (int i = 0; i < y.rows(); i++) {
        double label = y.valueAt(i, t);
        largest = Double.isNaN(label) ? largest : Math.max(largest, Math.abs(label));
      }
      Checks.labelSize("target " + t, largest);
    }
  }

  private static Target target(
      IncompleteMatrix x, IncompleteMatrix y, int t, LabelKind kind, int least, long seed) {
    int[] rows = IntStream.range(0, y.rows()).filter(i -> !Double.isNaN(y.valueAt(i, t))).toArray();
    double[] labels = IntStream.of(rows).mapToDouble(i -> y.valueAt(i, t)).toArray();
    if (kind.usesSquaredError()) {
      return NumberTarget.NUMERIC;
    }
    if (kind.isClassification()) {
      return classes(x, t, rows, labels, least);
    }
    if (kind.isCount()) {
      NumberTarget poisson = checked(new NumberTarget(kind, Counts.POISSON), t, rows, labels);
      Label shaped = ShapePilot.of(x, rows, labels, Counts.POISSON, seed);
      return new NumberTarget(kind, shaped, poisson.center(), poisson.scale());
    }
    return kind.logScale()
        ? checked(NumberTarget.POSITIVE, t, rows, labels)
            .reaching(Arrays.stream(labels).max().orElse(Double.POSITIVE_INFINITY))
        : robust(kind, x, rows, labels, seed);
  }

  /** The first label that breaks a rule is reported. */
  private static NumberTarget checked(NumberTarget target, int t, int[] rows, double[] labels) {
    for (int r = 0; r < rows.length; r++) {
      String broken = target.broken(labels[r]);
      if (broken != null) {
        throw new DataException(
            "target " + t + ", row " + rows[r] + ": " + broken + ", got " + labels[r]);
      }
    }
    return target;
  }

  /** Centre and scale by medians, which are robust to outliers. */
  private static NumberTarget robust(
      LabelKind kind, IncompleteMatrix x, int[] rows, double[] labels, long seed) {
    double center = labels.length == 0 ? 0 : median(labels);
    double[] off = Arrays.stream(labels).map(v -> Math.abs(v - center)).toArray();
    double scale = labels.length == 0 ? 1 : NORMAL * median(off);
    if (!(scale > 0)) {
      double mean = Arrays.stream(off).average().orElse(0);
      scale = mean > 0 ? mean : 1;
    }
    double unit = scale;
    double[] codes = Arrays.stream(labels).map(v -> (v - center) / unit).toArray();
    StudentT noise = (StudentT) ShapePilot.of(x, rows, codes, new StudentT(TAILS, 0.5), seed);
    boolean tails = kind.equals(LabelKind.ROBUST);
    Label label = tails ? noise : new Quantile(kind.quantile(), noise.tau());
    return new NumberTarget(kind, label, center, scale);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  private static Target classes(IncompleteMatrix x, int t, int[] rows, double[] labels, int least) {
    int levels = least;
    for (int r = 0; r < labels.length; r++) {
      double y = labels[r];
      if (!(y >= 0) || y != Math.rint(y)) {
        throw new DataException(
            "target %s, row %s: a class must be a whole number from 0 on, got %s"
                .formatted(t, rows[r], y));
      }
      levels = (int) Math.max(levels, Math.min(y + 1, Integer.MAX_VALUE));
      if (levels > LayoutStates.MAX_LEVELS) {
        throw new DataException(
            "target %s must have at most %s classes, got class %s"
                .formatted(t, LayoutStates.MAX_LEVELS, (long) y));
      }
    }
    double[] counts = new double[levels];
    Arrays.stream(labels).forEach(y -> counts[(int) y]++);
    long seen = Arrays.stream(counts).filter(c -> c > 0).count();
    if (seen < 2) {
      throw new DataException("target " + t + " must have at least 2 classes, got " + seen);
    }
    return new ClassTarget(ClassTree.of(centres(x, rows, labels, levels), counts));
  }

  /** Mean of each standardised feature in each class, 0 without observed entries. */
  private static double[][] centres(IncompleteMatrix x, int[] rows, double[] labels, int levels) {
    ColumnStatistics s = x.statistics();
    double[][] centre = new double[levels][x.columns()];
    double[][] known = new double[levels][x.columns()];
    for (int r = 0; r < rows.length; r++) {
      int level = (int) labels[r];
      for (int k = x.rowStart(rows[r]); k < x.rowStart(rows[r] + 1); k++) {
        int j = x.column(k);
        double scale = Math.sqrt(s.variance(j));
        centre[level][j] += scale > 0 ? (x.value(k) - s.mean(j)) / scale : 0;
        known[level][j]++;
      }
    }
    for (int level = 0; level < levels; level++) {
      for (int j = 0; j < x.columns(); j++) {
        // A mean of few rows is shrunk to that of all.
        centre[level][j] /= known[level][j] + 1;
      }
    }
    return centre;
  }
}

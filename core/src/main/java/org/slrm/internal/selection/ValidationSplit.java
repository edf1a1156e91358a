package org.slrm.internal.selection;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.RowSplit;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.solver.FitRecord;
import org.slrm.method.AutoConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * Which rows evaluate candidates. Few rows are split into folds. With many rows, one part is fitted
 * and another one, at least as large, is held out: that is cheaper and more precise. Given
 * validation rows are never fitted. They are used beside the folds, or alone when their fraction of
 * observed entries differs so much that errors on the folds are no guide.
 *
 * @param rows the rows that take part
 * @param split by row, the fold that holds it out; rows of fold −1 are never held out
 * @param tableRows number of rows of the table
 * @param fittable number of the rows that may be fitted; the others are given validation rows
 * @param manyRows whether there are many rows
 */
public record ValidationSplit(
    int[] rows, RowSplit split, int folds, int tableRows, int fittable, boolean manyRows) {
  /** Whether moments are an option: enough rows for precise ones, and not too many columns. */
  public static boolean byMoments(TrainingData data) {
    return fewestLabels(data) >= AutoConfig.ROWS_FOR_MOMENTS
        && data.weights() == null
        && data.kinds().stream().allMatch(Label::quadratic)
        && jointlyLabelled(data)
        && data.x().columns() + data.y().columns() <= AutoConfig.COLUMNS_FOR_MOMENTS;
  }

  /** Whether nearly all labelled rows have every label, as joint moments require. */
  private static boolean jointlyLabelled(TrainingData data) {
    int targets = data.y().columns();
    long every =
        IntStream.range(0, data.y().rows()).filter(i -> data.y().observed(i) == targets).count();
    return every >= SelectionRules.LABELLED_TOGETHER * data.labelledRows();
  }

  /** A split for fits by moments, which cost little: fits all rows not held out, up to a limit. */
  public static ValidationSplit forMoments(
      TrainingData data, int choosingRows, int folds, long seed) {
    if (!data.units().separate() || fewestLabels(data) < SelectionRules.MANY_ROWS * choosingRows) {
      return of(data, choosingRows, folds, seed);
    }
    int[] labelled =
        Arrays.stream(labelledFirst(data, seed)).filter(i -> hasLabel(data, i)).toArray();
    int out = Math.min(labelled.length / 3, SelectionRules.VALIDATION_ROWS * choosingRows);
    int in = Math.min(labelled.length - out, SelectionRules.ROWS_BY_MOMENTS * choosingRows);
    int[] fold = new int[in + out];
    Arrays.fill(fold, 0, in, -1);
    int[] rows = IntStream.of(labelled).limit(in + out).toArray();
    return new ValidationSplit(rows, RowSplit.inTurn(fold), 1, data.x().rows(), in + out, true);
  }

  /** Splits the rows of a table. */
  public static ValidationSplit of(TrainingData data, int choosingRows, int folds, long seed) {
    int n = data.x().rows();
    int[] order =
        n < SelectionRules.MANY_ROWS * choosingRows ? range(n) : labelledFirst(data, seed);
    boolean manyRows = fewestLabels(data) >= SelectionRules.MANY_ROWS * choosingRows;
    if (manyRows && data.units().separate()) {
      int[] labelled = Arrays.stream(order).filter(i -> hasLabel(data, i)).toArray();
      int in = choosingRows;
      int out = Math.min(labelled.length - in, SelectionRules.VALIDATION_ROWS * choosingRows);
      int[] rows = IntStream.of(labelled).limit(in + out).toArray();
      int[] fold = new int[in + out];
      Arrays.fill(fold, 0, in, -1);
      return new ValidationSplit(rows, RowSplit.inTurn(fold), 1, n, rows.length, true);
    }
    int[] rows =
        IntStream.of(order)
            .limit((long) (SelectionRules.MANY_ROWS * choosingRows))
            .sorted()
            .toArray();
    int requested =
        rows.length >= SelectionRules.LARGE_TABLE
            ? Math.min(folds, SelectionRules.FOLDS_OF_LARGE_TABLE)
            : folds;
    return folded(data, rows, requested, manyRows, seed);
  }

  private static ValidationSplit folded(
      TrainingData data, int[] rows, int requested, boolean manyRows, long seed) {
    int[] labelled = IntStream.range(0, rows.length).filter(r -> hasLabel(data, rows[r])).toArray();
    int count = Math.max(2, Math.min(requested, labelled.length));
    int[] fold = new int[rows.length];
    Arrays.fill(fold, -1);
    if (labelled.length >= 2) {
      RowSplit split = data.units().split(picked(rows, labelled), count, seed);
      if (split.forward()) {
        RowSplit all = data.units().among(rows, picked(rows, labelled), split);
        return new ValidationSplit(rows, all, all.folds(), data.x().rows(), rows.length, manyRows);
      }
      for (int r = 0; r < labelled.length; r++) {
        fold[labelled[r]] = split.fold()[r];
      }
      count = split.folds();
    }
    return new ValidationSplit(
        rows, RowSplit.inTurn(fold), count, data.x().rows(), rows.length, manyRows);
  }

  /** Whether one part of the fitted table is held out once, instead of folds. */
  public boolean ofOnePart() {
    return manyRows && folds == 1 && fittable == rows.length && rows.length > 0;
  }

  /** This split with the same validation rows and up to {@code limit} fitted rows. */
  public ValidationSplit withMoreRows(TrainingData data, int limit, long seed) {
    int[] out =
        IntStream.range(0, rows.length)
            .filter(r -> split.fold()[r] >= 0)
            .map(r -> rows[r])
            .toArray();
    boolean[] evaluated = new boolean[tableRows];
    IntStream.of(out).forEach(i -> evaluated[i] = true);
    int[] in =
        IntStream.of(labelledFirst(data, seed))
            .filter(i -> !evaluated[i] && hasLabel(data, i))
            .limit(limit)
            .toArray();
    int[] fold = new int[in.length + out.length];
    Arrays.fill(fold, 0, in.length, -1);
    int[] all = joined(in, out);
    return new ValidationSplit(all, RowSplit.inTurn(fold), 1, tableRows, all.length, true);
  }

  /** Whether there are enough given validation rows. */
  public static boolean enough(TrainingData given) {
    return fewestLabels(given) >= SelectionRules.MIN_VALIDATION_LABELS;
  }

  /** Fits on the first {@code fittable} rows of a table, evaluated on the given rows after them. */
  public static ValidationSplit given(
      TrainingData table, int fittable, int choosingRows, int folds, long seed) {
    TrainingData data = table.rows(range(fittable));
    boolean manyRows = fewestLabels(data) >= SelectionRules.MANY_ROWS * choosingRows;
    int[] out =
        IntStream.range(fittable, table.x().rows())
            .filter(i -> hasLabel(table, i))
            .limit((long) SelectionRules.VALIDATION_ROWS * choosingRows)
            .toArray();
    if (manyRows || !data.units().separate() || !similarlyObserved(data, table.rows(out))) {
      int[] in =
          manyRows ? Arrays.copyOf(labelledFirst(data, seed), choosingRows) : range(fittable);
      int[] fold = new int[in.length + out.length];
      Arrays.fill(fold, 0, in.length, -1);
      RowSplit split = RowSplit.inTurn(fold);
      return new ValidationSplit(joined(in, out), split, 1, table.x().rows(), in.length, manyRows);
    }
    ValidationSplit split = of(data, choosingRows, folds, seed);
    int[] rotation = IntStream.range(0, out.length).map(k -> k % split.folds).toArray();
    RowSplit rotated = RowSplit.inTurn(joined(split.split.fold(), rotation));
    int[] rows = joined(split.rows, out);
    return new ValidationSplit(
        rows, rotated, split.folds, table.x().rows(), split.rows.length, false);
  }

  /** Whether two tables have about the same fraction of observed entries. */
  private static boolean similarlyObserved(TrainingData a, TrainingData b) {
    double ratio = (1 - a.x().missingShare()) / (1 - b.x().missingShare());
    return ratio < SelectionRules.SIMILAR_FRACTIONS && ratio > 1 / SelectionRules.SIMILAR_FRACTIONS;
  }

  private static int[] joined(int[] a, int[] b) {
    return IntStream.concat(IntStream.of(a), IntStream.of(b)).toArray();
  }

  private static int[] range(int n) {
    return IntStream.range(0, n).toArray();
  }

  private static boolean hasLabel(TrainingData data, int i) {
    return data.y().observed(i) > 0;
  }

  private static boolean hasLabel(TrainingData data, int i, int target) {
    return hasLabel(data, i) && !Double.isNaN(data.label(i, target));
  }

  /** Number of labelled rows of the target that has the fewest. */
  private static long fewestLabels(TrainingData data) {
    return IntStream.range(0, data.y().columns())
        .mapToLong(t -> range(data, t).count())
        .min()
        .orElse(0);
  }

  private static IntStream range(TrainingData data, int target) {
    return IntStream.range(0, data.x().rows()).filter(i -> hasLabel(data, i, target));
  }

  private static int[] picked(int[] rows, int[] index) {
    return IntStream.of(index).map(r -> rows[r]).toArray();
  }

  /** All rows in a seeded order; the order of labelled rows does not depend on the others. */
  private static int[] shuffled(TrainingData data, long seed) {
    int[] labelled = range(data.x().rows(), i -> hasLabel(data, i));
    int[] others = range(data.x().rows(), i -> !hasLabel(data, i));
    return joined(picked(labelled, seed), picked(others, seed));
  }

  private static int[] range(int n, IntPredicate index) {
    return IntStream.range(0, n).filter(index).toArray();
  }

  private static int[] picked(int[] rows, long seed) {
    return IntStream.of(Folds.shuffled(rows.length, seed)).map(k -> rows[k]).toArray();
  }

  /** Labelled rows first, each part in a seeded order; targets take turns, so none is too rare. */
  private static int[] labelledFirst(TrainingData data, long seed) {
    int[] order = shuffled(data, seed);
    int[] next = new int[data.y().columns()];
    boolean[] taken = new boolean[order.length];
    IntStream.Builder out = IntStream.builder();
    for (int step = 0; step < order.length; step++) {
      for (int t = 0; t < next.length; t++) {
        while (next[t] < order.length
            && (taken[order[next[t]]] || !hasLabel(data, order[next[t]], t))) {
          next[t]++;
        }
        if (next[t] < order.length) {
          taken[order[next[t]]] = true;
          out.add(order[next[t]]);
        }
      }
    }
    IntStream others = Arrays.stream(order).filter(i -> !taken[i]);
    return IntStream.concat(out.build(), others).toArray();
  }

  /** Rows on which a candidate is fitted. */
  public int fitted() {
    if (split.forward()) {
      return (int) IntStream.range(0, folds).map(f -> fitted(f).length).average().orElse(0);
    }
    return folds == 1
        ? (int) Arrays.stream(split.fold()).filter(f -> f < 0).count()
        : (int) Math.round(fittable * (1 - 1.0 / folds));
  }

  /** Rows fitted for a fold, without given validation rows. */
  public int[] fitted(int f) {
    return Arrays.stream(split.fitted(f)).filter(r -> r < fittable).toArray();
  }

  /** Notes the number of rows on which candidates were fitted when it is not all of them. */
  public void describe(FitRecord record) {
    if (folds == 1) {
      int validation = rows.length - fitted();
      record.note(
          "chosen-by-split", "fitted", fitted(), "rows", tableRows, "validation", validation);
    } else if (rows.length < tableRows) {
      record.note("chosen-on-sample", "sample", rows.length, "rows", tableRows);
    }
  }

  /** An evaluation over these rows. */
  public CandidateEvaluation evaluation(
      TrainingData data, MissingIndicators indicators, FitContext context) {
    TrainingData part = Arrays.equals(rows, range(tableRows)) ? data : data.rows(rows);
    return CandidateEvaluation.of(part, this, SelectionRules.ITERATIONS, indicators, context);
  }

  /** Predictions of the held-out rows by one set of weights, for all rows of the table. */
  public CrossValidated validation(
      TrainingData data, List<CandidateResult> results, double[][] weights) {
    HeldOutPredictions cv = heldOut(data);
    Stacking.fill(cv, rows, results, weights);
    return cv.done();
  }

  /** All rows of the table, by the fold that holds them out. */
  public HeldOutPredictions heldOut(TrainingData data) {
    int[] all = new int[tableRows];
    Arrays.fill(all, -1);
    for (int r = 0; r < rows.length; r++) {
      all[rows[r]] = split.fold()[r];
    }
    return new HeldOutPredictions(data, all);
  }
}

package org.slrm.io.shift;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.RowPredictor;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.io.column.Schema;

/**
 * Imputation error of one hidden entry per row, in units of its column's standard deviation. It
 * increases if correlations between columns change, even if marginal distributions do not.
 *
 * <p>The first 500 rows are tested, then every twentieth row; the result uses the last 500 tests.
 */
public final class HiddenEntries {
  private static final int MAX_TESTS = 500;
  private static final int STEP = 20;

  /** Maximum error of an entry, which limits the effect of outliers. */
  private static final double MAX_ERROR = 10;

  private final SlrmModel model;

  /** Whether a feature is numeric, not an indicator, and varies. */
  private final boolean[] numeric;

  /** Ring buffer of the tested rows. */
  private final IncompleteRow[] tested = new IncompleteRow[MAX_TESTS];

  private final int[] hidden = new int[MAX_TESTS];

  /** Errors of the hidden entries; NaN until computed. */
  private final double[] errors = new double[MAX_TESTS];

  private long rows;
  private int tests;

  /** Tests before any rows are added. */
  public HiddenEntries(SlrmModel model, Schema schema) {
    this.model = model;
    numeric = new boolean[schema.features().size()];
    for (int j = 0; j < numeric.length; j++) {
      numeric[j] = schema.features().get(j).level() == null && model.scaling().scale(j) > 0;
    }
  }

  /** Adds rows. */
  public HiddenEntries add(IncompleteMatrix x) {
    for (int i = 0; i < x.rows(); i++, rows++) {
      if (rows < MAX_TESTS || rows % STEP == 0) {
        add(x.row(i));
      }
    }
    return this;
  }

  private void add(IncompleteRow row) {
    int[] candidates =
        IntStream.range(0, row.observed()).map(row::index).filter(j -> numeric[j]).toArray();
    if (candidates.length < 2) {
      return;
    }
    int at = tests++ % MAX_TESTS;
    tested[at] = row;
    // Reproducible choice of an entry.
    long random = rows * 0x9E3779B97F4A7C15L >>> 1;
    hidden[at] = candidates[(int) Long.remainderUnsigned(random, candidates.length)];
    errors[at] = Double.NaN;
  }

  private double error(RowPredictor predictor, IncompleteRow row, int feature) {
    int[] observed = new int[row.observed() - 1];
    double[] values = new double[observed.length];
    for (int e = 0, k = 0; e < row.observed(); e++) {
      if (row.index(e) != feature) {
        observed[k] = row.index(e);
        values[k++] = row.value(e);
      }
    }
    IncompleteRow reduced = IncompleteRow.of(row.length(), observed, values);
    double expected = predictor.expected(reduced, feature);
    double error = Math.abs(row.valueAt(feature) - expected) / model.scaling().scale(feature);
    return Math.min(MAX_ERROR, error);
  }

  /** The result so far. */
  public Result result() {
    int n = Math.min(tests, MAX_TESTS);
    RowPredictor predictor = model.rowPredictor();
    for (int k = 0; k < n; k++) {
      if (Double.isNaN(errors[k])) {
        errors[k] = error(predictor, tested[k], hidden[k]);
      }
    }
    double mean = Arrays.stream(errors, 0, n).average().orElse(Double.NaN);
    double squares = Arrays.stream(errors, 0, n).map(e -> (e - mean) * (e - mean)).sum();
    return new Result(mean, n > 1 ? Math.sqrt(squares / (n - 1) / n) : Double.NaN, n);
  }

  /** Whether errors are clearly larger than in training; false for too few rows. */
  boolean clearlyAbove(Result training) {
    return Math.min(tests, MAX_TESTS) >= Result.MIN_ROWS
        && training.rows >= Result.MIN_ROWS
        && training.clearlyBelow(result());
  }

  /**
   * The mean error of hidden entries.
   *
   * @param mean the mean error; NaN without rows
   * @param standardError standard error of the mean
   * @param rows number of tested rows
   */
  public record Result(double mean, double standardError, int rows) {
    /** The result without rows. */
    public static final Result NONE = new Result(Double.NaN, Double.NaN, 0);

    private static final int MIN_ROWS = 50;
    private static final double MIN_RATIO = 1.5;
    private static final double MIN_STANDARD_ERRORS = 4;

    /** Plain numbers for a JSON file. */
    Map<String, Object> toMap() {
      // In fixed order, so that equal fits give equal bytes.
      Map<String, Object> out = new LinkedHashMap<>();
      out.put("mean", mean);
      out.put("standardError", standardError);
      out.put("rows", rows);
      return out;
    }

    /** The result of a map from {@link #toMap}. */
    static Result fromMap(Map<?, ?> map) {
      if (map.get("mean") instanceof Number mean
          && map.get("standardError") instanceof Number error
          && map.get("rows") instanceof Integer rows
          && mean.doubleValue() >= 0
          && error.doubleValue() >= 0
          && rows > 0) {
        return new Result(mean.doubleValue(), error.doubleValue(), rows);
      }
      throw new IllegalArgumentException(
          "hidden must have mean, standardError and rows, none below 0, got " + map);
    }

    /** Whether errors of new rows are clearly larger. */
    boolean clearlyBelow(Result other) {
      double error = StrictMath.hypot(standardError, other.standardError);
      return rows >= MIN_ROWS
          && other.rows >= MIN_ROWS
          && other.mean > MIN_RATIO * mean
          && other.mean - mean > MIN_STANDARD_ERRORS * error;
    }
  }
}

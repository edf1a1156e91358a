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
 * grows when correlations between columns change, even if each column's distribution does not.
 *
 * <p>Each of the first rows is tested, later every twentieth; the last five hundred tests count.
 */
public final class HiddenEntries {
  private static final int MAX_TESTS = 500;
  private static final int LATER = 20;

  /** Maximum error of one entry, which limits the effect of outliers. */
  private static final double MAX = 10;

  private final SlrmModel model;

  /** Whether a feature is a number that no other feature determines. */
  private final boolean[] number;

  /** Tested rows, in a ring buffer: the model imputes these only. */
  private final IncompleteRow[] tested = new IncompleteRow[MAX_TESTS];

  private final int[] hidden = new int[MAX_TESTS];

  /** Their errors, NaN until computed. */
  private final double[] errors = new double[MAX_TESTS];

  private long rows;
  private int tried;

  /** No rows yet. */
  public HiddenEntries(SlrmModel model, Schema schema) {
    this.model = model;
    number = new boolean[schema.features().size()];
    for (int j = 0; j < number.length; j++) {
      number[j] = schema.features().get(j).level() == null && model.scaling().scale(j) > 0;
    }
  }

  /** Adds rows. */
  public HiddenEntries add(IncompleteMatrix x) {
    for (int i = 0; i < x.rows(); i++, rows++) {
      if (rows < MAX_TESTS || rows % LATER == 0) {
        add(x.row(i));
      }
    }
    return this;
  }

  private void add(IncompleteRow row) {
    int[] numbers =
        IntStream.range(0, row.observed()).map(row::index).filter(j -> number[j]).toArray();
    if (numbers.length < 2) {
      return;
    }
    int at = tried++ % MAX_TESTS;
    tested[at] = row;
    // The same entry of the same row in every run.
    long random = rows * 0x9E3779B97F4A7C15L >>> 1;
    hidden[at] = numbers[(int) Long.remainderUnsigned(random, numbers.length)];
    errors[at] = Double.NaN;
  }

  private double error(RowPredictor predictor, IncompleteRow row, int without) {
    int[] rest = new int[row.observed() - 1];
    double[] values = new double[rest.length];
    for (int e = 0, k = 0; e < row.observed(); e++) {
      if (row.index(e) != without) {
        rest[k] = row.index(e);
        values[k++] = row.value(e);
      }
    }
    IncompleteRow shown = IncompleteRow.of(row.length(), rest, values);
    double expected = predictor.expected(shown, without);
    double error = Math.abs(row.valueAt(without) - expected) / model.scaling().scale(without);
    return Math.min(MAX, error);
  }

  /** The result so far. */
  public Result result() {
    int n = Math.min(tried, MAX_TESTS);
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

  /** Whether errors are clearly larger than in another result; false with too few rows. */
  boolean clearlyAbove(Result before) {
    return Math.min(tried, MAX_TESTS) >= Result.MIN
        && before.rows >= Result.MIN
        && before.clearlyBelow(result());
  }

  /**
   * The mean error of hidden entries.
   *
   * @param mean the mean, NaN without rows
   * @param standardError standard error of the mean
   * @param rows tested rows
   */
  public record Result(double mean, double standardError, int rows) {
    /** Without rows. */
    public static final Result NONE = new Result(Double.NaN, Double.NaN, 0);

    private static final int MIN = 50;
    private static final double MIN_RATIO = 1.5;
    private static final double MIN_STANDARD_ERRORS = 4;

    /** Plain numbers for a JSON file. */
    Map<String, Object> toMap() {
      // In a fixed order: equal fits give equal bytes.
      Map<String, Object> out = new LinkedHashMap<>();
      out.put("mean", mean);
      out.put("standardError", standardError);
      out.put("rows", rows);
      return out;
    }

    /** The result of such a map. */
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
    boolean clearlyBelow(Result now) {
      double error = StrictMath.hypot(standardError, now.standardError);
      return rows >= MIN
          && now.rows >= MIN
          && now.mean > MIN_RATIO * mean
          && now.mean - mean > MIN_STANDARD_ERRORS * error;
    }
  }
}

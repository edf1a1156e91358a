package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A warning about data, a fit or new rows. The codes are listed in docs/guide.md.
 *
 * <pre>{@code
 * for (DataWarning w : TableChecks.of(table, options).warnings()) {
 *   System.err.println(w.code() + ", " + w.column() + ": " + w.message());
 * }
 * }</pre>
 *
 * @param code one of the constants here
 * @param column name of the column, empty for warnings about rows
 * @param value a fraction, a count or a cell's value, depending on the code
 * @param arguments further values by name: numbers, texts, booleans or lists
 */
public record DataWarning(String code, String column, double value, Map<String, Object> arguments) {
  /** A column that alone explains nearly all of a target. */
  public static final String LEAK = "leak";

  /** Neighbouring rows are dependent, like rows of a time series. */
  public static final String ORDERED = "ordered-rows";

  /** An identifier of rows: a number, which is used as a feature, or text, which is not. */
  public static final String IDENTIFIER = "identifier";

  /** A value that looks like a code for missing values. */
  public static final String CODE = "code-like-missing";

  /** A few labels far from all others. */
  public static final String EXTREME_LABELS = "extreme-labels";

  /** A numeric target with very few distinct values. */
  public static final String FEW_VALUES = "few-valued-target";

  /** A column that is constant in all but a few rows. */
  public static final String NEARLY_CONSTANT = "constant-in-fold";

  /** Categories with one row each. */
  public static final String RARE = "rare-categories";

  /** A target with few labels, so that only linear candidates are fitted. */
  public static final String FEW_LABELS = "few-labels";

  /** Labels or entries that look like outliers and were used. */
  public static final String OUTLIERS = "outliers";

  /** Errors on held-out rows so small that features may contain the target. */
  public static final String LEAK_SUSPECTED = "leak-suspected";

  /** A text column where NA may be a level. */
  public static final String NA_LEVEL = "na-may-be-a-level";

  /** No candidate predicts held-out rows better than the baseline. */
  public static final String NO_SIGNAL = "no-signal";

  /** A column that is observed in training and missing in all new rows. */
  public static final String AUXILIARY_COLUMN = "auxiliary-column";

  /** Values outside the training range. */
  public static final String OUT_OF_RANGE = "out-of-range";

  /** A fraction of missing entries that differs from that in training. */
  public static final String MISSINGNESS_SHIFT = "missingness-shift";

  /** Rows with a missingness pattern that training rows did not have. */
  public static final String NEW_PATTERNS = "new-patterns";

  /** Columns whose correlations differ from those in training. */
  public static final String CORRELATION_SHIFT = "correlation-shift";

  /** Categories that training rows did not have. */
  public static final String UNSEEN_LEVELS = "unseen-levels";

  /** Columns of the model that new rows do not have. */
  public static final String ABSENT_COLUMNS = "absent-columns";

  /** Columns of new rows that the model does not have. */
  public static final String EXTRA_COLUMNS = "extra-columns";

  /** A note of a reader on a file. */
  public static final String INPUT = "input";

  /** Argument with the message, for notes of readers and model files before 0.2.0. */
  static final String MESSAGE = "message";

  /** Arguments of a warning that is merged from warnings of the same code. */
  static final String MORE = "more";

  static final String MORE_COLUMNS = "moreColumns";

  private static final int MAX_PER_CODE = 3;
  private static final int MAX_NAMED = 12;

  /** Codes of 0.1.0, which JSON also contains for one release. */
  private static final Map<String, String> FORMER =
      Map.of(
          AUXILIARY_COLUMN, "train-only-column",
          MISSINGNESS_SHIFT, "missing-moved",
          CORRELATION_SHIFT, "subspace-moved");

  public DataWarning {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
  }

  /** A warning without arguments. */
  public static DataWarning of(String code, String column, double value) {
    return new DataWarning(code, column, value, Map.of());
  }

  /** This warning with another argument. */
  public DataWarning with(String name, Object argument) {
    Map<String, Object> all = new LinkedHashMap<>(arguments);
    all.put(name, argument);
    return new DataWarning(code, column, value, all);
  }

  /** The message: what was found and what to do. */
  public String message() {
    return WarningText.of(this);
  }

  /** The warnings by code; more than three of one code are merged into the first of them. */
  public static List<DataWarning> shortened(List<DataWarning> warnings) {
    Map<String, List<DataWarning>> byCode = new LinkedHashMap<>();
    warnings.forEach(w -> byCode.computeIfAbsent(w.code(), c -> new ArrayList<>()).add(w));
    List<DataWarning> out = new ArrayList<>();
    byCode.forEach(
        (code, same) ->
            out.addAll(
                same.size() > MAX_PER_CODE
                    ? List.of(same.get(0).merged(same.subList(1, same.size())))
                    : same));
    return out;
  }

  private DataWarning merged(List<DataWarning> others) {
    List<String> columns =
        others.stream().map(DataWarning::column).filter(c -> !c.isEmpty()).toList();
    double entries =
        others.stream().filter(w -> w.column().isEmpty()).mapToDouble(DataWarning::value).sum();
    return with(MORE, columns.size() + (long) entries)
        .with(MORE_COLUMNS, columns.subList(0, Math.min(MAX_NAMED, columns.size())));
  }

  /** The object of {@code "warnings"} in JSON and in model files. */
  public Map<String, Object> toMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("code", code);
    out.put("column", column);
    out.put("value", value);
    out.put("message", message());
    out.put("arguments", arguments);
    if (FORMER.containsKey(code)) {
      out.put("formerCode", FORMER.get(code));
    }
    return out;
  }

  /**
   * The warning of an object from {@link #toMap}; files before 0.2.0 have no arguments.
   *
   * @throws IllegalArgumentException if the object is invalid
   */
  public static DataWarning fromMap(Map<?, ?> map) {
    if (map.get("code") instanceof String code
        && map.get("column") instanceof String column
        && map.get("value") instanceof Number value
        && map.get("message") instanceof String message) {
      Map<String, Object> arguments = new LinkedHashMap<>();
      if (map.get("arguments") instanceof Map<?, ?> stored) {
        stored.forEach((name, v) -> arguments.put(String.valueOf(name), v));
      } else {
        arguments.put(MESSAGE, message);
      }
      return new DataWarning(code, column, value.doubleValue(), arguments);
    }
    throw new IllegalArgumentException(
        "a warning must have code, column, value and message, got " + map.keySet());
  }
}

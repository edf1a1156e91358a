package org.slrm.io.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.result.FitReport;

/**
 * Something about data that a user should know before believing what comes of them. The codes are
 * listed in docs/guide.md.
 *
 * <pre>{@code
 * for (DataWarning w : TableChecks.of(table, options).warnings()) {
 *   System.err.println(w.code() + ", " + w.column() + ": " + w.message());
 * }
 * }</pre>
 *
 * @param code what kind of warning, one of the constants here
 * @param column the column it is about, empty where it is about the rows as a whole
 * @param value its number: a share, a count or the value in question, as the code says
 * @param message what was seen and what to do, in words
 */
public record DataWarning(String code, String column, double value, String message) {
  /** A column that alone explains nearly all of a target. */
  public static final String LEAK = "leak";

  /** Neighbouring rows that tell about each other, as rows in time do. */
  public static final String ORDERED = "ordered-rows";

  /** A column that numbers the rows, which is used, or text that names them, which is not. */
  public static final String IDENTIFIER = "identifier";

  /** A value that looks like a code for missing. */
  public static final String CODE = "code-like-missing";

  /** A few labels far from all others. */
  public static final String EXTREME_LABELS = "extreme-labels";

  /** A target of numbers that has very few values. */
  public static final String FEW_VALUES = "few-valued-target";

  /** A column that is constant but in a handful of rows. */
  public static final String NEARLY_CONSTANT = "constant-in-fold";

  /** Categories with one row each. */
  public static final String RARE = "rare-categories";

  /** A target with so few known labels that only linear candidates are fitted. */
  public static final String FEW_LABELS = "few-labels";

  /** Labels or entries that look like outliers and were used. */
  public static final String OUTLIERS = "outliers";

  /** Errors on held-out rows so small that columns may contain the answer. */
  public static final String LEAK_SUSPECTED = "leak-suspected";

  /** A text column where NA may be a level. */
  public static final String NA_LEVEL = "na-may-be-a-level";

  /** No candidate predicts held-out rows better than the null model. */
  public static final String NO_SIGNAL = "no-signal";

  /** A column known at training that new data do not have. */
  public static final String TRAIN_ONLY = "train-only-column";

  /** Values outside the range seen at training. */
  public static final String OUT_OF_RANGE = "out-of-range";

  /** A share of missing entries that has moved. */
  public static final String MISSING_MOVED = "missing-moved";

  /** Rows with a missingness pattern that training rows did not have. */
  public static final String NEW_PATTERNS = "new-patterns";

  /** Columns that no longer move together as at training. */
  public static final String SUBSPACE_MOVED = "subspace-moved";

  /** Categories that training rows did not have. */
  public static final String UNSEEN_LEVELS = "unseen-levels";

  /**
   * What a fit says about its own result: targets that the null model has all the weight of.
   *
   * @param targets names of the targets
   */
  public static List<DataWarning> ofFit(FitReport report, List<String> targets) {
    List<DataWarning> out = new ArrayList<>();
    for (FitReport.Candidate c : report.candidates()) {
      if (c.weight() == 1 && Boolean.TRUE.equals(c.settings().get("baseline"))) {
        String name = targets.get(c.target());
        String message =
            "no predictive signal found for \"%s\": no candidate is better than the baseline"
                + " (mean or class shares) by a standard error on held-out rows, so the model"
                + " predicts the baseline."
                + " Add features or rows that are related to it";
        out.add(new DataWarning(NO_SIGNAL, name, c.mse(), message.formatted(name)));
      }
    }
    return out;
  }

  /** The object of {@code "warnings"} in JSON. */
  public Map<String, Object> toMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("code", code);
    out.put("column", column);
    out.put("value", value);
    out.put("message", message);
    return out;
  }

  /**
   * The warning of such an object.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  public static DataWarning fromMap(Map<?, ?> map) {
    if (map.get("code") instanceof String code
        && map.get("column") instanceof String column
        && map.get("value") instanceof Number value
        && map.get("message") instanceof String message) {
      return new DataWarning(code, column, value.doubleValue(), message);
    }
    throw new IllegalArgumentException(
        "a warning must have code, column, value and message, got " + map.keySet());
  }
}

package org.slrm.method;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;

/**
 * Everything chosen by validation: a family of likelihood fits and simpler rivals, combined with
 * weights found on held-out rows.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(x, y);
 * }</pre>
 *
 * @param rank rank of every candidate that has one; 0 lets validation choose
 * @param choosingRows where candidates are fitted to the rows themselves (not to moments of pairs
 *     of columns): with half as many labelled rows more than this, candidates are fitted to as many
 *     and evaluated on up to twice as many others; the final fit uses all rows
 * @param indicators what to do with missing indicators, for data where missingness is informative
 *     about the label
 * @param timeBudget time after which no new candidate is tried, null for none; results then depend
 *     on the machine's speed
 * @param outliers what to do with labels and entries that look like outliers
 * @param effort how much is tried
 */
public record AutoConfig(
    int rank,
    int choosingRows,
    Indicators indicators,
    @Nullable Duration timeBudget,
    OutlierPolicy outliers,
    Effort effort)
    implements MethodConfig {

  /** From this many labelled rows on candidates may be fitted by moments of pairs of columns. */
  public static final int ROWS_FOR_MOMENTS = 1500;

  /** Up to this many columns, features and labels, they may be: the pairs are their square. */
  public static final int COLUMNS_FOR_MOMENTS = 1000;

  /** What to do with "is missing" indicators as extra features. */
  public enum Indicators {
    /** Leave them out. */
    OFF,
    /** Let candidates with them compete, where missingness is related to the residuals. */
    TRY,
    /** Use them in every candidate but the simplest. */
    ON
  }

  /** What to do with labels and entries that look like outliers. */
  public enum OutlierPolicy {
    /** Use them and name them in the report. */
    WARN,
    /** Exclude them: labels from the fit, entries also from new rows. */
    EXCLUDE
  }

  /** How much is tried before members are chosen. */
  public enum Effort {
    /** Lines only, and few of them: an answer at once. */
    QUICK,
    /** Also nonlinear candidates, as long as they are worth their cost. */
    NORMAL,
    /** Every candidate, whatever it takes. */
    THOROUGH
  }

  /** Checks every setting. */
  public AutoConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.atLeast("choosingRows", choosingRows, 20);
    if (timeBudget != null && (timeBudget.isNegative() || timeBudget.isZero())) {
      throw new IllegalArgumentException("timeBudget must be above 0, got " + timeBudget);
    }
  }

  /** Outliers are used and named, with normal effort. */
  public AutoConfig(
      int rank, int choosingRows, Indicators indicators, @Nullable Duration timeBudget) {
    this(rank, choosingRows, indicators, timeBudget, OutlierPolicy.WARN, Effort.NORMAL);
  }

  /** The defaults. */
  public static AutoConfig defaults() {
    return new AutoConfig(0, 2000, Indicators.TRY, null);
  }

  /** The same with a rank. */
  public AutoConfig withRank(int value) {
    return new AutoConfig(value, choosingRows, indicators, timeBudget, outliers, effort);
  }

  /** The same with indicators. */
  public AutoConfig withIndicators(Indicators value) {
    return new AutoConfig(rank, choosingRows, value, timeBudget, outliers, effort);
  }

  /** The same with a time budget. */
  public AutoConfig withTimeBudget(Duration value) {
    return new AutoConfig(rank, choosingRows, indicators, value, outliers, effort);
  }

  /** The same with outliers named only, or excluded. */
  public AutoConfig withOutliers(OutlierPolicy value) {
    return new AutoConfig(rank, choosingRows, indicators, timeBudget, value, effort);
  }

  /** The same with another effort. */
  public AutoConfig withEffort(Effort value) {
    return new AutoConfig(rank, choosingRows, indicators, timeBudget, outliers, value);
  }

  @Override
  public String method() {
    return "auto";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("rank", rank == 0 ? "auto" : rank);
    s.put("choosingRows", choosingRows);
    s.put("indicators", indicators.name().toLowerCase(java.util.Locale.ROOT));
    s.put("timeBudgetSeconds", timeBudget == null ? "none" : timeBudget.toMillis() / 1000.0);
    if (effort != Effort.NORMAL) {
      s.put("effort", effort.name().toLowerCase(java.util.Locale.ROOT));
    }
    if (outliers == OutlierPolicy.EXCLUDE) {
      s.put("outliers", "exclude");
    }
    return s;
  }
}

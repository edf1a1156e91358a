package org.slrm.method;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.method.LikelihoodConfig.Mechanism;

/**
 * The default method: candidates are evaluated on held-out rows and combined by stacking.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(x, y);
 * }</pre>
 *
 * @param rank rank of every candidate that has one; 0 lets validation choose
 * @param choosingRows rows for fitting candidates without pairwise moments: with at least 1.5 times
 *     this number of labelled rows, candidates are fitted to this number and evaluated on up to
 *     twice as many others; the final fit uses all rows
 * @param indicators use of missing indicators, for data where missingness is informative about the
 *     label
 * @param timeBudget time after which no new candidate is tried, null for none; results then depend
 *     on the machine's speed
 * @param outliers treatment of outlying labels and entries
 * @param effort extent of the search
 * @param missingness whether entries may be missing because of their own values
 */
public record AutoConfig(
    int rank,
    int choosingRows,
    Indicators indicators,
    @Nullable Duration timeBudget,
    OutlierPolicy outliers,
    Effort effort,
    Mechanism missingness)
    implements MethodConfig {

  /** Fewest labelled rows for candidates fitted by pairwise second moments. */
  public static final int ROWS_FOR_MOMENTS = 1500;

  /** Most columns, features and labels, for these candidates. */
  public static final int COLUMNS_FOR_MOMENTS = 1000;

  /** Use of "is missing" indicators as further features. */
  public enum Indicators {
    /** Never. */
    OFF,
    /** Candidates with indicators are evaluated where missingness is related to the residuals. */
    TRY,
    /** In every candidate except the simplest. */
    ON
  }

  /** Treatment of outlying labels and entries. */
  public enum OutlierPolicy {
    /** Use them and report them. */
    WARN,
    /** Exclude them: labels from the fit, entries also from new rows. */
    EXCLUDE
  }

  /** Extent of the search. */
  public enum Effort {
    /** A few linear candidates only. */
    QUICK,
    /** Also nonlinear candidates, as long as they are worth their cost. */
    NORMAL,
    /** Every candidate, regardless of cost. */
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

  /** Outliers are used and reported, with normal effort. */
  public AutoConfig(
      int rank, int choosingRows, Indicators indicators, @Nullable Duration timeBudget) {
    this(
        rank,
        choosingRows,
        indicators,
        timeBudget,
        OutlierPolicy.WARN,
        Effort.NORMAL,
        Mechanism.AUTO);
  }

  /** The defaults. */
  public static AutoConfig defaults() {
    return new AutoConfig(0, 2000, Indicators.TRY, null);
  }

  /** With a rank. */
  public AutoConfig withRank(int value) {
    return new AutoConfig(
        value, choosingRows, indicators, timeBudget, outliers, effort, missingness);
  }

  /** With indicators. */
  public AutoConfig withIndicators(Indicators value) {
    return new AutoConfig(rank, choosingRows, value, timeBudget, outliers, effort, missingness);
  }

  /** With a time budget. */
  public AutoConfig withTimeBudget(Duration value) {
    return new AutoConfig(rank, choosingRows, indicators, value, outliers, effort, missingness);
  }

  /** With another treatment of outliers. */
  public AutoConfig withOutliers(OutlierPolicy value) {
    return new AutoConfig(rank, choosingRows, indicators, timeBudget, value, effort, missingness);
  }

  /** With another effort. */
  public AutoConfig withEffort(Effort value) {
    return new AutoConfig(rank, choosingRows, indicators, timeBudget, outliers, value, missingness);
  }

  /** With missingness that may depend on the missing values, or not. */
  public AutoConfig withMissingness(Mechanism value) {
    return new AutoConfig(rank, choosingRows, indicators, timeBudget, outliers, effort, value);
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
    if (missingness != Mechanism.AUTO) {
      s.put("missingness", missingness.word());
    }
    return s;
  }
}

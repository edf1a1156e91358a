package org.slrm.internal.auto;

import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.method.KernelConfig;
import org.slrm.method.TreesConfig;

/**
 * Constants that decide which candidates {@code auto} evaluates and in which order, each with its
 * reason. They were chosen on simulated tables and on training rows, never on rows that a result is
 * reported for. How a candidate is fitted and evaluated: {@link SelectionRules}.
 *
 * <p>Where fits may use second moments is public in {@link org.slrm.method.AutoConfig}, because the
 * launcher must know it too.
 */
public final class AutoRules {
  private AutoRules() {}

  // Portfolio.

  /** Largest smaller side of a table for ridge, which decomposes a matrix of that size. */
  public static final int MAX_FOR_RIDGE = 600;

  /** Tolerance that ranks a lasso candidate. */
  public static final double LASSO_TOLERANCE = 1e-3;

  /** Penalties on a lasso path: a quarter of the usual grid finds the same minimum. */
  public static final int LASSO_POINTS = 25;

  /** Features from which regressions on all of them are slow. */
  public static final int WIDE = 150;

  /** Rank for imputation, which supports more factors than prediction of a label. */
  public static final int IMPUTATION_RANK = 30;

  /** Second, larger rank for imputation. */
  public static final int LARGE_IMPUTATION_RANK = 45;

  /** Small rank for imputation: similar rows are close, and imputed rows are smooth. */
  public static final int SMALL_IMPUTATION_RANK = 10;

  /** Loading prior of the candidate with a stronger prior, as a multiple of the plain one. */
  public static final double STRONGER_PRIOR = 5;

  /** Loading prior of the candidate with the strongest prior. */
  public static final double STRONGEST_PRIOR = 20;

  /** Supervision weight that turns the subspace a little. */
  public static final double SUPERVISION = 3;

  /** Largest rank of the strongly supervised candidate; more factors overfit the label. */
  public static final int SUPERVISED_RANK = 10;

  /** Level of the test that missingness is related to the residuals. */
  public static final double SIGNIFICANCE = 0.01;

  /** Minimum rows for nonlinear candidates; below this they fit noise. */
  public static final int ROWS_FOR_NONLINEAR = 40;

  /** Minimum rows of a mixture component for each of its factors. */
  public static final int ROWS_PER_COMPONENT_RANK = 8;

  /** Trees on raw and imputed features and a ridge prediction, a quarter of many inputs drawn. */
  public static final TreesConfig TREES =
      TreesConfig.defaults()
          .withLeaves(16)
          .withLeastRows(3)
          .withLearningRate(0.05)
          .withColumns(0)
          .withRows(0.8);

  /** Trees on raw features. */
  public static final TreesConfig RAW_TREES =
      TreesConfig.defaults()
          .withLeaves(15)
          .withLeastRows(5)
          .withLearningRate(0.05)
          .withColumns(0)
          .withRows(0.8);

  /** Centres of a kernel in the final fit, whose cost per row is their square. */
  public static final int CENTRES = KernelConfig.defaults().centres();

  // Order and end of the search.

  /** Up to this rank, two ranks in a row without gain end the search; beyond it, one. */
  public static final int SMALL_RANK = 20;

  /** Least relative gain of a larger rank. */
  public static final double MIN_GAIN = 0.005;

  /** Least relative gain with many rows, where larger ranks cost little and do not overfit. */
  public static final double MIN_GAIN_OF_MANY_ROWS = 0.001;

  /** Factor by which ranks fall with one noise variance per feature, which explains part of x. */
  public static final double RANK_STEP_DOWN = 0.6;

  /** The simplest candidate is clearly best when its error is below this multiple of another's. */
  public static final double FAR_AHEAD = 0.8;

  /** The simplest candidate is behind when its error is above this multiple of the best one's. */
  public static final double BEHIND = 1.02;

  /** That multiple with many rows, where imputed features add little to a joint fit. */
  public static final double BEHIND_WITH_MANY_ROWS = 1;

  /** Ranks compared before factor models of three classes or more may be stopped early. */
  public static final int RANKS_OF_CLASSES = 2;

  /** Factor models of classes are stopped early when their error is above this multiple. */
  public static final double FAR_BEHIND = 1.5;

  /**
   * Ranks are compared on this many rows or more, from {@link SelectionRules#PARTIAL_FOLDS} folds
   * or more, with {@link SelectionRules#MIN_VALIDATION_LABELS} labels of every target.
   */
  public static final int PARTIAL_ROWS = 80;

  // Priorities of nonlinear candidates: the fraction of fits in which they had weight where
  // they were evaluated, on 22 tables by two splits reserved for choosing.

  /** Trees with a ridge prediction: 17 of 42. */
  public static final double PRIORITY_OF_TREES = 0.4;

  /** A kernel on imputed features or factor scores: 19 of 84. */
  public static final double PRIORITY_OF_KERNEL = 0.23;

  /** A mixture: 0 of 13, but where rows form clusters its error is far below all others. */
  public static final double PRIORITY_OF_MIXTURE = 0.1;

  /** Factor for a feature transform before trees or kernels: 11 of 45 against 36 of 126. */
  public static final double PRIORITY_OF_TRANSFORM = 0.7;

  /** Factor after another family was stopped early and none was successful. */
  public static final double OTHER_FAMILY_STOPPED = 0.5;

  /** Factor after the same candidate without its transform was stopped early. */
  public static final double UNTRANSFORMED_STOPPED = 0.1;

  /** Lower limit of an estimated cost, so that cheap candidates do not always come first. */
  public static final double MIN_SECONDS = 0.02;

  /** Candidates with a lower priority are skipped. */
  public static final double MIN_PRIORITY = 0.045;

  /** Candidates with a lower priority per second are skipped. */
  public static final double MIN_PRIORITY_PER_SECOND = 0.1;

  // Second moments.

  /** EM iterations over rows after a candidate's fit to second moments. */
  public static final int POLISH = 2;

  /** Rows that test whether iterations over rows change the error. */
  public static final int POLISHED_ROWS = 2000;

  /** Moments are too coarse when iterations over rows lower the error by this fraction. */
  public static final double COARSE = 0.05;

  /** Moments are precise when iterations over rows lower the error by less than this fraction. */
  public static final double FINE = 0.01;

  // Ensemble and final fits.

  /** Members below this weight are removed. */
  public static final double MIN_WEIGHT = 0.02;

  /** That weight with many rows, where a member is expensive and gains little by a small weight. */
  public static final double MIN_WEIGHT_WITH_MANY_ROWS = 0.1;

  /** Rows times iterations of a final fit; more rows need fewer iterations. */
  private static final int FINAL_ROW_ITERATIONS = 1_000_000;

  /** Fewest iterations of a final fit. */
  private static final int MIN_FINAL_ITERATIONS = 4;

  /** EM iterations over all rows of a final fit. */
  public static int finalIterations(int rows) {
    int affordable = Math.max(MIN_FINAL_ITERATIONS, FINAL_ROW_ITERATIONS / Math.max(1, rows));
    return Math.min(SelectionRules.FINAL_ITERATIONS, affordable);
  }
}

package org.slrm.internal.selection.rows;

import org.slrm.internal.regression.FoldedProblem;

/**
 * Constants for fitting, evaluating and combining candidates, each with its reason. They were
 * chosen on simulated tables and on training rows, never on rows that a result is reported for.
 */
public final class SelectionRules {
  private SelectionRules() {}

  // Splits.

  /** Multiple of the choosing rows from which one split replaces folds at the same precision. */
  public static final double MANY_ROWS = 1.5;

  /** Most validation rows, as a multiple of the choosing rows; more hardly help. */
  public static final int VALIDATION_ROWS = 2;

  /** Most rows fitted by second moments, as a multiple of the choosing rows; they cost one pass. */
  public static final int ROWS_BY_MOMENTS = 5;

  /** Rows from which fewer folds distinguish candidates as well. */
  public static final int LARGE_TABLE = 1500;

  /** Folds of a large table. */
  public static final int FOLDS_OF_LARGE_TABLE = 4;

  /** Fewest labels of a target that make given validation rows usable. */
  public static final int MIN_VALIDATION_LABELS = 10;

  /** Largest ratio of known fractions at which validation rows resemble training rows. */
  public static final double SIMILAR_FRACTIONS = 1.5;

  /** Least fraction of labelled rows with every label, so that joint moments keep enough rows. */
  public static final double LABELLED_TOGETHER = 0.9;

  // Ranks and components.

  /** Ranks tried, as far as features and rows allow. */
  public static final int[] RANKS = {2, 5, 10, 20, 30, 45, 60};

  /** Smallest rank tried on a large table; smaller ones never win there. */
  public static final int SMALLEST_RANK_OF_LARGE_TABLE = 10;

  /** Largest rank whose starting directions are computed at once. */
  public static final int FIRST_RANKS = 30;

  /** Numbers of mixture components tried after one, while they lower the error. */
  public static final int[] COMPONENTS = {2, 3, 5, 8};

  /** First grid for the rank of a mixture component. */
  public static final int[] COMPONENT_RANKS = {1, 2, 4, 8, 16, 32};

  /** Supervision weight where features say little about the label. */
  public static final double STRONG_SUPERVISION = 10;

  // Fits of candidates.

  /** EM iterations of a candidate: the order of candidates is stable before they converge. */
  public static final int ITERATIONS = 12;

  /** EM iterations of a mixture candidate: component weights converge before loadings. */
  public static final int MIXTURE_ITERATIONS = 20;

  /** EM iterations with a strong supervision weight; more overfit the label. */
  public static final int SUPERVISED_ITERATIONS = 20;

  /** EM iterations with a strong supervision weight from a fit with the same settings. */
  public static final int SUPERVISED_ITERATIONS_AFTER_WARM = 5;

  /** EM iterations from a fit with the same rows and rank but another noise model or prior. */
  public static final int FROM_SIBLING = 8;

  /**
   * Rows per feature from which folds start at the first fold's fit of the features. With fewer
   * rows, directions of held-out rows stay in the fit, and large ranks look better than they are.
   */
  public static final int ROWS_PER_FEATURE_FOR_WARM_FOLDS = 3;

  /** EM iterations from the fit of another fold, which shares most of its rows. */
  public static final int FROM_FOLD = 5;

  /** EM iterations of a label-free fit from the same fit with labels. */
  public static final int FROM_JOINT = 5;

  /** EM iterations on second moments, which cost little. */
  public static final int MOMENT_ITERATIONS = 10;

  /** EM iterations on second moments of many rows, which may be the whole fit. */
  public static final int MOMENT_ITERATIONS_OF_MANY_ROWS = 30;

  /** Learning rate of a candidate's trees, as a multiple of the final one. */
  public static final double CANDIDATE_STEP_FACTOR = 2;

  /** Most rows that a nonlinear candidate is fitted to. */
  public static final int NONLINEAR_ROWS = 4000;

  /** Centres of a kernel candidate; the final fit has more. */
  public static final int CANDIDATE_CENTRES = 300;

  /** Most regressors for which a cluster regresses on all rows instead of the sample. */
  public static final int MAX_REGRESSORS = FoldedProblem.MAX_FEATURES_FOR_GRAM;

  /** Most rows that determine a feature transform, which has few knots. */
  public static final int ROWS_FOR_TRANSFORMS = 100_000;

  /** Rows from which transformed features are fitted by second moments as well. */
  public static final int TRANSFORMED_ROWS_BY_MOMENTS = 50_000;

  /**
   * Fewest labelled rows per factor in a cluster's sample that refit the coefficients of classes
   * and counts; with fewer rows sampling error exceeds the error of the bound.
   */
  public static final int ROWS_TO_REFIT = 200;

  // Early stopping.

  /** Fraction of a time budget for the search; the rest is for the final fit. */
  public static final double SEARCH_FRACTION = 0.6;

  /** Validation rows from which the first fold alone can stop a candidate. */
  public static final int ROWS_TO_STOP_BY = 100;

  /** Folds after which a candidate is compared with the best one so far. */
  public static final int PARTIAL_FOLDS = 2;

  /** Least stacking weight beside the best one that keeps a candidate. */
  public static final double MIN_PARTIAL_WEIGHT = 0.05;

  /** Least relative error reduction of the ensemble that keeps a nonlinear candidate. */
  public static final double MIN_NONLINEAR_GAIN = 0.003;

  /** Least relative gain of a lasso over ridge, on the rows that choose its penalty. */
  public static final double LASSO_GAIN = 0.005;

  // Final fits and ensemble.

  /** EM iterations of a final fit, which starts from a candidate's fit. */
  public static final int FINAL_ITERATIONS = 30;

  /** EM iterations of a final mixture over many rows, which starts close to its optimum. */
  public static final int FINAL_ITERATIONS_WITH_MANY_ROWS = 8;

  /** Most rows fitted to weight the members; more do not change the weights. */
  public static final int REFINED_ROWS = 10_000;

  /**
   * Multiple of the standard error by which an ensemble must beat the null model on held-out rows;
   * otherwise the null model is saved (one-standard-error rule).
   */
  public static final double MIN_SIGNAL = 1;

  /**
   * Where labels have heavy tails, a positive difference suffices if it is this multiple of its
   * standard error with the largest differences of rows limited.
   */
  public static final double LIMITED_SIGNAL = 3;

  /** Fraction of the rows whose largest differences are limited in this check. */
  public static final double GAINS_AS_THEY_ARE = 0.95;

  /** Differences above this multiple of their standard error need no further check. */
  public static final double CERTAIN_SIGNAL = 5;

  /** Candidates with more than this multiple of the best error get no weight. */
  public static final double COMPETITIVE_ERROR = 2;

  /**
   * Fraction of the difference between the null model's error and the best one up to which errors
   * are competitive whatever their ratio.
   */
  public static final double COMPETITIVE_FRACTION = 0.05;

  /** Strength of shrinkage of stacking weights towards weights by error alone. */
  public static final double STACKING_RIDGE = 1;

  /** Most members of an ensemble; each costs a final fit and time at prediction. */
  public static final int MAX_MEMBERS = 8;

  /** Rows from which an ensemble has fewer members. */
  public static final int ROWS_FOR_FEW_MEMBERS = 1000;

  /** Most members from there on. */
  public static final int FEW_MEMBERS = 4;
}

package org.slrm.internal.auto.recipe;

import org.slrm.internal.regression.FoldedProblem;
import org.slrm.method.KernelConfig;
import org.slrm.method.TreesConfig;

/**
 * Every number that decides what {@code auto} does, each with its reason. They were chosen on
 * simulated tables and on training rows, never on rows that a result is reported for.
 *
 * <p>Where fits may go by moments is public in {@link org.slrm.method.AutoConfig}, because the
 * launcher must know it too.
 *
 * <p>"Many rows" are enough for one split: a part is fitted and another judges, instead of folds.
 */
public final class AutoRules {
  private AutoRules() {}

  // Which rows judge.

  /** Many rows: this multiple of the rows for choosing. Folds cost more and judge no better. */
  public static final double MANY_ROWS = 1.5;

  /** At most this multiple of the rows for choosing judges: more tells candidates no better. */
  public static final int JUDGING_ROWS = 2;

  /** At most this multiple of the rows for choosing is fitted by moments, which cost one pass. */
  public static final int ROWS_BY_MOMENTS = 5;

  /** From this many rows on, fewer folds tell candidates apart as well. */
  public static final int LARGE_TABLE = 1500;

  /** Folds of a large table. */
  public static final int FOLDS_OF_LARGE_TABLE = 4;

  /** Iterations of a candidate: it is ranked long before it has converged. */
  public static final int ITERATIONS = 12;

  /** With fewer labels of a target than this, rows given to validate with say nothing. */
  public static final int FEWEST_GIVEN_LABELS = 10;

  /** Up to this ratio of the shares of known entries, given rows are like those of the fit. */
  public static final double ALIKE = 1.5;

  /** This share of the labelled rows must show every label, or joint moments lose too many. */
  public static final double LABELLED_TOGETHER = 0.9;

  // Which candidates there are.

  /** Ranks tried, as far as features and rows allow. */
  public static final int[] RANKS = {2, 5, 10, 20, 30, 45, 60};

  /** On a large table the ranks below this one are not worth their time. */
  public static final int SMALLEST_RANK_OF_LARGE_TABLE = 10;

  /** Ridge decomposes a matrix of the smaller side; beyond this it takes too long. */
  public static final int MOST_FOR_RIDGE = 600;

  /** Precise enough to rank a lasso. */
  public static final double LASSO_TOLERANCE = 1e-3;

  /** Penalties on the path of a lasso: a quarter of the usual grid finds the same minimum. */
  public static final int LASSO_POINTS = 25;

  /** Beyond this many features regressions on them take long. */
  public static final int WIDE = 150;

  /** Completing a table bears more directions than predicting a label from them. */
  public static final int COMPLETING_RANK = 30;

  /** And sometimes more still. */
  public static final int LARGE_COMPLETING_RANK = 45;

  /** Loading prior of a shrunk candidate, in units of the plain one. */
  public static final double SHRUNK = 5;

  /** Loading prior of a strongly shrunk candidate. */
  public static final double STRONGLY_SHRUNK = 20;

  /** How often a label counts where it should turn the subspace a little. */
  public static final double WELL_SUPERVISED = 3;

  /** How often a label counts where features say little about it. */
  public static final double SUPERVISED = 10;

  /** Rank of the strongly supervised candidate: more directions overfit the label. */
  public static final int SUPERVISED_RANK = 10;

  /** Indicators are not tried where holes would say as much by chance with this probability. */
  public static final double BY_CHANCE = 0.01;

  /** With fewer rows to fit on, what bends is mostly chance. */
  public static final int ROWS_TO_BEND = 40;

  /** Rows of a component for each of its directions, at least. */
  public static final int ROWS_PER_DIRECTION = 8;

  /** Few directions: rows that repeat are near each other, and completed rows are smooth. */
  public static final int FEW_DIRECTIONS = 10;

  /**
   * Trees that see a line: small steps, and each tree sees most of the rows; of many inputs a
   * quarter will do, as they say much the same.
   */
  public static final TreesConfig TREES =
      TreesConfig.builder().leaves(16).leastRows(3).learningRate(0.05).columns(0).rows(0.8).build();

  /** Trees on raw features: every tree sees most of the rows. */
  public static final TreesConfig RAW_TREES =
      TreesConfig.builder().leaves(15).leastRows(5).learningRate(0.05).columns(0).rows(0.8).build();

  /** Trees that see none. */
  public static final TreesConfig SMALL_TREES =
      TreesConfig.builder()
          .leaves(8)
          .leastRows(5)
          .learningRate(0.05)
          .columns(0.5)
          .rows(0.8)
          .build();

  /** Candidates' trees take steps so much longer than a model's, and are as much fewer. */
  public static final double LONGER_STEPS = 2;

  /** Candidates that bend are fitted to at most so many rows. */
  public static final int ROWS_THAT_BEND = 4000;

  /** Centres of a kernel's function that is only compared. */
  public static final int FEWER_CENTRES = 300;

  /** Centres of a kernel's function: a fit costs their square for every row. */
  public static final int CENTRES = KernelConfig.defaults().centres();

  /** On a cluster, beyond this many regressors, regressions are made on the sample. */
  public static final int MOST_REGRESSORS = FoldedProblem.MOST_FEATURES_FOR_GRAM;

  /** Numbers of components of a mixture that are tried after one, while they are worth it. */
  public static final int[] COMPONENTS = {2, 3, 5, 8};

  /** Ranks of the components of a mixture, first tried coarsely. */
  public static final int[] COMPONENT_RANKS = {1, 2, 4, 8, 16, 32};

  /** Iterations of a mixture that is to be judged: shares settle before loadings do. */
  public static final int MIXTURE_ITERATIONS = 20;

  // How the search goes on.

  /** Choosing takes at most this share of a time budget; the rest is for the final fit. */
  public static final double SHARE_OF_CHOOSING = 0.6;

  /** Directions to begin with are found at once up to this rank, beyond it when asked for. */
  public static final int FIRST_RANKS = 30;

  /** Beyond this rank one that does not help ends the search; before it, two in a row. */
  public static final int SMALL_RANK = 20;

  /** A larger rank must lower the error by this share to be taken. */
  public static final double LEAST_GAIN = 0.005;

  /** By moments of many rows larger ranks cost next to nothing and do no harm. */
  public static final double LEAST_GAIN_OF_MANY_ROWS = 0.001;

  /** The simplest rival is far ahead when its error is below this share of another's. */
  public static final double FAR_AHEAD = 0.8;

  /** The simplest rival is behind when its error is above this multiple of the best's. */
  public static final double BEHIND = 1.02;

  /**
   * Ranks that are compared before factor models for three classes or more may be stopped early.
   */
  public static final int RANKS_OF_CLASSES = 2;

  /** Factor models are far behind for classes when their error is above this multiple. */
  public static final double FAR_BEHIND = 1.5;

  /** With many rows what completed features add to the best joint fit is tiny. */
  public static final double BEHIND_WITH_MANY_ROWS = 1;

  /** A lasso must beat ridge by more than this on the very rows that choose its penalty. */
  public static final double LASSO_GAIN = 0.005;

  /** With so many rows in a fold, the first one alone may tell that a candidate adds nothing. */
  public static final int ROWS_TO_DROP_BY = 100;

  /** A candidate beside a leader must show on this many folds that it is worth the others. */
  public static final int RACED_FOLDS = 2;

  /**
   * Ranks are compared by so many rows, from {@link #RACED_FOLDS} folds or more, that show {@link
   * #FEWEST_GIVEN_LABELS} labels of every target.
   */
  public static final int GLANCED_ROWS = 80;

  /** Worth it is a candidate that would weigh this much beside the leader. */
  public static final double LEAST_WEIGHT_RACED = 0.05;

  // What a candidate that bends has to hope for. Odds are counted: on what share of the fits
  // of 22 tables by two splits kept for choosing it had weight, where it was tried.

  /** Trees on raw features are evaluated first: they protect against distorted factor models. */
  public static final double ODDS_OF_RAW_TREES = 1;

  /** Trees that see a line: 17 of 42. */
  public static final double ODDS_OF_TREES = 0.4;

  /** Trees that see none: 6 of 21. */
  public static final double ODDS_OF_TREES_WITHOUT_LINE = 0.3;

  /** A kernel on completed features or on codes: 19 of 84. */
  public static final double ODDS_OF_KERNEL = 0.23;

  /** A union of subspaces: 0 of 13, but where there is one nothing else comes near it. */
  public static final double ODDS_OF_UNION = 0.1;

  /** Curves before trees or kernels, of the odds of these without: 11 of 45 against 36 of 126. */
  public static final double ODDS_OF_CURVES = 0.7;

  /** What is left of the odds after another family was dropped and nothing kept. */
  public static final double DROPPED_OTHER = 0.5;

  /** What is left after what is behind the curves was dropped without them. */
  public static final double DROPPED_ITSELF = 0.1;

  /** No fit takes less: what costs nothing is not therefore worth most. */
  public static final double LEAST_SECONDS = 0.02;

  /** With less odds nothing is tried. */
  public static final double LEAST_ODDS = 0.045;

  /** With normal effort a second of a fit must be worth such odds. */
  public static final double ODDS_PER_SECOND = 0.1;

  /** What bends must lower the error of the stack so far by this share to be worth its time. */
  public static final double LEAST_GAIN_BENT = 0.003;

  /** A weight is clearly above 0 when its square is this multiple of its variance. */
  public static final double CLEARLY = 4;

  /** Ranks fall by this factor where a noise for each feature explains part of the table. */
  public static final double FEWER = 0.6;

  // How a candidate is fitted.

  /** Iterations of a fit whose label counts often: run to the end it overfits. */
  public static final int SUPERVISED_ITERATIONS = 20;

  /** The same from a fit of the same settings. */
  public static final int SUPERVISED_ITERATIONS_AFTER_WARM = 5;

  /** Iterations from a fit of the same rows and rank with another noise or prior. */
  public static final int FROM_SIBLING = 8;

  /**
   * With so many rows for each feature, folds start from the first one's fit of the features. With
   * fewer, directions of rows that are left out stay in it, and large ranks look better than they
   * are.
   */
  public static final int TALL = 3;

  /** Iterations from the fit of another fold, which shares most of its rows. */
  public static final int FROM_FOLD = 5;

  /** Iterations of a label-free fit from the same fit with labels. */
  public static final int FROM_JOINT = 5;

  /** Iterations to moments, where one costs next to nothing. */
  public static final int MOMENT_ITERATIONS = 10;

  /** Iterations to moments of many rows, which may be all there is to the fit. */
  public static final int MOMENT_ITERATIONS_OF_MANY_ROWS = 30;

  /** Iterations over rows after a fit to moments, for candidates. */
  public static final int POLISH = 2;

  /** Rows that tell whether iterations over rows change anything. */
  public static final int POLISHED_ROWS = 2000;

  /** Moments are too coarse when iterations over rows lower the error by this share. */
  public static final double COARSE = 0.05;

  /** They are good enough when iterations over rows lower it by less than this share. */
  public static final double FINE = 0.01;

  // How the final fit is made.

  /** Iterations of the final fit, which starts from a candidate's. */
  public static final int FINAL_ITERATIONS = 30;

  /** Iterations of a final mixture over many rows, which starts near the end. */
  public static final int FINAL_ITERATIONS_WITH_MANY_ROWS = 8;

  /** Rows times iterations of a final fit: with more rows fewer iterations change anything. */
  public static final int FINAL_ROW_ITERATIONS = 1_000_000;

  /** Iterations of the final fit at least, however many rows there are. */
  public static final int LEAST_FINAL_ITERATIONS = 4;

  /** At most this many rows are fitted to weight members; more change no weight. */
  public static final int REFINED_ROWS = 10_000;

  /** Iterations over all rows of a final fit. */
  public static int finalIterations(int rows) {
    int affordable = Math.max(LEAST_FINAL_ITERATIONS, FINAL_ROW_ITERATIONS / Math.max(1, rows));
    return Math.min(FINAL_ITERATIONS, affordable);
  }

  /** Curves are drawn by at most so many rows: they have a few knots. */
  public static final int ROWS_TO_DRAW_CURVES = 100_000;

  /** From this many rows on, features behind curves are fitted by moments as well. */
  public static final int ROWS_TO_BEND_BY_MOMENTS = 50_000;

  /**
   * An ensemble must be better than the null model by this multiple of the standard error of the
   * difference on held-out rows; otherwise the null model is saved (one-standard-error rule).
   */
  public static final double LEAST_SIGNAL = 1;

  /** Differences above this multiple of their standard error need no further check. */
  public static final double CERTAIN_SIGNAL = 5;

  /** A member below this weight is dropped. */
  public static final double LEAST_WEIGHT = 0.02;

  /** By moments of many rows a member costs much and small weights gain nothing. */
  public static final double LEAST_WEIGHT_WITH_MANY_ROWS = 0.1;

  /** Strength of the pull of stacking weights towards weights by error alone. */
  public static final double STACKING_RIDGE = 1;

  /** Every member costs a fit to all rows and time at each prediction. */
  public static final int MOST_MEMBERS = 8;

  /** From this many rows on, fewer members do as well. */
  public static final int ROWS_FOR_FEW_MEMBERS = 1000;

  /** Most members from there on. */
  public static final int FEW_MEMBERS = 4;

  /**
   * Labelled rows per direction that a sample of rows on a cluster must have for coefficients of
   * classes and counts to be put right by it: with fewer chance costs more than the bound does.
   */
  public static final int ROWS_TO_REFIT = 200;
}

package org.slrm.cli.help;

import java.util.LinkedHashMap;
import java.util.Map;

/** Short explanations of concepts common to several commands. */
public final class HelpTopics {
  /** Text by topic. */
  public static final Map<String, String> ALL = new LinkedHashMap<>();

  static {
    ALL.put(
        "missing",
        """
        Missing values
          Empty cells, NA, N/A, null and ? are missing. --na TOKEN,TOKEN replaces these tokens; empty
          cells are always missing. Tokens compare as numbers too: --na -200 also takes -200.0.
          --na '' takes empty cells only, where NA is a level of its own.
          Features may be missing in training rows and in new rows. A missing target makes an
          unlabelled row, which still helps to learn the features.
          fit prints one table of columns with what was taken as missing. A column of numbers with
          stray text is an error that names the line and the token.
          --indicators off|try|on says whether missingness itself may inform predictions.
        """);
    ALL.put(
        "targets",
        """
        Targets
          --target COL names the column to predict; several are separated by commas.
          --label auto takes text or two values as classes and other columns as numbers.
          --label numeric   squared error             predictions with standard error and interval
          --label robust    Student-t errors          for numbers with outliers
          --label classes   log loss                  probabilities and prediction sets
          --label counts    negative binomial         whole numbers from 0
          --label positive  normal on the log scale   amounts above 0
          --min and --max bound what targets can be. --auxiliary names columns that are known in
          training only and may help as further targets.
        """);
    ALL.put(
        "validation",
        """
        Validation
          Without options fit uses 5-fold cross-validation on random folds (--folds, --seed).
          --time COL    time-ordered: each block is predicted by a model fitted to earlier rows only
          --group COL   no group, such as a patient or a site, is on both sides of a split
          --holdout F   a fraction of the rows, or a file, for one more score after everything else
          --validation  rows to choose and to stop by instead of folds
          Errors are printed with their standard error and beside the baseline, the mean or the class
          shares. compare puts several methods on the same folds.
        """);
    ALL.put(
        "intervals",
        """
        Intervals
          predict --interval 0.9 gives lower and upper limits that contain 90 % of new labels, if rows
          are distributed as in training. They are calibrated on held-out rows and get wider where more
          is missing. --quantiles 0.1,0.5,0.9 adds quantiles. For classes, the column set has the classes
          which contains the true class with probability --interval.
          The column flags names rows to distrust: out_of_range, thinned, unseen_level, few_observed.
          evaluate prints the actual coverage on labelled rows.
        """);
  }

  private HelpTopics() {}
}

package org.slrm.cli.help;

import java.util.LinkedHashMap;
import java.util.Map;

/** Short explanations of concepts common to several commands. */
public final class HelpTopics {
  /** The line about JSON at the end of a command's help. */
  public static final String JSON_KEYS = "JSON keys: slrm help json";

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
          KIND of --label  loss                                   for
          numeric          squared error                          numbers
          robust           absolute error, with Student-t noise   numbers with outliers
          classes          log loss                               classes
          counts           Poisson or negative binomial deviance  whole numbers from 0
          positive         squared error of the logarithm         amounts above 0
          quantile:Q       pinball loss                           the Q-quantile of numbers
          --min and --max are bounds of the target. --auxiliary names columns that are known in
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
          is missing. --quantiles 0.1,0.5,0.9 adds quantiles. For classes, the column set contains the
          true class with probability --interval.
          The column flags marks unusual rows: out_of_range, thinned, unseen_level, few_observed.
          evaluate prints the actual coverage on labelled rows.
        """);
    ALL.put(
        "json",
        """
        JSON keys, with --json; warnings are part of every object
          fit       method, rank, rows, features, targets, missing, cv, holdout (with --holdout),
                    candidates, seconds, stop, notes, seed, model; timings (with --timings)
                    cv and holdout: score, scoreName, scoreStandardError, explained; of numbers also
                    mse, r2, standardError; of the first target, perTarget for all
          predict   model, targets, interval, rows, flags; predictions, or out (with --out)
          evaluate  rows, score, scoreName, answered, explained (not of numbers)
                    numbers: mse, rmse, mae, r2, coverage; counts: deviance, devianceExplained;
                    positive amounts: squaredLogError
                    quantiles: belowPrediction, the fraction of labels at or below the prediction
                    classes: logLoss, brier, auc, accuracy, balancedAccuracy, setCoverage, setSize,
                    calibrationError, confusion, perClass (recall, precision, auc, curves)
                    --outage: outages (panel, columns, hidden, score, coverage)
                    --truth: bayesError (expected), bayesMse (on these rows)
                    several targets: one such object under the name of each
          compare   rows, features, targets, missing, folds, seed, results (method, score, scoreName,
                    scoreStandardError, explained, mse, standardError, r2, nonZeros, seconds, or
                    failure; of classes accuracy and auc; perTarget for several targets)
          inspect   format, command, version, seed, files, method, rank, rows, settings, scores,
                    notes, members, features, targets
        """);
  }

  private HelpTopics() {}
}

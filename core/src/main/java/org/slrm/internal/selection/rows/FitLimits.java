package org.slrm.internal.selection.rows;

import org.slrm.method.TreesConfig;

/**
 * Limits on the effort of a fit. Comparing candidates needs less than a final fit.
 *
 * @param iterations most iterations of an iterative fit
 * @param steps learning rate of trees as a multiple of the final one; larger steps need fewer trees
 * @param centres most centres of a kernel function
 * @param rows most rows of a nonlinear candidate
 */
public record FitLimits(int iterations, double steps, int centres, int rows) {
  /** The limits of a final fit. */
  public static FitLimits full(int iterations) {
    return new FitLimits(iterations, 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** The limits for comparing candidates. */
  public static FitLimits rough(int iterations) {
    return new FitLimits(
        iterations,
        SelectionRules.CANDIDATE_STEP_FACTOR,
        SelectionRules.CANDIDATE_CENTRES,
        SelectionRules.NONLINEAR_ROWS);
  }

  /** Settings of trees within these limits. */
  public TreesConfig of(TreesConfig trees) {
    int patience = (int) Math.ceil(trees.search().patience() / steps);
    return trees
        .withSearch(trees.search().most(), patience)
        .withLearningRate(Math.min(1, trees.learningRate() * steps));
  }
}

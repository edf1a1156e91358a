package org.slrm.internal.selection.rows;

import org.slrm.method.TreesConfig;

/**
 * How far fits go. Comparing candidates needs less than a final fit.
 *
 * @param iterations the most of an iterative fit
 * @param steps how much longer than in a model the steps of trees are, which are the fewer for it
 * @param centres the most of a kernel's function
 * @param rows most rows that a nonlinear candidate is fitted to
 */
public record Pace(int iterations, double steps, int centres, int rows) {
  /** As far as a model needs it. */
  public static Pace full(int iterations) {
    return new Pace(iterations, 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** As far as it takes to compare. */
  public static Pace rough(int iterations) {
    return new Pace(
        iterations,
        SelectionRules.CANDIDATE_STEP_FACTOR,
        SelectionRules.CANDIDATE_CENTRES,
        SelectionRules.NONLINEAR_ROWS);
  }

  /** Trees at this pace. */
  public TreesConfig of(TreesConfig trees) {
    int patience = (int) Math.ceil(trees.search().patience() / steps);
    return trees
        .withSearch(trees.search().most(), patience)
        .withLearningRate(Math.min(1, trees.learningRate() * steps));
  }
}

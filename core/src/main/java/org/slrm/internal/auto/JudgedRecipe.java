package org.slrm.internal.auto;

import org.slrm.internal.auto.recipe.Recipe;

/**
 * A recipe judged on the folds, in scaled units; entry (row, target) at {@code row * targets +
 * target}.
 *
 * @param recipe what was tried
 * @param mean out-of-fold predictions, NaN for rows never left out
 * @param variance their variances as the members see them
 * @param mse mean squared error by target
 * @param standardError its standard error by target
 */
record JudgedRecipe(
    Recipe recipe, double[] mean, double[] variance, double[] mse, double[] standardError) {
  /** The same with other variances. */
  JudgedRecipe with(double[] variances) {
    return new JudgedRecipe(recipe, mean, variances, mse, standardError);
  }

  /** Mean over the targets. */
  double score() {
    return java.util.Arrays.stream(mse).average().orElse(Double.NaN);
  }

  /** The same with other predictions; errors are not made anew. */
  JudgedRecipe predicting(double[] others) {
    return new JudgedRecipe(recipe, others, variance, mse, standardError);
  }
}

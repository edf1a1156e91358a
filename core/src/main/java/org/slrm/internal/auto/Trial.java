package org.slrm.internal.auto;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.run.TrainingData;

/** A recipe on its way through the folds, which may be given up on the way. */
final class Trial {
  private static final String FAILED = "left out for numerical failure";

  private final RecipeEvaluation evaluation;
  private final TrainingData data;
  private final Recipe recipe;
  private final double[] mean;
  private final double[] variance;
  private int done;

  Trial(RecipeEvaluation evaluation, Recipe recipe) {
    this.evaluation = evaluation;
    this.recipe = recipe;
    data = evaluation.data();
    mean = new double[data.x().rows() * data.y().columns()];
    variance = new double[mean.length];
    Arrays.fill(mean, Double.NaN);
    Arrays.fill(variance, Double.NaN);
  }

  /**
   * What came of a recipe.
   *
   * @param judged the recipe with its predictions, none when it was left out
   * @param why why it was
   */
  record Outcome(Optional<JudgedRecipe> judged, String why) {
    private static Outcome leftOut(String why) {
      return new Outcome(Optional.empty(), why);
    }
  }

  Recipe recipe() {
    return recipe;
  }

  /** What its first folds say; it is left out when it failed numerically on one of them. */
  Outcome glance(int folds) {
    try {
      upTo(folds);
    } catch (ArithmeticException e) {
      return Outcome.leftOut(FAILED);
    }
    return new Outcome(evaluation.judged(recipe, mean, variance), FAILED);
  }

  /**
   * Goes through all folds. It is left out when it failed numerically on one of them, or when there
   * is a rival beside which it would have no weight on the first.
   */
  Outcome finish(@Nullable JudgedRecipe rival) {
    int folds = evaluation.folds();
    boolean bends = recipe.bends();
    boolean clearly = bends && !recipe.safetyNet();
    try {
      upTo(1);
      if (rival != null && bends && telling() && hopeless(rival, false)) {
        return Outcome.leftOut("dropped after 1 of " + folds + " folds");
      }
      int next = rival == null ? folds : Math.min(folds, AutoRules.RACED_FOLDS);
      upTo(next);
      if (rival != null && next < folds && hopeless(rival, clearly)) {
        return Outcome.leftOut("dropped after " + next + " of " + folds + " folds");
      }
      upTo(folds);
      if (rival != null && bends && hopeless(rival, clearly)) {
        return Outcome.leftOut("dropped after all folds");
      }
    } catch (ArithmeticException e) {
      return Outcome.leftOut(FAILED);
    }
    return new Outcome(evaluation.judged(recipe, mean, variance), FAILED);
  }

  /** The first fold by itself: what it finds the others take over. */
  private void upTo(int folds) {
    while (done < folds) {
      int next = done == 0 ? 1 : folds;
      evaluation.judge(recipe, done, next, mean, variance);
      done = next;
    }
  }

  private boolean telling() {
    return evaluation.folds() > 1 && evaluation.rows(1) >= AutoRules.ROWS_TO_DROP_BY;
  }

  /**
   * Whether the weight that is best beside a rival, Σ e_r(e_r − e) / Σ (e_r − e)² with the
   * gradients e of their loss on the rows judged so far, is next to nothing for every target; or,
   * where it must be, not clearly above it: data that do not bend stay linear. A weight of gain /
   * apart lowers the loss by gain² / apart, which of what bends must be a least share of it.
   */
  private boolean hopeless(JudgedRecipe rival, boolean clearly) {
    double least = recipe.bends() && !recipe.safetyNet() ? AutoRules.LEAST_GAIN_BENT : 0;
    int targets = data.y().columns();
    for (int t = 0; t < targets; t++) {
      double gain = 0;
      double apart = 0;
      double left = 0;
      double total = 0;
      for (int i = 0; i < data.x().rows(); i++) {
        double y = data.label(i, t);
        double own = data.kind(t).gradient(y, mean[i * targets + t]);
        double other = data.kind(t).gradient(y, rival.mean()[i * targets + t]);
        if (!Double.isNaN(own) && !Double.isNaN(other)) {
          gain += data.weight(i) * other * (other - own);
          apart += data.weight(i) * (other - own) * (other - own);
          left += data.weight(i) * other * other;
          total += data.weight(i);
        }
      }
      boolean clear = gain * gain * total >= AutoRules.CLEARLY * apart * left;
      boolean worthwhile = gain * gain >= least * apart * left;
      boolean weighs = gain >= AutoRules.LEAST_WEIGHT_RACED * apart;
      if (weighs && worthwhile && (clear || !clearly)) {
        return false;
      }
    }
    return true;
  }
}

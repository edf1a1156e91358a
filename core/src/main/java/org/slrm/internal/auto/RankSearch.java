package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.IntFunction;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.CrossValidated;

/** Chooses the rank of a single recipe by the folds of a split. */
final class RankSearch {
  private RankSearch() {}

  /** Growing ranks, each with its recipes, until two in a row did worse than the best. */
  static List<JudgedRecipe> growing(
      RecipeEvaluation evaluation, int folds, IntFunction<List<? extends Recipe>> recipes) {
    return growing(evaluation, folds, recipes, best -> false);
  }

  /** The same, but on and on while the best score so far is still too bad to stop at. */
  static List<JudgedRecipe> growing(
      RecipeEvaluation evaluation,
      int folds,
      IntFunction<List<? extends Recipe>> recipes,
      DoublePredicate tooBad) {
    return byRank(evaluation, folds, rank -> judged(evaluation, recipes.apply(rank)), tooBad);
  }

  /** The same where it depends on those judged before which recipes of a rank are. */
  static List<JudgedRecipe> judgedByRank(
      RecipeEvaluation evaluation, int folds, IntFunction<List<JudgedRecipe>> judge) {
    return byRank(evaluation, folds, judge, best -> false);
  }

  private static List<JudgedRecipe> byRank(
      RecipeEvaluation evaluation,
      int folds,
      IntFunction<List<JudgedRecipe>> judge,
      DoublePredicate tooBad) {
    List<JudgedRecipe> trials = new ArrayList<>();
    int n = (int) Math.round(evaluation.data().x().rows() * (1 - 1.0 / folds));
    double best = Double.POSITIVE_INFINITY;
    int worse = 0;
    for (int rank : new Recipes(n, evaluation.data().x().columns(), false).ranks(0)) {
      if (worse >= 2 && !tooBad.test(best)) {
        break;
      }
      List<JudgedRecipe> judged = judge.apply(rank);
      if (!judged.isEmpty()) {
        double score = best(judged).score();
        worse = score > best ? worse + 1 : 0;
        best = Math.min(best, score);
        trials.addAll(judged);
      }
    }
    return trials;
  }

  /** Those of some recipes that could be judged. */
  static List<JudgedRecipe> judged(RecipeEvaluation evaluation, List<? extends Recipe> recipes) {
    return recipes.stream().map(evaluation::run).flatMap(Optional::stream).toList();
  }

  static JudgedRecipe best(List<JudgedRecipe> trials) {
    return trials.stream().min(Comparator.comparingDouble(JudgedRecipe::score)).orElseThrow();
  }

  /** Tells of the trials, and gives the predictions that the best made of rows left out. */
  static CrossValidated validated(
      TrainingData data,
      JudgingSplit split,
      List<JudgedRecipe> trials,
      JudgedRecipe best,
      FitRecord record) {
    double[][] weights = new double[data.y().columns()][trials.size()];
    for (double[] w : weights) {
      w[trials.indexOf(best)] = 1;
    }
    AutoSolver.list(record, trials, weights);
    record.found.put("rank", best.recipe().rank());
    return split.validation(data, trials, weights);
  }
}

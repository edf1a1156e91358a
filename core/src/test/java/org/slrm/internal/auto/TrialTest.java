package org.slrm.internal.auto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

class TrialTest {
  private static final int N = 120;
  private static final int P = 6;

  private final TrainingData data = drawn();

  /** Three directions, a label on the first, a fifth of the entries missing. */
  private static TrainingData drawn() {
    SplittableRandom random = new SplittableRandom(7);
    double[][] x = new double[N][P];
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      double[] a = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      for (int j = 0; j < P; j++) {
        double value = a[j % 3] * (1 + j) + 0.1 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 0.2 ? Double.NaN : value;
      }
      y[i] = a[0] + 0.1 * random.nextGaussian();
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  private RecipeEvaluation evaluation() {
    return JudgingSplit.of(data, N, 5, 1)
        .evaluation(data, MissingIndicators.none(P), FitContext.of(1));
  }

  @Test
  void aTrialThatWasGlancedAtEndsAsOneThatWasNot() {
    Recipe recipe = Recipes.joint(3);
    JudgedRecipe whole = evaluation().run(recipe).orElseThrow();
    Trial trial = new Trial(evaluation(), recipe);
    JudgedRecipe seen = trial.glance(2).judged().orElseThrow();
    JudgedRecipe finished = trial.finish(null).judged().orElseThrow();
    assertArrayEquals(whole.mean(), finished.mean());
    assertArrayEquals(evaluation().glanced(whole, 2).mse(), seen.mse());
  }

  @Test
  void aGlanceShowsTheFirstFoldsAlone() {
    RecipeEvaluation evaluation = evaluation();
    JudgedRecipe seen = new Trial(evaluation, Recipes.joint(2)).glance(2).judged().orElseThrow();
    int known = 0;
    for (int i = 0; i < N; i++) {
      assertEquals(evaluation.fold()[i] < 2, !Double.isNaN(seen.mean()[i]), "row " + i);
      known += evaluation.fold()[i] < 2 ? 1 : 0;
    }
    assertEquals(known, evaluation.rows(2));
  }

  @Test
  void oneThatAddsNothingToItsRivalIsDropped() {
    RecipeEvaluation evaluation = evaluation();
    double[] labels = new double[N];
    Arrays.setAll(labels, i -> data.label(i, 0));
    JudgedRecipe right = evaluation.run(Recipes.joint(3)).orElseThrow().predicting(labels);
    Trial.Outcome other = new Trial(evaluation, Recipes.joint(3)).finish(right);
    assertTrue(other.judged().isEmpty());
    assertEquals("dropped after " + AutoRules.RACED_FOLDS + " of 5 folds", other.why());
  }
}

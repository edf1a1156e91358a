package org.slrm.internal.trees;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.Workers;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

class FoldedBoostingTest {
  private final Rows rows = Rows.drawn(300, 4, 0.2, 3);
  private final int[] fold = Folds.assign(300, 4, 1);

  private FoldedBoosting.FoldedFit evaluate(TreesConfig config, FitContext context) {
    List<BoostedColumn> column = List.of(new BoostedColumn(rows.bins(), rows.target()));
    return FoldedBoosting.evaluate(column, fold, config, context);
  }

  @Test
  void aHeldOutRowIsPredictedByTreesThatNeverSawIt() {
    TreesConfig config = TreesConfig.defaults().withTrees(7);
    FoldedBoosting.FoldedFit evaluated = evaluate(config, FitContext.of(1));
    double[] y = rows.y().clone();
    IntStream.range(0, 300).filter(i -> fold[i] == 2).forEach(i -> y[i] = Double.NaN);
    TreeTarget without = new TreeTarget(rows.target().kind(), y, rows.weights());
    Forest forest = Boosting.fit(rows.bins(), without, 7, config, FitContext.of(1));
    assertEquals(7, evaluated.trees());
    for (int i = 0; i < 300; i++) {
      if (fold[i] == 2) {
        assertEquals(forest.predict(rows.row(i)), evaluated.eta()[i], 1e-12);
      }
    }
  }

  @Test
  void asManyTreesAreChosenAsHeldOutRowsLikeBest() {
    FoldedBoosting.FoldedFit evaluated =
        evaluate(TreesConfig.defaults().withSearch(300, 20), FitContext.of(1));
    assertEquals(Collections.min(evaluated.error()), evaluated.error().get(evaluated.trees()));
    assertTrue(evaluated.trees() > 5, "the labels are worth trees");
    assertTrue(evaluated.error().size() > evaluated.trees() + 20);
    double error = 0;
    for (int i = 0; i < 300; i++) {
      error += Math.pow(rows.y()[i] - evaluated.eta()[i], 2) / 300;
    }
    assertEquals(evaluated.error().get(evaluated.trees()), error, 1e-12);
  }

  @Test
  void theSearchEndsWhereErrorFallsByNextToNothing() {
    int patience = 20;
    FoldedBoosting.FoldedFit evaluated =
        evaluate(TreesConfig.defaults().withSearch(3000, patience), FitContext.of(1));
    int last = evaluated.error().size() - 1;
    double before = Collections.min(evaluated.error().subList(0, last - patience + 1));
    double after = Collections.min(evaluated.error().subList(last - patience + 1, last + 1));
    assertTrue(last < 3000, "it ends by itself");
    assertTrue(after > (1 - 1e-3) * before, "the last trees were worth next to nothing");
  }

  @Test
  void rowsOfNoFoldAndRowsWithoutLabelAreNotPredicted() {
    fold[5] = -1;
    rows.y()[6] = Double.NaN;
    FoldedBoosting.FoldedFit evaluated =
        evaluate(TreesConfig.defaults().withTrees(2), FitContext.of(1));
    assertTrue(Double.isNaN(evaluated.eta()[5]) && Double.isNaN(evaluated.eta()[6]));
    assertEquals(298, Arrays.stream(evaluated.eta()).filter(Double::isFinite).count());
  }

  @Test
  void foldsOnTwoThreadsSayTheSame() {
    TreesConfig config = TreesConfig.defaults();
    try (Workers two = Workers.of(2)) {
      FitContext shared = new FitContext(1, two, FitListener.NONE, null);
      assertArrayEquals(evaluate(config, FitContext.of(1)).eta(), evaluate(config, shared).eta());
    }
  }

  @Test
  void noiseIsLeftAlone() {
    double[] y = IntStream.range(0, 300).mapToDouble(i -> Math.sin(1e5 * i)).toArray();
    Rows noise = new Rows(rows.x(), y, rows.weights());
    FoldedBoosting.FoldedFit evaluated =
        FoldedBoosting.evaluate(
            List.of(new BoostedColumn(noise.bins(), noise.target())),
            fold,
            TreesConfig.defaults(),
            FitContext.of(1));
    assertTrue(evaluated.trees() < 10, evaluated.trees() + " trees");
  }
}

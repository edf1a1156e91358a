package org.slrm.internal.selection.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.auto.AutoRules;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.TreesConfig;

class PaceTest {
  private static SharedFits fits(int rows, FitLimits pace) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[rows][3];
    Arrays.stream(x).forEach(r -> Arrays.setAll(r, j -> random.nextGaussian()));
    double[] y = Arrays.stream(x).mapToDouble(r -> r[0]).toArray();
    TrainingData data = new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
    return new SharedFits(
            new TableRows(data, FitContext.of(1)), MissingIndicators.none(3), 5, WarmStarts.none())
        .at(pace);
  }

  @Test
  void aModelsPaceChangesNothing() {
    assertEquals(AutoRules.TREES, FitLimits.full(9).of(AutoRules.TREES));
    SharedFits fits = fits(50, FitLimits.full(5));
    assertSame(fits, fits.fewer());
  }

  @Test
  void longerStepsAreFewer() {
    TreesConfig rough = FitLimits.rough(9).of(AutoRules.TREES);
    double steps = SelectionRules.CANDIDATE_STEP_FACTOR;
    assertEquals(steps * AutoRules.TREES.learningRate(), rough.learningRate());
    assertEquals(AutoRules.TREES.search().patience() / steps, rough.search().patience());
    assertEquals(AutoRules.TREES.leaves(), rough.leaves());
  }

  @Test
  void slowLearnersSeeSomeRowsButKnowTheFeaturesOfAll() {
    SharedFits fits = fits(60, new FitLimits(5, 1, 100, 20));
    SharedFits fewer = fits.fewer();
    assertNotSame(fits, fewer);
    assertEquals(20, fewer.data().x().rows());
    Factors few = fewer.labelFree(FactorCandidate.plain(1, false));
    assertSame(few, fits.labelFree(FactorCandidate.plain(1, false)), "one fit serves both");
    Factors own =
        new SharedFits(
                new TableRows(fits.data(), FitContext.of(1)),
                MissingIndicators.none(3),
                5,
                WarmStarts.none())
            .labelFree(FactorCandidate.plain(1, false));
    assertEquals(own.mu()[0], few.mu()[0], "it is that of all rows");
  }
}

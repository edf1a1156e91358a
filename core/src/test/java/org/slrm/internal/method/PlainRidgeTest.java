package org.slrm.internal.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.Fitted;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.FitListener;

class PlainRidgeTest {
  private static final int ROWS = 200;
  private static final FitContext CONTEXT =
      new FitContext(1, Workers.single(), FitListener.NONE, null);

  /** One factor behind five features and the label. */
  private static TrainingData oneFactor(double sign) {
    SplittableRandom random = new SplittableRandom(2);
    double[][] x = new double[ROWS][5];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double factor = random.nextGaussian();
      Arrays.setAll(x[i], j -> 0.8 * factor + 0.6 * random.nextGaussian());
      y[i] = sign * factor;
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  private static Fitted fit(TrainingData data) {
    LikelihoodConfig config = LikelihoodConfig.defaults().withRank(1);
    return new LikelihoodMethod(config, 0).fit(data, CONTEXT);
  }

  @Test
  void itDoesNotBeatTheModelThatMadeTheData() {
    Member member = fit(oneFactor(1)).members().get(0);
    assertFalse(RidgeBaseline.doesBetter(member, oneFactor(1), 1));
  }

  @Test
  void itBeatsAMemberOfOtherLabels() {
    Member member = fit(oneFactor(-1)).members().get(0);
    assertTrue(RidgeBaseline.doesBetter(member, oneFactor(1), 1));
  }

  @Test
  void aGivenRankIsFittedWithoutASearch() {
    Fitted fitted = fit(oneFactor(1));
    assertEquals(1, fitted.record().rank);
    assertTrue(fitted.record().candidates.isEmpty());
  }
}

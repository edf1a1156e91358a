package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.Prediction;

class RowPredictorTest {
  private final Simulation simulation =
      Simulated.table(60, 5, 2, 2).keep(0.7).keepTest(0.7).noise(0.3).seed(3).build();
  private final SlrmModel model =
      Slrm.with(LikelihoodConfig.defaults().withRank(2).withMaxIterations(20))
          .fit(simulation.train().x(), simulation.train().y());

  /** Few features, so that patterns come again, one after another and later. */
  @Test
  void rowAfterRowIsPredictedAsTheModelPredictsEachAlone() {
    IncompleteMatrix rows = simulation.test(200).x();
    RowPredictor predictor = model.rowPredictor();
    for (int i = 0; i < rows.rows(); i++) {
      for (int again = 0; again < 2; again++) {
        Prediction[] all = predictor.predict(rows.row(i));
        assertEquals(1, all.length);
        Prediction alone = model.predict(rows.row(i));
        assertEquals(alone.mean(), all[0].mean());
        assertEquals(alone.standardError(), all[0].standardError());
        assertEquals(alone.interval(0.9), all[0].interval(0.9));
        assertEquals(alone.answered(), all[0].answered());
        assertEquals(alone.observed(), all[0].observed());
      }
    }
  }

  @Test
  void whatAFeatureIsExpectedToBeIsWhatTheRowIsCompletedBy() {
    IncompleteMatrix rows = simulation.test(50).x();
    RowPredictor predictor = model.rowPredictor();
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        assertEquals(model.impute(rows.row(i)).value(j), predictor.expected(rows.row(i), j));
      }
    }
    assertEquals(
        "feature must be between 0 and 4, got 5",
        assertThrows(IllegalArgumentException.class, () -> predictor.expected(rows.row(0), 5))
            .getMessage());
  }

  @Test
  void everyTargetIsPredicted() {
    IncompleteMatrix x = simulation.train().x();
    double[] y = simulation.train().y();
    double[][] labels = new double[y.length][];
    for (int i = 0; i < y.length; i++) {
      labels[i] = new double[] {y[i], 3 - 2 * y[i]};
    }
    SlrmModel both =
        Slrm.with(MeanElasticNetConfig.defaults()).folds(0).fit(x, IncompleteMatrix.ofNaN(labels));
    Prediction[] all = both.rowPredictor().predict(x.row(0));
    assertEquals(2, all.length);
    for (int t = 0; t < 2; t++) {
      assertEquals(both.predict(x.row(0), t).mean(), all[t].mean());
    }
  }

  @Test
  void aRowOfAnotherLengthIsRefused() {
    IncompleteRow longer = IncompleteRow.ofNaN(1, 2, 3, 4, 5, 6);
    RowPredictor predictor = model.rowPredictor();
    assertEquals(
        "length of the row must equal number of features (5), got 6",
        assertThrows(IllegalArgumentException.class, () -> predictor.predict(longer)).getMessage());
  }
}

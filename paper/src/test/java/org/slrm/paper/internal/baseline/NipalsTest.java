package org.slrm.paper.internal.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.PlsConfig;
import org.slrm.paper.Simulation;

class NipalsTest {
  /** The rule for a pattern and scores taken one after another are the same. */
  @Test
  void theRuleForAPatternIsTheScoresTakenInTurn() {
    Simulation.Sample sample =
        Simulation.builder().rows(80).features(9).rank(3).nonzeros(2).keep(0.6).build().train();
    IncompleteMatrix x = sample.x();
    TrainingData data = new TrainingData(x, IncompleteMatrix.ofColumn(sample.y()));
    PlsConfig config = PlsConfig.defaults().withComponents(3);
    Nipals.Components c = Nipals.fit(data, 3, config.tolerance(), config.iterations());
    var member =
        (LinearInPattern) new PlsSolver(config, 5).fit(data, FitContext.of(1)).members().get(0);
    PatternSolver solver = member.patternSolver();
    double[] inTurn = new double[3];
    double[] rule = new double[9];
    for (int i = 0; i < x.rows(); i++) {
      c.predict(x, i, inTurn);
      int[] observed = x.row(i).indices();
      solver.pattern(observed, observed.length);
      solver.coefficients(0, rule);
      double sum = member.intercept(0);
      for (int e = 0; e < observed.length; e++) {
        sum += rule[e] * (x.value(x.rowStart(i) + e) - member.center(observed[e]));
      }
      assertEquals(inTurn[2], sum, 1e-10);
    }
  }
}

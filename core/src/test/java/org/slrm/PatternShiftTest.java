package org.slrm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.Metrics;

/** Rows to come that show many more entries than the rows of the fit. */
class PatternShiftTest {

  /** Few rows of many features with a tenth known, a label of which each feature says a little. */
  @Test
  void aFitThatWouldGoTooFarIsBetterThanTheMean() {
    SplittableRandom random = new SplittableRandom(8);
    int features = 400;
    double[] label = new double[240];
    double[][] x = new double[label.length][features];
    for (int i = 0; i < label.length; i++) {
      label[i] = random.nextGaussian();
      for (int j = 0; j < features; j++) {
        boolean known = random.nextDouble() < (i < 40 ? 0.1 : 0.75);
        x[i][j] = known ? 0.3 * label[i] + random.nextGaussian() : Double.NaN;
      }
    }
    IncompleteMatrix train = IncompleteMatrix.ofNaN(Arrays.copyOf(x, 40));
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(train, Arrays.copyOf(label, 40));
    IncompleteMatrix rows = IncompleteMatrix.ofNaN(Arrays.copyOfRange(x, 40, x.length));
    double[] truth = Arrays.copyOfRange(label, 40, label.length);
    double error = Metrics.mse(truth, model.predict(rows).mean());
    assertTrue(error < 1, "predicting the mean has an error of 1, this one of " + error);
  }

  /** Where the fit is right, entries it never had in such numbers are worth having. */
  @Test
  void aFitThatIsRightGainsByMoreEntries() {
    Simulation few =
        Simulation.builder()
            .rows(400)
            .features(40)
            .rank(4)
            .nonzeros(2)
            .keep(0.3)
            .noise(0.5)
            .build();
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(few.train().x(), few.train().y());
    Simulation.Sample alike = few.draw(1000, 0.3, 7);
    Simulation.Sample complete = few.draw(1000, 1, 7);
    double before = Metrics.mse(alike.y(), model.predict(alike.x()).mean());
    double after = Metrics.mse(complete.y(), model.predict(complete.x()).mean());
    assertTrue(after < 0.75 * before, after + " with all entries, " + before + " with 30 %");
  }
}

package org.slrm.internal.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LabelKind;
import org.slrm.method.MeanElasticNetConfig;

/** Positive amounts where the line in their logarithms is extended. */
class PositiveReachTest {
  @Test
  void noAmountIsExpectedBeyondTheLargestAtTraining() {
    SplittableRandom random = new SplittableRandom(3);
    double[] size = new double[200];
    double[] price = new double[size.length];
    Arrays.setAll(size, i -> random.nextGaussian());
    Arrays.setAll(price, i -> Math.exp(2 * size[i] + 0.2 * random.nextGaussian()));
    SlrmModel model =
        Slrm.with(MeanElasticNetConfig.defaults())
            .labels(LabelKind.POSITIVE)
            .fit(IncompleteMatrix.ofColumn(size), IncompleteMatrix.ofColumn(price));
    double largest = Arrays.stream(price).max().orElseThrow();
    double far = model.predict(IncompleteRow.ofNaN(9)).mean();
    assertEquals(largest, far, 1e-9 * largest);
    assertTrue(model.predict(IncompleteRow.ofNaN(9)).median() < far);
    assertEquals(
        far,
        SlrmModel.of(model.state()).predict(IncompleteRow.ofNaN(9)).mean(),
        1e-9 * largest,
        "the model's file knows it");
    double near = model.predict(IncompleteRow.ofNaN(0.5)).mean();
    assertEquals(Math.exp(1.02), near, 0.2);
  }

  @Test
  void withinReachNothingMoves() {
    NumberTarget free = NumberTarget.POSITIVE;
    NumberTarget bound = free.reaching(100);
    assertEquals(free.mean(2, 0.1), bound.mean(2, 0.1));
    assertEquals(free.quantile(1.6, 2, 0.1), bound.quantile(1.6, 2, 0.1));
    assertEquals(free.error(5, 2, 0.1), bound.error(5, 2, 0.1));
    assertEquals(100, bound.mean(7, 0.1), 1e-9);
  }
}

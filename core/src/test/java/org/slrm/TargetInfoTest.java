package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.TargetInfo;

/** What a model says of its targets. */
class TargetInfoTest {
  private static SlrmModel model() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[120][3];
    double[][] y = new double[120][4];
    for (int i = 0; i < x.length; i++) {
      double a = random.nextGaussian();
      for (int j = 0; j < 3; j++) {
        x[i][j] = a + random.nextGaussian();
      }
      y[i][0] = i % 3;
      y[i][1] = a + 0.1 * random.nextGaussian();
      y[i][2] = Math.rint(Math.exp(a));
      y[i][3] = 100 * a + random.nextGaussian();
    }
    return Slrm.with(LikelihoodConfig.defaults().withRank(1))
        .labels(LabelKind.CLASSES, LabelKind.NUMERIC, LabelKind.COUNTS, LabelKind.ROBUST)
        .threads(1)
        .fit(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y))
        .within(1, -5, 5);
  }

  @Test
  void aTargetIsDescribedByItsProperties() {
    SlrmModel model = model();
    TargetInfo classes = model.target(0);
    assertTrue(classes.isClassification());
    assertEquals(3, classes.classes());
    assertEquals("logLoss", classes.scoreName());
    TargetInfo number = model.target(1);
    assertTrue(number.usesSquaredError());
    assertEquals(2, number.firstColumn(), "three classes have two columns");
    assertEquals(List.of(-5.0, 5.0), List.of(number.min(), number.max()));
    assertEquals("conformal", number.calibration());
    assertTrue(model.target(2).isCount() && model.target(2).logScale());
    TargetInfo robust = model.target(3);
    assertTrue(robust.downweightsOutliers());
    assertTrue(robust.unit() > 10, "labels are fitted in units of their spread");
    assertThrows(IllegalArgumentException.class, () -> model.target(4));
  }

  @Test
  void aKindIsFoundByItsNameAndNoOther() {
    LabelKind.all().forEach(kind -> assertEquals(kind, LabelKind.of(kind.label())));
    String refused =
        assertThrows(IllegalArgumentException.class, () -> LabelKind.of("amounts")).getMessage();
    assertTrue(refused.contains("positive") && refused.endsWith("got amounts"), refused);
  }

  @Test
  void labelsThatAKindCannotHaveAreNamedByARule() {
    assertNull(LabelKind.COUNTS.broken(3));
    assertEquals("a count must not be negative", LabelKind.COUNTS.broken(-1));
    assertEquals("a count must be a whole number", LabelKind.COUNTS.broken(0.5));
    assertEquals("a positive amount must be above 0", LabelKind.POSITIVE.broken(0));
    assertNull(LabelKind.ROBUST.broken(-1e9));
  }

  @Test
  void theBestConstantHasTheLowestScore() {
    double[] y = {1, 2, 4, 9, 20};
    double[] w = {1, 2, 1, 1, 1};
    for (LabelKind kind : LabelKind.all()) {
      TargetInfo target = TargetInfo.of(kind);
      double best = kind.best(y, w);
      for (double other : new double[] {0.7 * best, 0.95 * best, 1.05 * best, 1.4 * best}) {
        double loss = 0;
        for (int i = 0; i < y.length; i++) {
          loss += w[i] * target.loss(y[i], other, 0) / 6;
        }
        assertTrue(target.baselineLoss(y, w) <= loss + 1e-12, kind + " " + other);
      }
    }
  }
}

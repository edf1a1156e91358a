package org.slrm.internal.outlier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LabelKind;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport.OutlierLabel;
import org.slrm.result.Predictions;

/** Labels evaluated by the errors of a fit that may bend. */
class ResidualOutliersTest {
  private static final int ROWS = 300;

  private final double[] label = new double[ROWS];
  private final double[] prediction = new double[ROWS];
  private final double[] error = new double[ROWS];
  private final SplittableRandom random = new SplittableRandom(4);

  /** Labels from −10 to 10, predicted to within 0.3. */
  ResidualOutliersTest() {
    for (int i = 0; i < ROWS; i++) {
      prediction[i] = 20 * random.nextDouble() - 10;
      label[i] = prediction[i] + 0.3 * random.nextGaussian();
      error[i] = 0.3;
    }
  }

  private CrossValidated cv() {
    return new CrossValidated(1, new int[ROWS], label, prediction, error, new int[ROWS], null);
  }

  private OutlierExclusion looked(OutlierExclusion first) {
    Predictions.Builder fit = Predictions.builder(ROWS, 1);
    for (int i = 0; i < ROWS; i++) {
      fit.row(i, 1, true);
      fit.predict(i, 0, Double.isNaN(prediction[i]) ? 0 : prediction[i], 0.3);
    }
    Predictions built = fit.build();
    return first.withoutOutlyingResiduals(
        IncompleteMatrix.ofColumn(label), List.of(LabelKind.NUMERIC), cv(), () -> built);
  }

  private OutlierExclusion plain() {
    return OutlierExclusion.unchanged(
        IncompleteMatrix.ofColumn(new double[ROWS]), IncompleteMatrix.ofColumn(label));
  }

  @Test
  void aLabelAmongAllOthersIsOutlyingByItsErrorAlone() {
    label[7] = prediction[7] + 8;
    label[9] = prediction[9] - 7;
    OutlierExclusion again = looked(plain());
    List<OutlierLabel> found = again.found().labels();
    assertEquals(List.of(7, 9), found.stream().map(OutlierLabel::row).toList());
    assertEquals(prediction[7], found.get(0).expected());
    assertTrue(Double.isNaN(again.y().valueAt(7, 0)));
    assertEquals(label[8], again.y().valueAt(8, 0));
  }

  @Test
  void rowsGivenToValidateWithAreNoneOfTheTable() {
    label[250] = prediction[250] + 8;
    label[7] = prediction[7] + 8;
    double[] own = Arrays.copyOf(label, 200);
    OutlierExclusion first =
        OutlierExclusion.unchanged(
            IncompleteMatrix.ofColumn(new double[200]), IncompleteMatrix.ofColumn(own));
    OutlierExclusion again =
        first.withoutOutlyingResiduals(
            IncompleteMatrix.ofColumn(own),
            List.of(LabelKind.NUMERIC),
            cv(),
            () -> Predictions.builder(200, 1).build());
    assertEquals(List.of(7), again.found().labels().stream().map(OutlierLabel::row).toList());
  }

  @Test
  void whereNothingStandsOutTheTableStaysTheSame() {
    OutlierExclusion first = plain();
    assertSame(first, looked(first));
  }

  @Test
  void heavyTailsAreNotTakenForErrors() {
    for (int i = 0; i < ROWS; i++) {
      double side = random.nextBoolean() ? 1 : -1;
      label[i] = prediction[i] + 0.3 * side * -Math.log(random.nextDouble());
    }
    OutlierExclusion first = plain();
    assertSame(first, looked(first));
  }

  @Test
  void errorsThatTheModelKnowsToBeLargeAreNotOutlying() {
    for (int i = 0; i < ROWS; i += 30) {
      error[i] = 6;
      label[i] = prediction[i] + 9;
    }
    OutlierExclusion first = plain();
    assertSame(first, looked(first));
  }

  @Test
  void whereOtherLabelsAreOutlyingLessIsEnough() {
    label[7] = prediction[7] + 3.5;
    assertFalse(new ResidualOutliers(cv(), ROWS, 0, false).any());
    assertTrue(new ResidualOutliers(cv(), ROWS, 0, true).any());
  }

  @Test
  void rowsThatWereNeverHeldOutAreEvaluatedByTheFitItself() {
    label[7] = prediction[7] + 8;
    label[20] = 9;
    prediction[20] = Double.NaN;
    assertEquals(
        List.of(20, 7), looked(plain()).found().labels().stream().map(OutlierLabel::row).toList());
  }

  @Test
  void manyOfThemAreNoErrorsButPartOfWhatLabelsSay() {
    for (int i = 0; i < ROWS; i += 8) {
      label[i] = prediction[i] + 8;
    }
    OutlierExclusion first = plain();
    assertSame(first, looked(first));
  }
}

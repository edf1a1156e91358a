package org.slrm.internal.outlier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport.OutlierLabel;

class OutlierLabelsTest {
  private static final int ROWS = 400;

  private final double[][] x = new double[ROWS][6];
  private final double[] y = new double[ROWS];

  OutlierLabelsTest() {
    Random random = new Random(5);
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < 6; j++) {
        x[i][j] = (j % 2 == 0 ? a : b) + 0.5 * random.nextGaussian();
      }
      y[i] = 3 * a - b + 0.5 * random.nextGaussian();
    }
  }

  private OutlierExclusion excluding(LabelKind kind, double[] weights) {
    IncompleteMatrix features = IncompleteMatrix.ofNaN(x);
    return OutlierExclusion.excluding(
        features, IncompleteMatrix.ofColumn(y), List.of(kind), weights, 1);
  }

  private List<OutlierLabel> found() {
    return excluding(LabelKind.NUMERIC, null).found().labels();
  }

  @ParameterizedTest
  @ValueSource(doubles = {60, 1000, 1e6, -1e9})
  void aTwentiethOfTheLabelsMayBeOutlying(double off) {
    for (int i = 0; i < ROWS; i += 20) {
      y[i] += off;
    }
    int[] rows = found().stream().mapToInt(OutlierLabel::row).sorted().toArray();
    assertEquals(
        IntStream.range(0, 20).map(k -> 20 * k).boxed().toList(),
        Arrays.stream(rows).boxed().toList());
  }

  @Test
  void aTableWithoutOutlyingValuesStaysTheSameObject() {
    IncompleteMatrix features = IncompleteMatrix.ofNaN(x);
    IncompleteMatrix labels = IncompleteMatrix.ofColumn(y);
    OutlierExclusion kept =
        OutlierExclusion.excluding(features, labels, List.of(LabelKind.NUMERIC), null, 1);
    assertSame(features, kept.x());
    assertSame(labels, kept.y());
    assertTrue(kept.found().isEmpty());
  }

  @Test
  void skewedLabelsAreNotOutlying() {
    for (int i = 0; i < ROWS; i++) {
      y[i] = Math.exp(y[i] / 3);
    }
    assertEquals(List.of(), found());
  }

  @Test
  void labelsThatFeaturesExplainAreNotOutlying() {
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 6; j++) {
        x[i][j] = j % 2 == 0 ? 9 : -9;
      }
      y[i] = 36;
    }
    assertEquals(List.of(), found());
    y[1] = -36;
    assertEquals(List.of(1), found().stream().map(OutlierLabel::row).toList());
  }

  @Test
  void aTenthAndMoreIsNoErrorButAnotherKindOfRow() {
    for (int i = 0; i < ROWS; i += 7) {
      y[i] += 1000;
    }
    assertEquals(List.of(), found());
  }

  @Test
  void onlyPlainNumbersAreLookedAt() {
    y[3] = 1e6;
    assertEquals(1, found().size());
    assertTrue(excluding(LabelKind.ROBUST, null).found().isEmpty());
  }

  @Test
  void rowsOfWeightZeroHaveNoPartInIt() {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, 1);
    weights[3] = 0;
    y[3] = 1e6;
    x[3][2] = 1e6;
    assertTrue(excluding(LabelKind.NUMERIC, weights).found().isEmpty());
  }
}

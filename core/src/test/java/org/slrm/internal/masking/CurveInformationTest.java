package org.slrm.internal.masking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Packed;

class CurveInformationTest {
  private final MaskingCurve curve = MaskingCurve.of(0.7, 1, 1.5);
  private final ObservedValues observed = observed(1);

  private static ObservedValues observed(double times) {
    double[] value = IntStream.range(0, 40).mapToDouble(k -> -2 + 0.1 * k).toArray();
    double[] weight = IntStream.range(0, 40).mapToDouble(k -> 10 * times).toArray();
    return new ObservedValues(value, weight, 100 * times);
  }

  private double[] covariance(ObservedValues of, double variance) {
    CurveInformation information = new CurveInformation(curve, of);
    for (int k = 0; k < 20; k++) {
      information.add(of.missing() / 20, 0.1 * k, variance);
    }
    return information.covariance();
  }

  @Test
  void withMissingValuesKnownItIsThatOfTheCompleteData() {
    double[] information = new double[Packed.length(3)];
    for (double x : observed.value()) {
      double q = 1 / Math.expm1(-curve.logProbability(x));
      Packed.addOuter(information, 0, 10 * q * (1 + q), new double[] {1, x, x * x}, 0, 3);
    }
    double[] root = new double[9];
    Packed.unpack(information, 0, root, 3);
    Cholesky.factor(root, 3, 0);
    double[] expected = new double[Packed.length(3)];
    Cholesky.inverse(root, 3, expected, 0);
    assertArrayEquals(expected, covariance(observed, 1e-7), 1e-4);
  }

  @Test
  void uncertainMissingValuesWidenItAndMoreRowsNarrowIt() {
    double sure = covariance(observed, 0.01)[0];
    double unsure = covariance(observed, 0.2)[0];
    assertTrue(unsure > sure, unsure + " against " + sure);
    assertEquals(unsure / 4, covariance(observed(4), 0.2)[0], 1e-9);
  }

  @Test
  void aFeatureWithTwoValuesHasTheFractionMissingAtEach() {
    ObservedValues two = new ObservedValues(new double[] {0, 1}, new double[] {60, 30}, 40);
    CurveInformation information = new CurveInformation(curve, two);
    information.add(40, 0.75, 0.1);
    MaskingCurve found = information.curve();
    assertEquals(10.0 / 70, Math.exp(found.logProbability(0)), 1e-12);
    assertEquals(30.0 / 60, Math.exp(found.logProbability(1)), 1e-12);
    assertEquals(0, information.covariance().length);
  }
}

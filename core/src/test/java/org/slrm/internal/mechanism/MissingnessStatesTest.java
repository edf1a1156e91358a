package org.slrm.internal.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.result.Missingness;

class MissingnessStatesTest {
  private static final Missingness.Curve CURVE =
      new Missingness.Curve(
          10, 2, List.of(-1.0, 0.5, -0.25), List.of(0.1, 0.0, 0.1, 0.0, 0.0, 0.1));
  private static final Missingness ONE =
      new Missingness(
          List.of(new Missingness.Feature(3, 0.2, 5, 15, CURVE, List.of(0.05))), List.of(0.05));

  @Test
  void valuesAreReadAsWritten() {
    assertEquals(ONE, MissingnessStates.read(MissingnessStates.write(ONE), 4, 1));
    assertEquals(Missingness.NONE, MissingnessStates.read(null, 4, 1));
  }

  @Test
  void featuresThatDoNotExistAreRejected() {
    Map<String, Object> values = MissingnessStates.write(ONE);
    assertThrows(IllegalArgumentException.class, () -> MissingnessStates.read(values, 3, 1));
    Map<String, Object> fewer = new LinkedHashMap<>(values);
    fewer.put("variance", List.of());
    assertThrows(IllegalArgumentException.class, () -> MissingnessStates.read(fewer, 4, 1));
  }

  @Test
  void curvesAreThoseOfScaledValuesWithABandOnTheirLogarithm() {
    assertEquals(Math.exp(-1 + 0.5 - 0.25), CURVE.probability(12), 1e-12);
    // Standard error √(0.1 + 0.1 + 0.1) at z = 1.
    double log = 1.6448536269514722 * Math.sqrt(0.3);
    assertEquals(Math.exp(-0.75 - log), CURVE.lower(12, 0.9), 1e-9);
    assertEquals(1, CURVE.upper(12, 0.9), 1e-9);
    Missingness.Curve unknown = new Missingness.Curve(0, 1, List.of(-1.0, 0.0, 0.0), List.of());
    assertTrue(Double.isNaN(unknown.lower(0, 0.9)));
  }
}

package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteRow;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.analysis.RiskBound;
import org.slrm.result.MemberInfo;

class ModelPartsTest {
  private final Simulation.Sample rows =
      Simulated.table(200, 12, 3, 2).keep(0.7).noise(0.2).seed(5).build().train();

  private SlrmModel fit(MethodConfig config) {
    return Slrm.with(config).folds(0).fit(rows.x(), rows.y());
  }

  /** Directions, coefficients and intercept are those the model predicts with. */
  @Test
  void aLinearRuleByFeatureIsTheModelsOwnRule() {
    SlrmModel model = fit(MeanElasticNetConfig.defaults());
    MemberInfo part = model.members().get(0);
    assertEquals("linear", part.kind());
    assertNull(part.subspace());
    assertEquals(0, part.rank());
    assertFalse(part.regression().byComponent());
    IncompleteRow row = rows.x().row(0);
    double scaled = part.regression().intercept()[0];
    for (int e = 0; e < row.observed(); e++) {
      int j = row.index(e);
      double z = model.scaling().scaled(j, row.value(e)) - part.centre()[j];
      scaled += part.regression().coefficients(0)[j] * z;
    }
    assertEquals(model.predict(row).mean(), model.targetScaling().unscaled(0, scaled), 1e-9);
  }

  @Test
  void loadingsAndNoiseMakeTheCovarianceOfTheFeatures() {
    MemberInfo part = fit(LikelihoodConfig.defaults().withRank(3)).members().get(0);
    assertEquals("likelihood", part.kind());
    MemberInfo.Subspace subspace = part.subspace();
    assertNotNull(subspace);
    assertEquals(3, part.rank());
    assertEquals(12, subspace.features());
    assertFalse(subspace.orthonormal());
    for (int j = 0; j < 12; j++) {
      double variance = subspace.noise()[j];
      for (int k = 0; k < 3; k++) {
        variance += subspace.direction(j, k) * subspace.direction(j, k);
      }
      // Features are scaled to variance one.
      assertEquals(1, variance, 0.25);
    }
    assertTrue(part.regression().byComponent());
    assertEquals(3, part.regression().coefficients(0).length);
  }

  @Test
  void aMixtureShowsItsComponents() {
    SlrmModel model = fit(MixtureConfig.defaults().withComponents(2).withRank(2));
    MemberInfo part = model.members().get(0);
    assertEquals("mixture", part.kind());
    assertEquals(2, part.components().size());
    double weight = 0;
    for (MemberInfo component : part.components()) {
      assertEquals("likelihood", component.kind());
      assertEquals(2, component.rank());
      assertEquals(12, component.subspace().features());
      assertEquals(2, component.regression().coefficients(0).length);
      weight += component.weight(0);
    }
    assertEquals(1, weight, 1e-12);
  }

  @Test
  void coherenceIsThatOfTheRiskBound() {
    SlrmModel model = fit(MpcrConfig.defaults().withRank(3).withL1(0.01));
    MemberInfo part = model.members().get(0);
    assertEquals("gated", part.kind());
    assertTrue(part.subspace().orthonormal());
    assertEquals(
        RiskBound.of(model, rows.x(), rows.y(), 0.05).coherence(), part.subspace().coherence());
  }

  @Test
  void writingIntoPartsChangesNothing() {
    SlrmModel model = fit(LikelihoodConfig.defaults().withRank(2));
    MemberInfo part = model.members().get(0);
    double before = part.subspace().direction(0, 0);
    part.subspace().directions()[0] = 99;
    part.subspace().noise()[0] = 99;
    part.weights()[0] = 99;
    part.regression().coefficients()[0] = 99;
    part.centre()[0] = 99;
    assertEquals(before, part.subspace().direction(0, 0));
    assertEquals(1, part.weight(0));
    assertThrows(UnsupportedOperationException.class, () -> part.settings().clear());
    assertThrows(UnsupportedOperationException.class, () -> model.members().clear());
    List<MemberInfo> again = model.members();
    assertArrayEquals(part.regression().coefficients(), again.get(0).regression().coefficients());
  }

  @Test
  void anUncalibratedModelPredictsTheSameWithGaussianIntervals() {
    SlrmModel model = Slrm.with(LikelihoodConfig.defaults().withRank(2)).fit(rows.x(), rows.y());
    SlrmModel plain = model.uncalibrated();
    IncompleteRow row = rows.x().row(0);
    assertTrue(model.calibration(0).calibrated());
    assertFalse(plain.calibration(0).calibrated());
    assertEquals(model.predict(row).mean(), plain.predict(row).mean());
    assertEquals(1.6449, plain.calibration(0).factor(0.9), 1e-4);
  }
}

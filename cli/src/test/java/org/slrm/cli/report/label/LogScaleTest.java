package org.slrm.cli.report.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogScaleTest {
  @Test
  void aCountOfZeroHasAPlaceAndTenfoldAmountsAreEquallyFarApart() {
    assertEquals(0, LogScale.COUNTS.at(0));
    double step = LogScale.AMOUNTS.at(10) - LogScale.AMOUNTS.at(1);
    assertEquals(step, LogScale.AMOUNTS.at(1000) - LogScale.AMOUNTS.at(100), 1e-12);
  }

  @Test
  void ticksRiseWithinTheRangeAndStartAtZeroForCounts() {
    List<Double> ticks = LogScale.COUNTS.ticks(0, 300);
    assertEquals(0, ticks.get(0));
    for (int k = 1; k < ticks.size(); k++) {
      assertTrue(ticks.get(k) > ticks.get(k - 1) && ticks.get(k) <= 300);
    }
  }

  @Test
  void narrowRangesHaveTicksBetweenThePowersOfTenAndWideOnesHaveNone() {
    assertEquals(List.of(1.0, 2.0, 5.0, 10.0), LogScale.AMOUNTS.ticks(1, 15));
    assertEquals(List.of(1.0, 10.0, 100.0, 1e3, 1e4), LogScale.AMOUNTS.ticks(1, 2e4));
  }
}

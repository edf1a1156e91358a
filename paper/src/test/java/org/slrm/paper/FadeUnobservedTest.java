package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Simulated;
import org.slrm.Slrm;
import org.slrm.method.MethodConfig;

/** Features that fade by rows that do not show them too, as in PETRELS as published. */
class FadeUnobservedTest {
  private static Simulation.Sample rows(double keep) {
    return Simulated.table(100, 8, 2, 2).keep(keep).noise(0.3).build().train();
  }

  private static MethodConfig config(String method, boolean fade, Double forgetting) {
    if (method.equals("slrm")) {
      return SlrmConfig.builder()
          .rank(2)
          .search(4, 40)
          .forgetting(forgetting)
          .startCounts(false)
          .fadeUnobserved(fade)
          .build();
    }
    SmpcrConfig smpcr =
        SmpcrConfig.defaults().withRank(2).withSearch(4, 40).withFadeUnobserved(fade);
    return forgetting == null ? smpcr : smpcr.withForgetting(forgetting);
  }

  private static double[] means(String method, boolean fade, Double forgetting, double keep) {
    Simulation.Sample rows = rows(keep);
    return Slrm.with(config(method, fade, forgetting))
        .folds(0)
        .fit(rows.x(), rows.y())
        .predict(rows.x())
        .mean();
  }

  @ParameterizedTest
  @ValueSource(strings = {"slrm", "smpcr"})
  void completeRowsLeaveNothingUnobserved(String method) {
    assertArrayEquals(means(method, false, null, 1), means(method, true, null, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"slrm", "smpcr"})
  void whatIsNotForgottenDoesNotFade(String method) {
    assertArrayEquals(means(method, false, 1.0, 0.6), means(method, true, 1.0, 0.6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"slrm", "smpcr"})
  void rowsWithGapsFadeWhatTheyDoNotShow(String method) {
    assertFalse(
        Arrays.equals(means(method, false, 0.95, 0.6), means(method, true, 0.95, 0.6)),
        "fits are the same");
  }
}

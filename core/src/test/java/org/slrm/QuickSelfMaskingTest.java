package org.slrm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.result.FitReport;

class QuickSelfMaskingTest {
  private static boolean evaluated(Mechanism mechanism) {
    Random random = new Random(1);
    double[][] x = new double[300][5];
    double[][] y = new double[300][1];
    for (int i = 0; i < x.length; i++) {
      double a = random.nextGaussian();
      y[i][0] = a + 0.1 * random.nextGaussian();
      for (int j = 0; j < 5; j++) {
        double v = a + 0.5 * random.nextGaussian();
        x[i][j] = v > 0.5 && random.nextBoolean() ? Double.NaN : v;
      }
    }
    AutoConfig config =
        AutoConfig.defaults().withEffort(AutoConfig.Effort.QUICK).withMissingness(mechanism);
    FitReport report =
        Slrm.with(config).fit(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofNaN(y)).report();
    return report.candidates().stream().anyMatch(c -> c.name().contains("self-masking"))
        || report.skipped().stream().anyMatch(c -> c.name().contains("self-masking"));
  }

  @Test
  void selfMaskingThatIsAskedForIsEvaluatedWithQuickEffortToo() {
    assertTrue(evaluated(Mechanism.SELF_MASKING));
    assertFalse(evaluated(Mechanism.IGNORABLE));
  }
}

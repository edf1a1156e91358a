package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.PcrConfig;

/** Targets that need the same few directions of many. */
class SharedTargetsTest {
  private static final int N = 70;
  private static final int P = 30;
  private static final int D = 12;
  private static final int T = 5;

  private final IncompleteMatrix x;
  private final IncompleteMatrix y;

  SharedTargetsTest() {
    SplittableRandom random = new SplittableRandom(17);
    double[][] features = new double[N][P];
    double[][] labels = new double[N][T];
    double[] loadings = random.doubles(P * D, -1, 1).toArray();
    for (int i = 0; i < N; i++) {
      double[] code = new double[D];
      for (int c = 0; c < D; c++) {
        code[c] = random.nextGaussian() * (D - c);
      }
      for (int j = 0; j < P; j++) {
        for (int c = 0; c < D; c++) {
          features[i][j] += code[c] * loadings[j * D + c];
        }
        features[i][j] = random.nextDouble() < 0.1 ? Double.NaN : features[i][j];
      }
      for (int t = 0; t < T; t++) {
        labels[i][t] = (t - 2.5) * code[0] + 3 * (t % 2 - 0.5) * code[1];
        labels[i][t] += 20 * random.nextGaussian();
      }
    }
    x = IncompleteMatrix.ofNaN(features);
    y = IncompleteMatrix.ofNaN(labels);
  }

  static List<MethodConfig> methods() {
    return List.of(
        LikelihoodConfig.defaults().withRank(D).withSparse(true),
        MpcrConfig.defaults().withRank(D),
        PcrConfig.defaults().withRank(D));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theReportSaysWhatLassosOnCodesShare(MethodConfig method) {
    SlrmModel model = Slrm.with(method).fit(x, y);
    Object shared = model.report().settings().get("shared");
    assertTrue(List.of("none", "l21", "nuclear").contains(shared), "shared " + shared);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void oneTargetSharesNothing(MethodConfig method) {
    IncompleteMatrix one = IncompleteMatrix.ofColumn(column(0));
    SlrmModel model = Slrm.with(method).fit(x, one);
    assertFalse(model.report().settings().containsKey("shared"));
  }

  @Test
  void autoTriesBothNormsBesideSeparateLassos() {
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(x, y);
    List<Object> shared =
        model.report().candidates().stream()
            .filter(c -> c.target() == 0 && c.name().endsWith("(factor scores)"))
            .filter(c -> !c.name().contains("kernel"))
            .map(c -> c.settings().getOrDefault("shared", "none"))
            .toList();
    assertEquals(List.of("none", "l21", "nuclear"), shared);
  }

  @Test
  void threadsDoNotChangeWhatIsShared() {
    MethodConfig method = MpcrConfig.defaults().withRank(D);
    double[] one = Slrm.with(method).threads(1).fit(x, y).predict(x).mean();
    assertArrayEquals(one, Slrm.with(method).threads(2).fit(x, y).predict(x).mean());
  }

  private double[] column(int t) {
    double[] out = new double[N];
    for (int i = 0; i < N; i++) {
      out[i] = y.valueAt(i, t);
    }
    return out;
  }
}

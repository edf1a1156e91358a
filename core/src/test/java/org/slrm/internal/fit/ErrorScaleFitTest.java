package org.slrm.internal.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.slrm.internal.label.ErrorScale;

class ErrorScaleFitTest {
  private static final int N = 2000;
  private final double[] eta = new double[N];
  private final double[] variance = new double[N];
  private final int[] observed = new int[N];
  private final double[] weight = new double[N];

  private ErrorScaleFit learned(IntToDoubleFunction size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] surprise = new double[N];
    for (int i = 0; i < N; i++) {
      eta[i] = random.nextGaussian();
      variance[i] = Math.exp(0.4 * random.nextGaussian());
      observed[i] = 1 + random.nextInt(20);
      weight[i] = 1;
      surprise[i] = Math.abs(random.nextGaussian());
    }
    for (int i = 0; i < N; i++) {
      surprise[i] *= size.applyAsDouble(i);
    }
    return ErrorScaleFit.of(eta, variance, observed, surprise, weight, new int[N]);
  }

  @Test
  void errorsOfOneSizeLeaveTheStandardErrorAsItIs() {
    for (long seed = 1; seed <= 5; seed++) {
      assertSame(ErrorScale.NONE, learned(i -> 1, seed).scale(), "seed " + seed);
    }
  }

  @Test
  void errorsThatGrowWithThePredictionAreLearned() {
    ErrorScale scale = learned(i -> Math.exp(0.6 * eta[i]), 1).scale();
    double low = Math.sqrt(scale.factor(-1, 1, 10));
    double high = Math.sqrt(scale.factor(1, 1, 10));
    assertEquals(Math.exp(1.2), high / low, 0.15 * Math.exp(1.2));
    assertEquals(scale.factor(5, 1, 10), scale.factor(50, 1, 10), "level beyond the last knot");
  }

  @Test
  void errorsThatGrowWithFewerEntriesAreLearned() {
    ErrorScale scale = learned(i -> 1.5 / Math.sqrt(observed[i]), 2).scale();
    assertTrue(scale.factor(0, 1, 2) > 3 * scale.factor(0, 1, 20));
  }

  @Test
  void aStandardErrorThatSaysTooMuchIsHeldBack() {
    ErrorScale scale = learned(i -> 1 / Math.sqrt(variance[i]), 3).scale();
    double wide = Math.exp(0.5) * scale.factor(0, Math.exp(0.5), 10);
    double narrow = Math.exp(-0.5) * scale.factor(0, Math.exp(-0.5), 10);
    assertEquals(1, wide / narrow, 0.3);
  }

  @Test
  void surprisesStayAsLargeOnAverage() {
    ErrorScaleFit fit = learned(i -> Math.exp(0.6 * eta[i]), 4);
    double before = 0;
    double after = 0;
    for (int i = 0; i < N; i++) {
      double surprise = Math.exp(0.6 * eta[i]);
      before += surprise / N;
      after += surprise / Math.sqrt(fit.factor()[i]) / N;
    }
    assertEquals(before, after, 0.05 * before);
  }

  @Test
  void aRowIsEvaluatedByCurvesFittedToOtherRows() {
    ErrorScaleFit fit = learned(i -> Math.exp(0.6 * eta[i]), 5);
    long same =
        Arrays.stream(new int[] {0, 1, 2, 3, 4})
            .filter(i -> fit.factor()[i] == fit.scale().factor(eta[i], variance[i], observed[i]))
            .count();
    assertEquals(0, same);
  }

  @Test
  void oneOutlyingErrorMovesNoCurve() {
    ErrorScale calm = learned(i -> Math.exp(0.6 * eta[i]), 6).scale();
    ErrorScale outlying = learned(i -> (i == 7 ? 1e4 : 1) * Math.exp(0.6 * eta[i]), 6).scale();
    assertEquals(
        calm.factor(1, 1, 10) / calm.factor(-1, 1, 10),
        outlying.factor(1, 1, 10) / outlying.factor(-1, 1, 10),
        0.3);
  }

  @Test
  void rowsOfAFoldAreEvaluatedByCurvesOfTheOthers() {
    learned(i -> 1, 7);
    SplittableRandom random = new SplittableRandom(8);
    int[] fold = new int[N];
    double[] surprise = new double[N];
    // In the second fold errors fall with the prediction, in the others they rise.
    for (int i = 0; i < N; i++) {
      fold[i] = i * 4 / N;
      double rises = fold[i] == 1 ? -0.3 : 0.6;
      surprise[i] = Math.abs(random.nextGaussian()) * Math.exp(rises * eta[i]);
    }
    double[] factor = ErrorScaleFit.of(eta, variance, observed, surprise, weight, fold).factor();
    double high = 0;
    double low = 0;
    for (int i = N / 4; i < N / 2; i++) {
      high += eta[i] > 0.5 ? factor[i] : 0;
      low += eta[i] < -0.5 ? factor[i] : 0;
    }
    assertTrue(high > 2 * low, "they follow the other folds: " + high + ", " + low);
  }

  @Test
  void standardErrorsThatAreFarTooSmallGetTheSameCurves() {
    ErrorScale one = learned(i -> Math.exp(0.6 * eta[i]), 9).scale();
    ErrorScale many = learned(i -> 1e5 * Math.exp(0.6 * eta[i]), 9).scale();
    assertEquals(one.factor(1, 1, 10), many.factor(1, 1, 10), 1e-6);
  }

  @Test
  void fewRowsSayNothing() {
    double[] ten = new double[10];
    Arrays.fill(ten, 1);
    assertSame(
        ErrorScale.NONE, ErrorScaleFit.of(ten, ten, new int[10], ten, ten, new int[10]).scale());
  }

  @Test
  void knotsMustIncrease() {
    double[] falling = {1, 0};
    assertThrows(
        IllegalArgumentException.class,
        () -> new ErrorScale.PiecewiseLinear(falling, new double[2]));
    ErrorScale.PiecewiseLinear one =
        new ErrorScale.PiecewiseLinear(new double[] {0}, new double[] {1});
    assertThrows(IllegalArgumentException.class, () -> new ErrorScale(List.of(one)));
  }
}

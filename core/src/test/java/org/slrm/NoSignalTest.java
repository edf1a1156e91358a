package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.result.FitReport;
import org.slrm.result.Predictions;

/** The null model is a candidate of every search, and is saved where nothing is better. */
class NoSignalTest {
  private static double[][] noise(int rows, int columns, double missing, SplittableRandom random) {
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextDouble() < missing ? Double.NaN : random.nextGaussian();
      }
    }
    return x;
  }

  private static SlrmModel fit(LabelKind kind, double[][] x, double[] y) {
    return Slrm.with(AutoConfig.defaults())
        .labels(kind)
        .threads(1)
        .fit(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  /** Weight of the null model. */
  private static double baseline(SlrmModel model) {
    return model.report().candidates().stream()
        .filter(c -> Boolean.TRUE.equals(c.settings().get("baseline")))
        .mapToDouble(FitReport.CandidateScore::weight)
        .sum();
  }

  private static double label(LabelKind kind, SplittableRandom random) {
    return switch (kind.label()) {
      case "classes" -> random.nextInt(3);
      case "counts" -> random.nextInt(5);
      case "positive" -> Math.exp(0.5 * random.nextGaussian());
      default -> random.nextGaussian();
    };
  }

  /** By chance one of six noise tables may look like a signal of one standard error. */
  @ParameterizedTest
  @ValueSource(strings = {"numeric", "classes", "counts", "positive"})
  void labelsUnrelatedToTheFeaturesArePredictedByTheBaseline(LabelKind kind) {
    int found = 0;
    for (int seed = 0; seed < 4; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] x = noise(90, 6, 0.1, random);
      double[] y = random.doubles(90).map(u -> label(kind, random)).toArray();
      SlrmModel model = fit(kind, x, y);
      boolean baseline = baseline(model) == 1;
      found += baseline ? 1 : 0;
      Predictions p = model.predict(IncompleteMatrix.ofNaN(noise(20, 6, 0.5, random)));
      for (int i = 0; baseline && i < 20; i++) {
        assertEquals(value(kind, p, 0), value(kind, p, i), 1e-12);
      }
    }
    assertTrue(found >= 3, found + " of 4");
  }

  private static double value(LabelKind kind, Predictions p, int row) {
    return kind == LabelKind.CLASSES ? p.probabilities().of(row, 0, 1) : p.mean(row, 0);
  }

  @Test
  void intervalsOfTheBaselineCoverAsNominal() {
    SplittableRandom random = new SplittableRandom(8);
    double[][] x = noise(300, 5, 0.2, random);
    double[] y = random.doubles(300).map(u -> 3 + 2 * random.nextGaussian()).toArray();
    SlrmModel model = fit(LabelKind.NUMERIC, x, y);
    assertEquals(1, baseline(model));
    Predictions p = model.predict(IncompleteMatrix.ofNaN(x));
    assertEquals(2, p.standardError(0, 0), 0.25);
    int covered = 0;
    for (int i = 0; i < 2000; i++) {
      double label = 3 + 2 * random.nextGaussian();
      covered += label >= p.lower(0, 0) && label <= p.upper(0, 0) ? 1 : 0;
    }
    assertEquals(0.9, covered / 2000.0, 0.03);
  }

  /** Two classes, 7 % positives, a hundred features without information. */
  @Test
  @Tag("slow")
  void rareClassesWithoutSignalAreNotPredictedWorseThanByTheirShares() {
    SplittableRandom random = new SplittableRandom(12);
    double[][] x = noise(300, 100, 0.05, random);
    double[] y = random.doubles(300).map(u -> u < 0.07 ? 1 : 0).toArray();
    SlrmModel model = fit(LabelKind.CLASSES, x, y);
    assertEquals(1, baseline(model));
    double share = java.util.Arrays.stream(y).average().orElseThrow();
    Predictions p = model.predict(IncompleteMatrix.ofNaN(noise(50, 100, 0.05, random)));
    for (int i = 0; i < 50; i++) {
      assertEquals(share, p.probabilities().of(i, 0, 1), 0.01);
    }
  }

  @Test
  void aSignalIsKept() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = noise(150, 6, 0.1, random);
    double[] y = new double[150];
    java.util.Arrays.setAll(y, i -> (Double.isNaN(x[i][0]) ? 0 : x[i][0]) + random.nextGaussian());
    assertTrue(baseline(fit(LabelKind.NUMERIC, x, y)) < 0.5);
  }
}

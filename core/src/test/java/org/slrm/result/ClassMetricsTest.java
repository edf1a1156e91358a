package org.slrm.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClassMetricsTest {
  private static ClassProbabilities of(double[]... rows) {
    ClassProbabilities p = new ClassProbabilities(rows.length, rows[0].length);
    for (int i = 0; i < rows.length; i++) {
      p.set(i, 0, rows[i]);
    }
    return p;
  }

  @Test
  void scoresAreWhatTheirFormulasSay() {
    ClassProbabilities p =
        of(new double[] {0.8, 0.2}, new double[] {0.4, 0.6}, new double[] {0.7, 0.3});
    ClassMetrics m = ClassMetrics.of(new double[] {0, 1, 1}, p, 0, null);
    assertEquals(-(Math.log(0.8) + Math.log(0.6) + Math.log(0.3)) / 3, m.logLoss(), 1e-12);
    assertEquals((0.04 + 0.16 + 0.49) / 3, m.brier(), 1e-12);
    assertEquals(2.0 / 3, m.accuracy(), 1e-12);
    assertEquals(0.75, m.balancedAccuracy(), 1e-12);
    assertEquals(1, m.auc());
    assertEquals(0.5, m.recall(1));
    assertEquals(1, m.precision(1));
    assertEquals(1, m.confusion()[1][0]);
    assertEquals(3, m.rows());
  }

  @Test
  void theAreaIsTheShareOfPairsInTheRightOrder() {
    SplittableRandom random = new SplittableRandom(2);
    int n = 60;
    double[][] p = new double[n][3];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double a = random.nextInt(5) / 10.0;
      double b = random.nextInt(5) / 10.0;
      p[i] = new double[] {a, b, 1 - a - b};
      y[i] = random.nextInt(3);
    }
    ClassMetrics m = ClassMetrics.of(y, of(p), 0, null);
    for (int k = 0; k < 3; k++) {
      double right = 0;
      double pairs = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          if (y[i] == k && y[j] != k) {
            pairs++;
            right += p[i][k] > p[j][k] ? 1 : p[i][k] == p[j][k] ? 0.5 : 0;
          }
        }
      }
      assertEquals(right / pairs, m.auc(k), 1e-12);
      var curve = m.curve(k);
      assertEquals(1, curve.get(curve.size() - 1).recall(), 1e-12);
      assertEquals(1, curve.get(curve.size() - 1).falseAlarms(), 1e-12);
    }
    assertTrue(m.calibrationError() > 0);
    assertTrue(m.baselineLogLoss() <= Math.log(3));
  }

  @Test
  void rowsWithoutLabelOrPredictionDoNotCountAndUnknownClassesAreErrors() {
    ClassProbabilities p = of(new double[] {0.8, 0.2}, new double[] {0.4, 0.6}, new double[2]);
    p.set(2, 0, new double[] {Double.NaN, Double.NaN});
    assertEquals(1, ClassMetrics.of(new double[] {0, Double.NaN, 1}, p, 0, null).rows());
    ClassMetrics odd = ClassMetrics.of(new double[] {0, 7, 1}, p, 0, new double[] {1, 2, 1});
    assertEquals(1.0 / 3, odd.accuracy(), 1e-12);
    assertTrue(odd.logLoss() > 20);
    assertEquals(-1, p.mostProbable(2, 0));
    p.set(1, 0, new double[] {0.4, Double.NaN});
    assertEquals(1, ClassMetrics.of(new double[] {0, 0, 1}, p, 0, null).rows());
  }

  @Test
  void wellCalibratedProbabilitiesHaveASmallCalibrationError() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] p = new double[20_000][];
    double[] y = new double[p.length];
    for (int i = 0; i < p.length; i++) {
      double q = random.nextDouble();
      p[i] = new double[] {1 - q, q};
      y[i] = random.nextDouble() < q ? 1 : 0;
    }
    ClassMetrics m = ClassMetrics.of(y, of(p), 0, null);
    assertTrue(m.calibrationError() < 0.015);
    assertEquals(10, m.calibration(1, 10).size());
  }

  @Test
  void setsAreCalibratedClassByClassWhereThereAreRowsEnough() {
    double[][] scores = {new double[99], new double[5]};
    for (int k = 0; k < 99; k++) {
      scores[0][k] = (k + 1) / 100.0;
    }
    Calibration c = Calibration.ofClasses(scores);
    assertTrue(c.calibrated());
    assertEquals(0.1, c.leastProbability(0, 0.9), 1e-12);
    assertEquals(0.1, Calibration.GAUSSIAN.leastProbability(0, 0.9), 1e-12);
    assertEquals(2, c.classScores().length);
  }

  @Test
  void aClassWithFewRowsBorrowsTheRowsThatItLacks() {
    // All classes have scores up to 0.5, the rare class 0.81, 0.82, ….
    double[] common = IntStream.rangeClosed(1, 1000).mapToDouble(k -> k / 2000.0).toArray();
    // Without rows of its own: rank 0.9 · 21 of 20, 94.5 % of all.
    assertEquals(1 - 0.4725, ofRare(common, 0).leastProbability(1, 0.9), 1e-3);
    // 15 rows and a weight of 5: rank 18.9, so the 14th of its own.
    assertEquals(1 - 0.94, ofRare(common, 15).leastProbability(1, 0.9), 1e-9);
    // From 20 rows on its own only: the 19th.
    assertEquals(1 - 0.99, ofRare(common, 20).leastProbability(1, 0.9), 1e-9);
    assertEquals(0, ofRare(common, 4).leastProbability(1, 0.97), "rank 20.4 of 20");
  }

  @Test
  void classesWithFewRowsAreOneGroup() {
    double[] common = IntStream.rangeClosed(1, 1000).mapToDouble(k -> k / 2000.0).toArray();
    double[] low = IntStream.rangeClosed(1, 15).mapToDouble(k -> 0.6 + k / 100.0).toArray();
    double[] high = IntStream.rangeClosed(1, 14).mapToDouble(k -> 0.8 + k / 100.0).toArray();
    Calibration c = Calibration.ofClasses(new double[][] {common, low, high});
    // The 27th of 29.
    assertEquals(1 - 0.92, c.leastProbability(1, 0.9), 1e-9);
    assertEquals(c.leastProbability(1, 0.9), c.leastProbability(2, 0.9));
  }

  private static Calibration ofRare(double[] common, int rows) {
    double[] rare = IntStream.rangeClosed(1, rows).mapToDouble(k -> 0.8 + k / 100.0).toArray();
    return Calibration.ofClasses(new double[][] {common, rare});
  }

  @Test
  void theMostProbableClassIsInEverySet() {
    double[][] easy = {new double[99], new double[99]};
    Calibration c = Calibration.ofClasses(easy);
    double[] p = {0.4, 0.6};
    assertTrue(c.leastProbability(1, 0.9) > 0.6);
    Prediction one = Prediction.ofClasses(p, c, new Prediction.Row(1, true));
    assertTrue(one.inSet(1, 0.9) && !one.inSet(0, 0.9));
    Predictions.Builder all = Predictions.builder(1, new int[] {2}, new double[][] {{1, 1}});
    all.classes(0, 0, p);
    Predictions many = all.build();
    assertTrue(many.inSet(0, 0, 1) && !many.inSet(0, 0, 0));
  }
}

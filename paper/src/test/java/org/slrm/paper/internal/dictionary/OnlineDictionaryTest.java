package org.slrm.paper.internal.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

/** Dictionaries learned without labels. */
class OnlineDictionaryTest {
  private static final SparseTable TABLE = new SparseTable();
  private static final OnlineDictionary.Plan PLAN =
      new OnlineDictionary.Plan(SparseTable.ATOMS, 0.15, 0.01, 60, 1e-5);

  @Test
  void atomsAreFoundThoughAFifthIsMissing() {
    OnlineDictionary online = new OnlineDictionary(TABLE.rows(1600, 0.8, 1), FitContext.of(1));
    assertEquals(SparseTable.ATOMS, TABLE.found(online.learn(PLAN)));
  }

  @Test
  void whereAllRowsAreOneBatchNoPassMakesItWorse() {
    OnlineDictionary online = new OnlineDictionary(TABLE.rows(200, 0.7, 2), FitContext.of(1));
    online.learn(PLAN);
    List<Double> history = online.history();
    assertTrue(history.size() > 5, history::toString);
    for (int p = 1; p < history.size(); p++) {
      assertTrue(history.get(p) <= history.get(p - 1) * (1 + 1e-12), history::toString);
    }
  }

  @Test
  void atomsStayInTheUnitBall() {
    Dictionary d =
        new OnlineDictionary(TABLE.rows(300, 0.7, 3), FitContext.of(1)).learn(PLAN.atMost(5));
    for (int k = 0; k < d.atoms(); k++) {
      assertTrue(square(d, k) <= 1 + 1e-9, "atom " + k);
    }
  }

  private static double square(Dictionary d, int k) {
    return IntStream.range(0, d.features())
        .mapToDouble(j -> d.D()[j * d.atoms() + k] * d.D()[j * d.atoms() + k])
        .sum();
  }

  /** Mairal et al. 2009: u = (b_k − Da_k)/A_kk + d_k, then d_k = u/max(1, ‖u‖). */
  @Test
  void onCompleteRowsAtomsMoveAsPublished() {
    TrainingData data = TABLE.rows(100, 1, 4);
    Dictionary d = new DictionaryStart(data.x(), 1).dictionary(5, 0.1, 0.01);
    int[] rows = IntStream.range(0, 100).toArray();
    double[] codes = SparseCodes.of(d, data.x(), FitContext.of(1).workers()).codes().codes();
    DictionaryStatistics s = new DictionaryStatistics(SparseTable.FEATURES, 5);
    s.add(0, data, rows, codes, FitContext.of(1).workers());
    double[] expected = d.D().clone();
    for (int k = 0; k < 5; k++) {
      published(expected, data, codes, k);
    }
    new AtomStep(SparseTable.FEATURES).update(d, s);
    for (int e = 0; e < expected.length; e++) {
      assertEquals(expected[e], d.D()[e], 1e-9);
    }
  }

  private static void published(double[] D, TrainingData data, double[] codes, int k) {
    double[] u = new double[SparseTable.FEATURES];
    double own = 0;
    for (int i = 0; i < data.x().rows(); i++) {
      own += codes[i * 5 + k] * codes[i * 5 + k];
    }
    double square = 0;
    for (int j = 0; j < u.length; j++) {
      for (int i = 0; i < data.x().rows(); i++) {
        double left = data.x().valueAt(i, j);
        for (int l = 0; l < 5; l++) {
          left -= D[j * 5 + l] * codes[i * 5 + l];
        }
        u[j] += left * codes[i * 5 + k] / own;
      }
      u[j] += D[j * 5 + k];
      square += u[j] * u[j];
    }
    for (int j = 0; j < u.length; j++) {
      D[j * 5 + k] = u[j] / Math.max(1, Math.sqrt(square));
    }
  }

  /** No other atom of length 1 or less fits the statistics better. */
  @Test
  void withMissingEntriesAnAtomIsTheBestInTheUnitBall() {
    TrainingData data = TABLE.rows(60, 0.5, 5);
    Dictionary d = new DictionaryStart(data.x(), 1).dictionary(3, 0.1, 0.01);
    double[] codes = SparseCodes.of(d, data.x(), FitContext.of(1).workers()).codes().codes();
    DictionaryStatistics s = new DictionaryStatistics(SparseTable.FEATURES, 3);
    s.add(0, data, IntStream.range(0, 60).toArray(), codes, FitContext.of(1).workers());
    new AtomStep(SparseTable.FEATURES).update(d, s);
    // The last atom moved last, so that it is best given the others.
    double best = loss(d.D(), data, codes);
    assertEquals(1, square(d, 2), 1e-9);
    Random random = new Random(6);
    for (int trial = 0; trial < 500; trial++) {
      double[] other = d.D().clone();
      double square = 0;
      for (int j = 0; j < SparseTable.FEATURES; j++) {
        other[j * 3 + 2] += 0.05 * random.nextGaussian();
        square += other[j * 3 + 2] * other[j * 3 + 2];
      }
      for (int j = 0; j < SparseTable.FEATURES; j++) {
        other[j * 3 + 2] /= Math.max(1, Math.sqrt(square));
      }
      assertTrue(loss(other, data, codes) >= best - 1e-9);
    }
  }

  private static double loss(double[] D, TrainingData data, double[] codes) {
    double sum = 0;
    for (int i = 0; i < data.x().rows(); i++) {
      for (int k = data.x().rowStart(i); k < data.x().rowStart(i + 1); k++) {
        double left = data.x().value(k);
        for (int l = 0; l < 3; l++) {
          left -= D[data.x().column(k) * 3 + l] * codes[i * 3 + l];
        }
        sum += left * left / 2;
      }
    }
    return sum;
  }
}

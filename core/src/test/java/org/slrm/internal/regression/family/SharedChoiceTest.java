package org.slrm.internal.regression.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice.Norm;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.FitListener;

class SharedChoiceTest {
  private static final int N = 50;
  private static final int P = 30;
  private static final int T = 6;

  /** What a feature is worth to a target. */
  private interface Worth {
    double of(int feature, int target, SplittableRandom random);
  }

  /** A table without gaps, and labels of which a tenth is unknown. */
  private record Table(double[] x, TrainingData data) implements FoldedProblem.Design {
    static Table of(Worth worth, int targets) {
      SplittableRandom random = new SplittableRandom(4);
      double[] w = new double[P * targets];
      Arrays.setAll(w, e -> worth.of(e / targets, e % targets, random));
      double[] x = new double[N * P];
      Arrays.setAll(x, e -> random.nextGaussian());
      double[][] y = new double[N][targets];
      for (int i = 0; i < N; i++) {
        for (int t = 0; t < targets; t++) {
          y[i][t] = 3 * random.nextGaussian();
          for (int j = 0; j < P; j++) {
            y[i][t] += x[i * P + j] * w[j * targets + t];
          }
          y[i][t] = (i + t) % 10 == 0 ? Double.NaN : y[i][t];
        }
      }
      return new Table(x, data(y, Collections.nCopies(targets, Gaussian.LABEL)));
    }

    static TrainingData data(double[][] y, List<Label> kinds) {
      IncompleteMatrix none = IncompleteMatrix.ofNaN(new double[N][1]);
      return new TrainingData(none, IncompleteMatrix.ofNaN(y), null, kinds);
    }

    @Override
    public int columns() {
      return P;
    }

    @Override
    public double[] rows(int[] indices) {
      double[] out = new double[indices.length * P];
      for (int r = 0; r < indices.length; r++) {
        System.arraycopy(x, indices[r] * P, out, r * P, P);
      }
      return out;
    }
  }

  private static SharedChoice choice(Table table) {
    return SharedChoice.among(Norm.ALL, table, table.data, FitContext.of(3));
  }

  @Test
  void targetsThatNeedTheSameFeaturesShareThem() {
    Table table = Table.of((j, t, random) -> j < 4 ? (random.nextBoolean() ? 1.5 : -1.5) : 0, T);
    SharedChoice found = choice(table);
    assertEquals(Norm.L21, found.norm(), Arrays.toString(found.errors()));
    for (PenaltyChoice each : found.choices()) {
      assertTrue(each.w()[0] != 0);
      assertEquals(found.choices().get(0).w()[P - 1] == 0, each.w()[P - 1] == 0);
      assertTrue(each.error() > 0);
    }
    assertTrue(found.errors()[1] < found.errors()[0]);
  }

  @Test
  void targetsThatFollowOneDirectionShareIt() {
    double[] direction = new SplittableRandom(8).doubles(P, -1, 1).toArray();
    Table table = Table.of((j, t, random) -> (t % 2 == 0 ? 1 : -1) * direction[j], T);
    SharedChoice found = choice(table);
    assertEquals(Norm.NUCLEAR, found.norm(), Arrays.toString(found.errors()));
  }

  @Test
  void targetsThatNeedFeaturesOfTheirOwnShareNothing() {
    Table table = Table.of((j, t, random) -> j == 4 * t ? 3 : 0, T);
    SharedChoice found = choice(table);
    assertEquals(Norm.NONE, found.norm(), Arrays.toString(found.errors()));
    FitContext context = FitContext.of(3);
    for (int t = 0; t < T; t++) {
      PenaltyChoice own = PenaltyChoice.of(table, table.data, t, 1, context);
      assertArrayEquals(own.w(), found.choices().get(t).w());
      assertEquals(own.error(), found.choices().get(t).error());
    }
  }

  @Test
  void oneTargetIsWhatItAlwaysWas() {
    Table table = Table.of((j, t, random) -> j < 2 ? 2 : 0, 1);
    PenaltyChoice expected = PenaltyChoice.of(table, table.data, 0, 1, FitContext.of(3));
    for (SharedChoice found :
        List.of(
            choice(table),
            SharedChoice.among(List.of(Norm.L21), table, table.data, FitContext.of(3)))) {
      assertEquals(Norm.NONE, found.norm());
      assertArrayEquals(expected.w(), found.choices().get(0).w());
      assertTrue(Double.isNaN(found.errors()[1]));
    }
  }

  @Test
  void classesShareNothingWithNumbers() {
    Table table = Table.of((j, t, random) -> j < 4 ? 2 : 0, 3);
    double[][] y = new double[N][3];
    IntToDoubleFunction first = i -> table.data.label(i, 0);
    for (int i = 0; i < N; i++) {
      y[i] = new double[] {first.applyAsDouble(i), table.data.label(i, 1), i % 2};
    }
    TrainingData mixed = Table.data(y, List.of(Gaussian.LABEL, Gaussian.LABEL, Logistic.LABEL));
    SharedChoice found = SharedChoice.among(List.of(Norm.NUCLEAR), table, mixed, FitContext.of(3));
    assertEquals(Norm.NUCLEAR, found.norm());
    PenaltyChoice classes = LabelChoice.elasticNet(table, mixed, 2, 1, FitContext.of(3));
    assertArrayEquals(classes.w(), found.choices().get(2).w());
  }

  @Test
  void threadsDoNotChangeAByte() {
    Table table = Table.of((j, t, random) -> j < 4 ? (random.nextBoolean() ? 1.5 : -1.5) : 0, T);
    SharedChoice one = choice(table);
    try (Workers two = Workers.of(2)) {
      FitContext context = new FitContext(3, two, FitListener.NONE, null);
      assertArrayEquals(
          one.errors(), SharedChoice.among(Norm.ALL, table, table.data, context).errors());
    }
  }
}

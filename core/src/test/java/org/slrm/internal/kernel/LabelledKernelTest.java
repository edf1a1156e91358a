package org.slrm.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.StudentT;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.run.Workers;

/** Kernels for labels that are no numbers. */
class LabelledKernelTest {
  private static final int Q = 3;
  private static final Kernel KERNEL = new Kernel(1.0 / Q, 2, 1.5);
  private static final double PENALTY = 0.4;

  static List<Label> kinds() {
    return List.of(Logistic.LABEL, Counts.POISSON, new Counts(2), new StudentT(3, 0.05));
  }

  private static double eta(double[] inputs, int i) {
    return inputs[i * Q] + 2 * Math.sin(2 * inputs[i * Q + 1]);
  }

  private static KernelRows rows(Label kind, int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] inputs = random.doubles(n * Q, -2, 2).toArray();
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double mean = kind.mean(eta(inputs, i));
      if (kind == Logistic.LABEL) {
        y[i] = random.nextDouble() < mean ? 1 : 0;
      } else if (kind instanceof Counts) {
        double left = mean + Math.log(random.nextDouble());
        for (; left > 0; y[i]++) {
          left += Math.log(random.nextDouble());
        }
      } else {
        y[i] = mean + (random.nextDouble() < 0.1 ? 30 : 0.1) * random.nextGaussian();
      }
    }
    double[] weights = IntStream.range(0, n).mapToDouble(i -> 1 + i % 2).toArray();
    return new KernelRows(inputs, Q, y, weights, kind);
  }

  private static double[] input(KernelRows rows, int i) {
    return Arrays.copyOfRange(rows.inputs(), i * Q, (i + 1) * Q);
  }

  private static KernelRidge exact(KernelRows rows, double mean) {
    LeaveOneOut all = new LeaveOneOut(rows, mean);
    double[] alpha = all.solved(all.matrix(KERNEL), PENALTY, new SpdFactor(rows.count()));
    return KernelRidge.of(KERNEL, new double[] {1, 1, 1}, rows, mean, alpha);
  }

  /** ½ Σ w dev + ½ λ αᵀKα is at rest where w g + λα = 0 for every row; heavy tails get near. */
  @ParameterizedTest
  @MethodSource("kinds")
  void weightsOfTheCentresAreThoseOfAStationaryPoint(Label kind) {
    KernelRows rows = rows(kind, 80, 1);
    KernelRidge f = exact(rows, rows.mean());
    double near = kind instanceof StudentT ? 0.05 : 1e-5;
    for (int i = 0; i < 80; i++) {
      double g = kind.gradient(rows.y()[i], f.value(input(rows, i)));
      assertEquals(0, rows.weights()[i] * g + PENALTY * f.alpha()[i], near, "row " + i);
    }
  }

  @Test
  void devianceOfHeldOutRowsIsNearlyThatOfFitsWithoutThem() {
    KernelRows rows = rows(Logistic.LABEL, 60, 2);
    double mean = rows.mean();
    double sum = 0;
    double total = 0;
    for (int i = 0; i < 60; i++) {
      int left = i;
      KernelRows others = rows.of(IntStream.range(0, 60).filter(r -> r != left).toArray());
      double there = exact(others, mean).value(input(rows, i));
      sum += rows.weights()[i] * Logistic.LABEL.deviance(rows.y()[i], there);
      total += rows.weights()[i];
    }
    LeaveOneOut.Choice all = new LeaveOneOut(rows, mean).best(KERNEL, PENALTY);
    assertEquals(sum / total, all.error(), 0.05 * sum / total);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsNonlinearIsFollowedWithAllCentresAndWithSome(Label kind) {
    for (int n : new int[] {250, 600}) {
      KernelRows many = rows(kind, n, 3);
      KernelFit.Chosen chosen = new KernelFit(many, 300, 1, Workers.single()).run();
      KernelRows fresh = rows(kind, 600, 4);
      double fitted = 0;
      double best = 0;
      double constant = 0;
      double total = 0;
      for (int i = 0; i < 600; i++) {
        double y = fresh.y()[i];
        double w = fresh.weights()[i] / 900;
        fitted += w * kind.deviance(y, chosen.ridge().value(input(fresh, i)));
        best += w * kind.deviance(y, eta(fresh.inputs(), i));
        constant += w * kind.deviance(y, many.mean());
        total += w;
      }
      assertEquals(1, total, 1e-9);
      String found = n + " " + kind + ": " + best + " " + fitted + " " + constant;
      assertTrue(fitted - best < 0.35 * (constant - best), found);
      assertEquals(fitted, chosen.error(), 0.35 * fitted, found);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theNumberOfThreadsChangesNotASingleBit(Label kind) {
    KernelRows some = rows(kind, 400, 5);
    KernelFit.Chosen one = new KernelFit(some, 150, 1, Workers.single()).run();
    try (Workers two = Workers.of(2)) {
      KernelFit.Chosen other = new KernelFit(some, 150, 1, two).run();
      assertEquals(one.error(), other.error());
      assertArrayEquals(one.ridge().alpha(), other.ridge().alpha(), 0);
    }
  }

  @Test
  void labelsOfOneClassAreAConstantAndAHandfulOfRowsIsFitted() {
    KernelRows drawn = rows(Logistic.LABEL, 30, 6);
    KernelRows never =
        new KernelRows(drawn.inputs(), Q, new double[30], drawn.weights(), Logistic.LABEL);
    KernelFit.Chosen chosen = new KernelFit(never, 100, 1, Workers.single()).run();
    assertEquals(Math.log(0.5 / 45.5), chosen.ridge().value(new double[Q]), 1e-12);
    for (Label kind : kinds()) {
      for (int n = 0; n < 4; n++) {
        KernelFit.Chosen few = new KernelFit(rows(kind, n, 7), 100, 1, Workers.single()).run();
        assertTrue(Double.isFinite(few.ridge().value(new double[] {1, 2, 3})));
        assertTrue(Double.isFinite(few.error()));
      }
    }
  }
}

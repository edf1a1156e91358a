package org.slrm.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.regression.family.SharedChoice.Norm;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

/**
 * When lassos of multiple targets should share a norm: 60 factor scores, of which six have non-zero
 * coefficients, for six targets. Prints, for each kind of coefficients, noise and number of rows,
 * the mean over seeds of the error of the coefficients relative to the signal, for separate lassos,
 * both shared norms and the one selected by cross-validation, and how often each was selected.
 *
 * <pre>{@code java -cp ... org.slrm.benchmarks.accuracy.SharedStudy 20}</pre>
 */
public final class SharedStudy {
  private static final int P = 60;
  private static final int T = 6;
  private static final int SUPPORT = 6;

  /** The structure that targets share. */
  private enum Truth {
    SUPPORT_SHARED,
    ONE_DIRECTION,
    NOTHING
  }

  private SharedStudy() {}

  /** Runs the number of seeds given by the first argument. */
  public static void main(String[] args) {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    System.out.println(
        "truth,rows,noise,none,l21,nuclear,chosen,chose_none,chose_l21,chose_nuclear");
    for (Truth truth : Truth.values()) {
      for (double noise : new double[] {1, 3}) {
        for (int n : new int[] {30, 60, 120, 240}) {
          row(truth, n, noise, seeds);
        }
      }
    }
  }

  private static void row(Truth truth, int n, double noise, int seeds) {
    double[] errors = new double[4];
    int[] chosen = new int[3];
    for (int seed = 1; seed <= seeds; seed++) {
      Problem problem = Problem.of(truth, n, noise, seed);
      FitContext context = FitContext.of(seed);
      for (Norm norm : Norm.values()) {
        errors[norm.ordinal()] +=
            problem.error(SharedChoice.among(List.of(norm), problem, problem.data, context))
                / seeds;
      }
      SharedChoice best = SharedChoice.among(Norm.ALL, problem, problem.data, context);
      errors[3] += problem.error(best) / seeds;
      chosen[best.norm().ordinal()]++;
    }
    StringBuilder line = new StringBuilder(truth.name().toLowerCase(Locale.ROOT) + "," + n);
    line.append(String.format(Locale.ROOT, ",%.0f", noise));
    Arrays.stream(errors).forEach(e -> line.append(String.format(Locale.ROOT, ",%.3f", e)));
    Arrays.stream(chosen).forEach(count -> line.append(',').append(count));
    System.out.println(line);
  }

  /** Independent scores of variance 1 and labels with noise; the signal of each has variance 1. */
  private record Problem(int n, double[] x, double[] w, TrainingData data)
      implements FoldedProblem.Design {
    static Problem of(Truth truth, int n, double noise, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] w = coefficients(truth, random);
      double[] x = new double[n * P];
      Arrays.setAll(x, e -> random.nextGaussian());
      double[][] y = new double[n][T];
      for (int i = 0; i < n; i++) {
        for (int t = 0; t < T; t++) {
          y[i][t] = noise * random.nextGaussian();
          for (int j = 0; j < P; j++) {
            y[i][t] += x[i * P + j] * w[t * P + j];
          }
        }
      }
      IncompleteMatrix none = IncompleteMatrix.ofNaN(new double[n][1]);
      return new Problem(n, x, w, new TrainingData(none, IncompleteMatrix.ofNaN(y)));
    }

    private static double[] coefficients(Truth truth, SplittableRandom random) {
      double[] w = new double[T * P];
      double[] common = random.doubles(P, -1, 1).toArray();
      for (int t = 0; t < T; t++) {
        List<Integer> features = new ArrayList<>(IntStream.range(0, P).boxed().toList());
        if (truth == Truth.NOTHING) {
          Collections.shuffle(features, new Random(random.nextLong()));
        }
        int count = truth == Truth.ONE_DIRECTION ? P : SUPPORT;
        double square = 0;
        for (int k = 0; k < count; k++) {
          double value = truth == Truth.ONE_DIRECTION ? common[k] : random.nextGaussian();
          w[t * P + features.get(k)] = value;
          square += value * value;
        }
        for (int j = 0; j < P; j++) {
          w[t * P + j] /= Math.sqrt(square);
        }
      }
      return w;
    }

    /** Mean over targets of ‖w − truth‖²: the error relative to the signal. */
    double error(SharedChoice found) {
      double sum = 0;
      for (int t = 0; t < T; t++) {
        PenaltyChoice each = found.choices().get(t);
        for (int j = 0; j < P; j++) {
          double d = each.w()[j] - w[t * P + j];
          sum += d * d / T;
        }
      }
      return sum;
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
}

package org.slrm.internal.kernel;

import java.util.Arrays;
import org.slrm.internal.kernel.LeaveOneOut.Choice;
import org.slrm.internal.linalg.SpdFactor;

/** The relevance of each input to a function: its mean squared slope along the input. */
final class Relevance {
  /** Half of a scale is common to all inputs: slopes come from a few hundred labels. */
  private static final double COMMON_PART = 0.5;

  /** An input that varies less than this fraction of the others' mean is ignored. */
  private static final double NEGLIGIBLE = 1e-9;

  private Relevance() {}

  /** 1 for inputs that vary, 0 for others, which then have no effect on new rows. */
  static double[] varying(KernelRows rows) {
    double[] square = new double[rows.q()];
    for (int j = 0; j < square.length; j++) {
      for (int i = 1; i < rows.count(); i++) {
        double change = rows.inputs()[i * square.length + j] - rows.inputs()[j];
        square[j] += change * change;
      }
    }
    double least = NEGLIGIBLE * Arrays.stream(square).average().orElse(0);
    return Arrays.stream(square).map(s -> s > least ? 1 : 0).toArray();
  }

  /** s_j² = ½ + ½ (mean squared slope along input j) / (its mean over inputs that vary). */
  static double[] scales(KernelRows rows, double[] plain, double mean, Choice choice) {
    KernelRows in = rows.scaled(plain);
    LeaveOneOut all = new LeaveOneOut(in, mean);
    double[] K = all.matrix(choice.kernel());
    double[] alpha = all.solved(K, choice.penalty(), new SpdFactor(rows.count()));
    double[] square = squaredSlopes(rows, KernelRidge.of(choice.kernel(), plain, in, mean, alpha));
    double average = Arrays.stream(square).sum() * choice.kernel().line();
    double[] out = plain.clone();
    for (int j = 0; average > 0 && j < out.length; j++) {
      out[j] *= Math.sqrt(COMMON_PART + (1 - COMMON_PART) * square[j] / average);
    }
    return out;
  }

  private static double[] squaredSlopes(KernelRows rows, KernelRidge f) {
    int q = rows.q();
    double[] out = new double[q];
    double[] slope = new double[q];
    for (int i = 0; i < rows.count(); i++) {
      Arrays.fill(slope, 0);
      f.addSlope(Arrays.copyOfRange(rows.inputs(), i * q, (i + 1) * q), 1, slope);
      for (int j = 0; j < q; j++) {
        out[j] += rows.weights()[i] * slope[j] * slope[j];
      }
    }
    return out;
  }
}

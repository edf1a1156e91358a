package org.slrm.internal.regression;

import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.TrainingData;

/** Label noise of a two-stage member: held-out error minus variance due to missing entries. */
public final class LabelNoise {
  /** Least fraction of the error that is noise. */
  private static final double MIN = 0.1;

  /** Most patterns that are evaluated; only their mean is needed. */
  private static final int SAMPLE = 200;

  private LabelNoise() {}

  /** Noise of each target, given the held-out errors; 0 for labels without noise. */
  public static double[] of(Member member, TrainingData data, double[] error) {
    RowSolver solver = member.rowSolver();
    // Errors are of labelled rows; the missingness of other rows may differ.
    int[] rows =
        IntStream.range(0, data.y().rows()).filter(i -> data.y().observed(i) > 0).toArray();
    int n = rows.length;
    int count = Math.min(n, SAMPLE);
    double[] tau = new double[error.length];
    int[] looked = IntStream.range(0, count).map(s -> rows[(int) ((long) s * n / count)]).toArray();
    double total = IntStream.of(looked).mapToDouble(data::weight).sum();
    for (int i : looked) {
      solver.pattern(data.x().row(i).indices(), data.x().observed(i));
      solver.row(values(data.x(), i));
      for (int t = 0; t < tau.length; t++) {
        tau[t] += data.weight(i) * solver.signalVariance(t) / total;
      }
    }
    for (int t = 0; t < tau.length; t++) {
      boolean noisy = data.kind(t).noisy();
      tau[t] = noisy ? Math.max(error[t] - tau[t], MIN * error[t]) : 0;
    }
    return tau;
  }

  private static double[] values(IncompleteMatrix x, int i) {
    return IntStream.range(x.rowStart(i), x.rowStart(i + 1)).mapToDouble(x::value).toArray();
  }
}

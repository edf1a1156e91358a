package org.slrm.internal.method;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.regression.MeanImputed;
import org.slrm.internal.regression.family.LabelChoice;
import org.slrm.internal.run.TrainingData;

/**
 * Whether a ridge regression on mean-imputed features has a clearly smaller error than a member.
 * Then the member lacks directions that labels depend on. It uses at most 800 rows, because every
 * fit asks for it.
 */
final class RidgeBaseline {
  private static final int ROWS = 800;

  /** An error below this multiple of the member's is clearly smaller. */
  private static final double CLEARLY = 0.9;

  private RidgeBaseline() {}

  /** Mean over targets of the held-out error of the ridge; of the member on its training rows. */
  static boolean doesBetter(Member member, TrainingData data, long seed) {
    TrainingData sample = data.labelled(ROWS, seed);
    MeanImputed meanImputed = MeanImputed.of(sample);
    double[] errors = errors(member, sample);
    double sum = 0;
    int count = 0;
    for (int t = 0; t < errors.length; t++) {
      if (errors[t] > 0) {
        sum += LabelChoice.ridge(meanImputed, sample, t).error() / errors[t];
        count++;
      }
    }
    return sum < CLEARLY * count;
  }

  private static double[] errors(Member member, TrainingData rows) {
    RowSolver solver = member.rowSolver();
    double[] sum = new double[member.targets()];
    double[] total = new double[sum.length];
    for (int i = 0; i < rows.x().rows(); i++) {
      solver.pattern(rows.x().row(i).indices(), rows.x().observed(i));
      int row = i;
      solver.row(
          IntStream.range(rows.x().rowStart(row), rows.x().rowStart(row + 1))
              .mapToDouble(rows.x()::value)
              .toArray());
      for (int t = 0; t < sum.length; t++) {
        double y = rows.label(i, t);
        if (!Double.isNaN(y)) {
          sum[t] += rows.weight(i) * rows.kind(t).deviance(y, solver.mean(t));
          total[t] += rows.weight(i);
        }
      }
    }
    Arrays.setAll(sum, t -> total[t] > 0 ? sum[t] / total[t] : 0);
    return sum;
  }
}

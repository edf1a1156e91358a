package org.slrm.cli.result;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.io.score.LabelScore;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;

/**
 * Scores of one target by blocks of time, in their order.
 *
 * @param losses losses of each block
 */
public record TimeBlocks(List<RowLosses> losses) {
  /** The blocks of a fit; none where rows were not split by time. */
  public static TimeBlocks of(FitReport report, int target, LabelScore score) {
    CrossValidated cv = report.validation();
    if (cv == null || !"by time".equals(report.settings().get("split"))) {
      return new TimeBlocks(List.of());
    }
    RowLosses all = RowLosses.of(cv, target, score);
    return new TimeBlocks(
        Arrays.stream(all.row())
            .map(cv::fold)
            .distinct()
            .sorted()
            .mapToObj(
                f ->
                    all.of(
                        IntStream.range(0, all.row().length)
                            .filter(k -> cv.fold(all.row()[k]) == f)
                            .toArray()))
            .toList());
  }

  /** Whether there are at least two blocks. */
  public boolean any() {
    return losses.size() > 1;
  }

  /** The displayed error of each block. */
  public double[] shown() {
    return losses.stream().mapToDouble(l -> l.shown(l.mean())).toArray();
  }
}

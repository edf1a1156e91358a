package org.slrm.paper.internal.reduction;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.slrm.internal.run.TrainingData;

/**
 * Labelled rows cut into slices of about equal weight by their label (I-1). Rows of equal labels
 * stay together, so classes are slices.
 *
 * @param rows the rows of each slice, in their order
 */
record Slices(int[][] rows) {
  /** Fewest rows of a slice for its covariance. */
  private static final int MIN = 5;

  /** At most the given number of slices of the rows that have a label of the target. */
  static Slices of(TrainingData data, int target, int limit) {
    int[] sorted =
        IntStream.range(0, data.x().rows())
            .filter(i -> !Double.isNaN(data.label(i, target)))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> data.label(i, target)))
            .mapToInt(Integer::intValue)
            .toArray();
    double total = IntStream.of(sorted).mapToDouble(data::weight).sum();
    int count = Math.max(1, Math.min(limit, (int) (total / MIN)));
    int[] slice = new int[sorted.length];
    double before = 0;
    int last = -1;
    int slices = 0;
    for (int r = 0; r < sorted.length; r++) {
      int here = (int) Math.min(count - 1, Math.floor(count * (before / total) + 1e-9));
      boolean tied = r > 0 && data.label(sorted[r], target) == data.label(sorted[r - 1], target);
      if (!tied && here > last) {
        last = here;
        slices++;
      }
      slice[r] = slices - 1;
      before += data.weight(sorted[r]);
    }
    int[][] rows = new int[slices][];
    for (int h = 0; h < slices; h++) {
      int of = h;
      rows[h] =
          IntStream.range(0, sorted.length)
              .filter(r -> slice[r] == of)
              .map(r -> sorted[r])
              .sorted()
              .toArray();
    }
    return new Slices(rows);
  }
}

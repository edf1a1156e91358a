package org.slrm.internal.factor.moments;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Second moments of a table's rows (L-9), with separate moments of labelled rows. Unlabelled rows
 * inform about the features. Covariances with a label must use the same rows for both, otherwise
 * sampling differences look like structure.
 *
 * @param all moments of every row, for label-free fits
 * @param labelled moments of the rows with all labels, for joint fits of features and labels
 * @param each moments of the rows with the label of a target, for regressions
 */
public record LabelledMoments(PairMoments all, PairMoments labelled, PairMoments[] each)
    implements Serializable {
  public static LabelledMoments of(TrainingData data, int[] rows, Workers workers) {
    int targets = data.y().columns();
    PairMoments complete = pairs(data, rows(rows, i -> data.y().observed(i) == targets), workers);
    if (complete.rows() == rows.length) {
      return shared(complete, targets);
    }
    int[] partlyLabelled = rows(rows, i -> data.y().observed(i) < targets);
    PairMoments[] each = new PairMoments[targets];
    Arrays.setAll(
        each,
        t -> {
          int[] labelled = rows(partlyLabelled, i -> !Double.isNaN(data.label(i, t)));
          return labelled.length == 0 ? complete : complete.plus(pairs(data, labelled, workers), 1);
        });
    return new LabelledMoments(
        complete.plus(pairs(data, partlyLabelled, workers), 1), complete, each);
  }

  private static int[] rows(int[] among, IntPredicate condition) {
    return IntStream.of(among).filter(condition).toArray();
  }

  private static PairMoments pairs(TrainingData data, int[] rows, Workers workers) {
    boolean every = rows.length == data.x().rows();
    TrainingData part = every ? data : data.rows(rows);
    return PairMoments.of(part.x().besides(part.y()), workers);
  }

  private static LabelledMoments shared(PairMoments m, int targets) {
    PairMoments[] each = new PairMoments[targets];
    Arrays.fill(each, m);
    return new LabelledMoments(m, m, each);
  }

  /** Whether every row has every label. */
  boolean complete() {
    return all.rows() == labelled.rows();
  }

  /** Adds {@code sign} times other moments. */
  public LabelledMoments plus(LabelledMoments other, int sign) {
    if (complete() && other.complete()) {
      return shared(all.plus(other.all, sign), each.length);
    }
    PairMoments[] both = new PairMoments[each.length];
    Arrays.setAll(both, t -> each[t].plus(other.each[t], sign));
    return new LabelledMoments(
        all.plus(other.all, sign), labelled.plus(other.labelled, sign), both);
  }
}

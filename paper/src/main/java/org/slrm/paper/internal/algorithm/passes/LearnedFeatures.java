package org.slrm.paper.internal.algorithm.passes;

import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.tracking.SubspaceTracker;

/**
 * The features about which a tracker has learned something. The other rows of the basis are random
 * and must not affect predictions.
 */
public final class LearnedFeatures {
  private final SubspaceTracker.Counting tracker;
  private final boolean[] learned;

  public LearnedFeatures(SubspaceTracker.Counting tracker) {
    this.tracker = tracker;
    learned = new boolean[tracker.features()];
  }

  /** Learns from row i; rows with no more entries than the rank have no information. */
  public void update(TrainingData rows, int i) {
    IncompleteMatrix x = rows.x();
    tracker.update(x.row(i), rows.weight(i));
    for (int k = x.rowStart(i); x.observed(i) > tracker.rank() && k < x.rowStart(i + 1); k++) {
      learned[x.column(k)] = true;
    }
  }

  /** The basis without features that were not learned; unchanged if these are all or none. */
  public double[] only(double[] U) {
    int d = tracker.rank();
    double[] out = U.clone();
    int count = 0;
    for (int j = 0; j < learned.length; j++) {
      count += learned[j] ? 1 : 0;
      for (int k = 0; !learned[j] && k < d; k++) {
        out[j * d + k] = 0;
      }
    }
    if (count == 0 || count == learned.length) {
      return U;
    }
    Orthonormal.columns(out, learned.length, d);
    return out;
  }
}

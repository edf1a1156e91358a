package org.slrm.internal.factor.moments;

import java.util.Optional;

/** Starts of fits to moments: joint ones by fully labelled rows, label-free ones by all rows. */
public final class MomentFits {
  private final LabelledMoments sums;
  private MomentStart joint;
  private MomentStart labelFree;

  private MomentFits(LabelledMoments sums, MomentStart joint, MomentStart labelFree) {
    this.sums = sums;
    this.joint = joint;
    this.labelFree = labelFree;
  }

  /** Starts up to a rank for moments of which the first columns are features. */
  public static MomentFits of(LabelledMoments sums, int features, int mostRank) {
    MomentStart joint = MomentStart.of(MomentRows.of(sums.labelled(), features), mostRank);
    return with(sums, features, joint);
  }

  /** Starts for other rows, found from these directions. */
  public MomentFits over(LabelledMoments others, int features) {
    return with(others, features, joint.over(MomentRows.of(others.labelled(), features)));
  }

  private static MomentFits with(LabelledMoments sums, int features, MomentStart joint) {
    MomentStart free = sums.complete() ? joint : joint.over(MomentRows.of(sums.all(), features));
    return new MomentFits(sums, joint, free);
  }

  public LabelledMoments sums() {
    return sums;
  }

  /** Start of a joint fit; empty when there are too few directions. */
  public Optional<MomentStart> joint(int rank) {
    joint = extended(joint, rank);
    return rank > joint.maxRank() ? Optional.empty() : Optional.of(joint);
  }

  /** Start of a label-free fit; empty when there are too few directions. */
  public Optional<MomentStart> labelFree(int rank) {
    labelFree = sums.complete() ? extended(joint, rank) : extended(labelFree, rank);
    joint = sums.complete() ? labelFree : joint;
    return rank > labelFree.maxRank() ? Optional.empty() : Optional.of(labelFree);
  }

  private static MomentStart extended(MomentStart start, int rank) {
    return rank > start.maxRank() ? MomentStart.of(start.rows(), rank) : start;
  }
}

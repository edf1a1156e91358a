package org.slrm.cli.reproduce;

/** Why a claim fails, where we know it; docs/paper.md has the evidence. */
final class Reasons {
  static final String NOISE_FREE =
      "Without noise the data determine subspace and regressor exactly. SMPCR's tracker forgets old rows and gets there "
          + "in a few passes; Algorithm 1 never forgets (R_j only grows), so its error falls ever more slowly, and the penalty "
          + "that the search picks leaves a floor.";
  static final String EXACT =
      "Both are at rounding or penalty level, where nothing is left to fall.";
  static final String NOISY =
      "Label-aware codes help where labels are exact and hurt where they are not: training codes know the label, test "
          + "codes cannot. The search answers with a large λ1, which makes SLRM two-stage; what is left is how well each "
          + "tracks the subspace.";
  static final String REAL =
      "With the gate's γ as printed nothing would be answered at all; with one that answers, both methods project on noisy "
          + "codes of too high a rank (99 % of the variance), and which is lower changes with the split.";

  private Reasons() {}
}

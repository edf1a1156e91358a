package org.slrm.cli.reproduce;

/** Why a claim fails, where we know it; docs/paper.md has the evidence. */
final class Reasons {
  static final String NOISE_FREE =
      "Without noise the data determine subspace and regressor exactly, and what is left is where a method rests: SLRM's passes end when its "
          + "hold-out error is a hundred-millionth of the labels' variance. SMPCR forgets nothing, so the rows it coded by a random basis stay in its "
          + "sums, and it comes near slowly; with fading it forgets them and finds the subspace to 1e-12. Less than a millionth of the variance "
          + "is not counted. With 200 rows the search leaves SLRM a small penalty λ2, and that is its floor.";
  static final String EXACT =
      "Both are near rounding or penalty level, where nothing is left to fall.";
  static final String NOISY =
      "Training codes know the label, test codes cannot, so with noise the passes of Algorithm 1, at δ = 1, make it worse on new rows unless λ1 is so "
          + "large that it becomes two-stage (docs/paper.md). What it then returns is often the pair it started with, and what decides is how well each "
          + "method finds the subspace.";
  static final String REAL =
      "With some tens or hundreds of rows and a rank of 99 % of the variance both methods regress on noisy codes; which is lower changes from task "
          + "to task and split to split.";

  static final String GENES =
      "The gene tasks show a tenth of the entries in training and three quarters in test. Members that regress on completed features are fitted "
          + "where completions are shrunk by nine gaps in ten and overshoot where they are not. With about twenty test rows much is chance: on twelve "
          + "other splits the default and SLRM cannot be told apart (docs/paper.md).";

  private Reasons() {}
}

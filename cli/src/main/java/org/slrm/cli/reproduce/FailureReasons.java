package org.slrm.cli.reproduce;

/** Known reasons why claims fail; docs/paper.md has the evidence. */
final class FailureReasons {
  static final String NOISE_FREE =
      "Without noise the data determine subspace and regressor exactly, and what is left is where passes end: all do when the error is a "
          + "hundred-millionth of what predicting 0 leaves. SMPCR forgets nothing, so the rows it coded by a random basis stay in its sums, and it comes near "
          + "slowly; with fading it forgets them. Less than a millionth of the variance is not counted.";
  static final String EXACT =
      "Both are near rounding or penalty level, where nothing is left to fall.";
  static final String NOISY =
      "With little noise all methods find the same subspace, and differences of less than one per cent are those of the settings found. With much noise the start "
          + "decides: SLRM starts at the singular vectors of the zero-filled table, PETRELS at random. A PETRELS that may start there too (SMPCR, fading) "
          + "ends where SLRM does, so the gain is not that of learning subspace and regressor together (docs/paper.md).";
  static final String REAL =
      "With some tens or hundreds of rows and a rank of 99 % of the variance both methods regress on noisy codes; which is lower changes from task "
          + "to task and split to split.";

  static final String GENES =
      "The gene tasks show a tenth of the entries in training and three quarters in test, and about twenty rows test each split. Which part of the "
          + "default costs it the lead there has not been measured.";

  private FailureReasons() {}
}

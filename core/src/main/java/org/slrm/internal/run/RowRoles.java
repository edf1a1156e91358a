package org.slrm.internal.run;

import org.slrm.data.RowBlocks;

/**
 * The role of each row of a fit by passes: a hash of seed and row number, never stored.
 *
 * @param held fraction of the labelled rows that is held out
 * @param choosing fraction of the labelled rows that chooses settings
 * @param labelledSample fraction of the labelled training rows in the sample
 * @param otherSample fraction of the unlabelled rows in the sample
 */
public record RowRoles(
    long seed, double held, double choosing, double labelledSample, double otherSample) {
  /** A role. */
  public enum Role {
    /** Training. */
    FIT,
    /** Held out to choose settings and stop the fit. */
    CHOOSE,
    /** Held out to evaluate the fit and calibrate intervals. */
    EVALUATE
  }

  private static final long SAMPLE = 0x9E3779B97F4A7C15L;

  /**
   * Roles of the given number of rows: a fraction of the labelled ones is held out, and at most
   * {@code sampleRows} of the others are in the sample, half of it labelled where possible.
   */
  public static RowRoles of(
      RowBlocks.Passes config, long rows, long labelled, int columns, long seed) {
    int inMemory = config.rowsInMemory(columns);
    double held = Math.min(config.holdOutFraction(), inMemory / (double) Math.max(1, labelled));
    double withLabel = labelled * (1 - held);
    double without = rows - labelled;
    double half = inMemory / 2.0;
    return new RowRoles(
        seed,
        held,
        held / 2,
        fraction(Math.max(half, inMemory - without), withLabel),
        fraction(Math.max(half, inMemory - withLabel), without));
  }

  private static double fraction(double part, double all) {
    return all <= part ? 1 : part / all;
  }

  /** Roles with held-out rows that only evaluate. */
  public RowRoles evaluationOnly() {
    return new RowRoles(seed, held, 0, labelledSample, otherSample);
  }

  /** Roles with all rows for training. */
  public RowRoles withoutHoldOut() {
    return new RowRoles(seed, 0, 0, labelledSample, otherSample);
  }

  public Role of(long row, boolean labelled) {
    double u = uniform(row, 0);
    if (!labelled || u >= held) {
      return Role.FIT;
    }
    return u < choosing ? Role.CHOOSE : Role.EVALUATE;
  }

  /** Whether a training row is also in the sample. */
  public boolean sampled(long row, boolean labelled) {
    return uniform(row, SAMPLE) < (labelled ? labelledSample : otherSample);
  }

  /** In [0, 1), by the mixing function of SplitMix64. */
  private double uniform(long row, long salt) {
    long z = (seed ^ salt) + (row + 1) * 0xD1342543DE82EF95L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
  }
}

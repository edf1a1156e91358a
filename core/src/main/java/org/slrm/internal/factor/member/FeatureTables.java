package org.slrm.internal.factor.member;

import java.util.Arrays;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.linalg.Packed;

/** Posterior tables for features alone, all with weight 1. */
final class FeatureTables {
  /** Most numbers in stored outer products; more exceed the model by a factor of the rank. */
  private static final long MAX = 1 << 23;

  private FeatureTables() {}

  static Posterior.Tables of(Factors x) {
    double[] omega = new double[x.columns()];
    Arrays.fill(omega, 1);
    boolean small = (long) x.columns() * Packed.length(x.d()) <= MAX;
    return small ? new Posterior.Tables(x, omega) : Posterior.Tables.lean(x, omega);
  }
}

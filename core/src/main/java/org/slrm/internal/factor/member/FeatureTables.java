package org.slrm.internal.factor.member;

import java.util.Arrays;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.linalg.Packed;

/** Posterior tables for features alone, all of weight one. */
final class FeatureTables {
  /** Numbers of outer products that are kept; they would outgrow the model by its rank. */
  private static final long MOST = 1 << 23;

  private FeatureTables() {}

  static Posterior.Tables of(Factors x) {
    double[] omega = new double[x.columns()];
    Arrays.fill(omega, 1);
    boolean small = (long) x.columns() * Packed.length(x.d()) <= MOST;
    return small ? new Posterior.Tables(x, omega) : Posterior.Tables.lean(x, omega);
  }
}

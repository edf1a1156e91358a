package org.slrm.paper.tracking;

import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Packed;

/** The inverse correlation of the codes so far, for recursive least squares. */
final class InverseCorrelation {
  final double forgetting;
  final double[] packed;

  /** Its product with the latest code. */
  final double[] gain;

  InverseCorrelation(int rank, double forgetting) {
    this.forgetting = Checks.inUpperClosed("forgetting", forgetting, 0, 1);
    packed = new double[Packed.length(rank)];
    gain = new double[rank];
    reset();
  }

  /** The identity, the state before the first code. */
  void reset() {
    Packed.identity(packed, gain.length);
  }
}

package org.slrm.paper.tracking;

import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Vectors;

/**
 * GROUSE (Balzano, Nowak, Recht 2010) with the greedy step (T-2): rotates the subspace towards the
 * row along a geodesic, by θ = stepSize · arctan(‖r‖/‖p‖), where p = Uα is the row's projection and
 * r its residual on the observed entries. A step of 1 fits the row exactly; smaller steps average
 * noise.
 */
final class Grouse extends BasisTracker {
  private final double stepSize;
  private final double[] r;
  private final double[] p;

  /** A tracker that starts at a random subspace; stepSize in (0, 1]. */
  Grouse(int features, int rank, double stepSize, long seed) {
    super(features, rank, seed);
    this.stepSize = Checks.positive("stepSize", stepSize);
    r = new double[features];
    p = new double[features];
  }

  @Override
  public void update(IncompleteRow row) {
    checkLength(row);
    if (!encode(row)) {
      return;
    }
    java.util.Arrays.fill(r, 0);
    for (int j = 0; j < D; j++) {
      p[j] = Vectors.dot(U, j * d, alpha, 0, d);
    }
    for (int e = 0; e < row.observed(); e++) {
      r[row.index(e)] = row.value(e) - p[row.index(e)];
    }
    double alphaNorm = norm(alpha);
    double rNorm = norm(r);
    double pNorm = norm(p);
    if (!(rNorm > 0 && pNorm > 0)) {
      return;
    }
    // U ← U + ((cos θ − 1) p/‖p‖ + sin θ r/‖r‖) αᵀ/‖α‖
    double theta = stepSize * StrictMath.atan(rNorm / pNorm);
    double along = (Math.cos(theta) - 1) / pNorm / alphaNorm;
    double across = Math.sin(theta) / rNorm / alphaNorm;
    for (int j = 0; j < D; j++) {
      Vectors.add(U, j * d, along * p[j] + across * r[j], alpha, 0, d);
    }
  }

  private static double norm(double[] a) {
    return Math.sqrt(Vectors.dot(a, 0, a, 0, a.length));
  }
}

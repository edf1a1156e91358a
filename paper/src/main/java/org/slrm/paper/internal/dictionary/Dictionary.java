package org.slrm.paper.internal.dictionary;

import org.slrm.internal.check.Checks;

/**
 * Atoms d_k with ‖d_k‖ ≤ 1, and the penalties of codes on them (Z-1).
 *
 * @param features rows of D
 * @param atoms K, columns of D
 * @param D row-major: row j is feature j; changes in place during learning only
 * @param l1 λ1
 * @param l2 λ2, positive, so that codes are unique
 */
public record Dictionary(int features, int atoms, double[] D, double l1, double l2) {
  public Dictionary {
    Checks.atLeast("atoms", atoms, 1);
    Checks.equal("length of the dictionary", D.length, "features × atoms", features * atoms);
    Checks.notNegative("l1", l1);
    Checks.positive("l2", l2);
  }

  /** A copy that can be changed. */
  Dictionary copy() {
    return new Dictionary(features, atoms, D.clone(), l1, l2);
  }
}

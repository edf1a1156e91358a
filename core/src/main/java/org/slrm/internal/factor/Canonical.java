package org.slrm.internal.factor;

import org.slrm.internal.linalg.Decompositions;

/** The canonical basis (L-6), in which VᵀΨ⁻¹V over the features is diagonal, largest first. */
public final class Canonical {
  private Canonical() {}

  /** This model with rotated factor scores; the largest loading of each axis is positive. */
  public static Factors of(Factors f, int features) {
    int d = f.d();
    double[] gram = new double[d * d];
    for (int j = 0; j < features; j++) {
      for (int k = 0; k < d; k++) {
        double v = f.V()[j * d + k] / f.psi()[j];
        for (int l = 0; l < d; l++) {
          gram[k * d + l] += v * f.V()[j * d + l];
        }
      }
    }
    Factors rotated = f.transformed(Decompositions.symmetric(gram, d).vectors(), new double[d]);
    double[] V = rotated.V();
    for (int k = 0; k < d; k++) {
      int largest = 0;
      for (int j = 1; j < features; j++) {
        largest = Math.abs(V[j * d + k]) > Math.abs(V[largest * d + k]) ? j : largest;
      }
      for (int j = 0; V[largest * d + k] < 0 && j < f.columns(); j++) {
        V[j * d + k] = j == largest ? V[j * d + k] : -V[j * d + k];
      }
      V[largest * d + k] = Math.abs(V[largest * d + k]);
    }
    return rotated;
  }
}

package org.slrm.internal.linalg;

/**
 * Symmetric positive definite matrices, packed, factorised and inverted several at a time, one per
 * lane. A matrix that is not positive definite gets a non-positive pivot and does not affect the
 * others. Not thread-safe.
 */
public interface SpdBatch {
  /** Number of lanes. */
  int lanes();

  /** Copies the packed matrix at {@code at} into a lane. */
  void set(int lane, double[] packed, int at);

  /** Fills the first lanes with matrices that are {@code stride} apart. */
  default void setAll(double[] packed, int at, int stride, int lanes) {
    for (int lane = 0; lane < lanes; lane++) {
      set(lane, packed, at + lane * stride);
    }
  }

  /** Factorises all lanes. */
  void factor();

  /** The p-th pivot of a lane. */
  double pivot(int lane, int p);

  /** Inverts all lanes, after {@link #factor}. */
  void invert();

  /** The inverse in a lane, packed to {@code out} from {@code at}. */
  void inverse(int lane, double[] out, int at);

  /** The inverses in the first lanes, {@code stride} apart. */
  default void inverseAll(double[] out, int at, int stride, int lanes) {
    for (int lane = 0; lane < lanes; lane++) {
      inverse(lane, out, at + lane * stride);
    }
  }

  /** log det of the d×d matrix in a lane, after {@link #factor}. */
  default double logDeterminant(int lane, int d) {
    double sum = 0;
    double product = 1;
    for (int p = 0; p < d; p++) {
      double pivot = pivot(lane, p);
      double next = product * pivot;
      // One logarithm for many pivots, while their product is far from overflow and underflow.
      if (next > 1e-150 && next < 1e150) {
        product = next;
      } else {
        sum += Math.log(product) + Math.log(pivot);
        product = 1;
      }
    }
    return sum + Math.log(product);
  }
}

package org.slrm.internal.linalg;

/**
 * The inner loops that most of the time goes into. {@link PlainKernels} is the reference; another
 * implementation agrees with it but for rounding. Which one is used is settled once, at start.
 */
public interface Kernels {
  /** What the log calls it. */
  String name();

  /**
   * Sums of chosen rows of a table, for many choices at once: acc[t · stride + k] += Σ table[i ·
   * width + k] over the rows i of list t, k below {@code columns}.
   *
   * @param table rows of {@code width} numbers
   * @param index the lists, one after the other
   * @param starts where each list starts, and the end of the last
   * @param lists how many lists
   * @param acc sums, {@code stride} apart
   */
  void sumRows(
      double[] table,
      int width,
      int columns,
      int[] index,
      int[] starts,
      int lists,
      double[] acc,
      int stride);

  /** acc[k] += Σ_e weights[e] · table[index[e] · width + k] over the first {@code count}. */
  void sumWeightedRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] acc);

  /** Workspace that factorises d×d matrices, as many at once as suits the machine. */
  SpdBatch spdBatch(int d);

  /** The implementation in use. */
  static Kernels active() {
    return KernelChoice.ACTIVE;
  }
}

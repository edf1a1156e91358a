package org.slrm.internal.linalg;

/**
 * The inner loops that most of the time goes into. {@link PlainKernels} is the reference; another
 * implementation agrees with it but for rounding. Which one is used is settled once, at start.
 */
public interface Kernels {
  /** Numbers to spare behind tables that are read in whole vectors. */
  int SPARE = 8;

  /** Below this length plain loops win. */
  int SHORT = 12;

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

  /**
   * acc[t · stride ..] += Σ v vᵀ, packed, over the rows v of list t; {@code rows} holds rows of d
   * numbers and {@link #SPARE} more behind the last.
   */
  void sumOuters(
      double[] rows, int d, int[] index, int[] starts, int lists, double[] acc, int stride);

  /**
   * acc[k] += Σ_e weights[e] · table[index[e] · width + k] over the first {@code count}. There are
   * {@link #SPARE} numbers behind the table and behind the sums; the latter may be overwritten.
   */
  void sumWeightedRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] acc);

  /**
   * table[index[e] · width + k] += weights[e] · v[k] for the first {@code count}. There are {@link
   * #SPARE} numbers behind the table, and as many zeros behind v.
   */
  void addToRows(double[] table, int width, int[] index, double[] weights, int count, double[] v);

  /** out = A v for the packed A at {@code at}. */
  void multiplyPacked(double[] a, int at, double[] v, double[] out, int d);

  /** a[at..] += s · v vᵀ, packed, v being the d numbers of {@code v} from {@code from}. */
  void addOuter(double[] a, int at, double s, double[] v, int from, int d);

  /**
   * out = A B for A of rows × k, its rows {@code strideA} apart; B and out have rows of {@code
   * columns} numbers, a multiple of four.
   */
  void multiply(double[] a, int strideA, double[] b, double[] out, int rows, int k, int columns);

  /**
   * A step of a Cholesky factor A = UᵀU by rows: as many rows r from p on lose Σ_{k<p} U_kr U_k.
   * Rows are {@code stride} apart; p and the stride are multiples of four, there are at most four
   * rows.
   */
  void subtractPanel(double[] u, int stride, int p, int rows);

  /** Workspace that factorises d×d matrices, as many at once as suits the machine. */
  SpdBatch spdBatch(int d);

  /** The implementation in use. */
  static Kernels active() {
    return KernelChoice.ACTIVE;
  }
}

package org.slrm.internal.linalg;

/**
 * The inner loops that take most of the time. {@link PlainKernels} is the reference. Another
 * implementation gives the same bits, because it rounds the same products and sums in the same
 * order. The choice is made once, at start, and only affects speed.
 */
public interface Kernels {
  /** Padding behind tables that are read in whole vectors. */
  int SPARE = 8;

  /** Below this length plain loops are faster. */
  int SHORT = 12;

  /** Its name in the log. */
  String name();

  /**
   * Row stride of tables with rows of {@code width} numbers that are read and written by row: whole
   * vectors, so that writes to a row do not delay reads of the next.
   */
  static int stride(int width) {
    return (width + 3) / 4 * 4;
  }

  /**
   * How many of the first {@code count} rows, increasing, of {@code width} numbers can be read in
   * whole vectors from a table of this length without padding.
   */
  static int whole(int[] index, int count, int width, int length) {
    int whole = count;
    while (whole > 0 && index[whole - 1] * width + stride(width) > length) {
      whole--;
    }
    return whole;
  }

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
   * out[at..] = Σ v vᵀ, packed, over the rows v of d numbers that index[from..to) names, rising.
   * There are {@link #SPARE} numbers behind the result that may be overwritten.
   */
  void sumOuters(double[] rows, int d, int[] index, int from, int to, double[] out, int at);

  /**
   * acc[k] += Σ_e weights[e] · table[index[e] · width + k] over the first {@code count}. There are
   * {@link #SPARE} numbers behind the table and behind the sums; the latter may be overwritten.
   */
  void sumWeightedRows(
      double[] table, int width, int[] index, double[] weights, int count, double[] acc);

  /**
   * table[index[e] · width + k] += weights[e] · v[k] for the first {@code count}. There are {@link
   * #SPARE} numbers behind the table, and that many zeros behind v.
   */
  void addToRows(double[] table, int width, int[] index, double[] weights, int count, double[] v);

  /** How many updates {@link #addOutersQuad} makes at once. */
  int UPDATES = 4;

  /**
   * v = (A + Σ_p s_p u_p u_pᵀ) α for each of four packed matrices side by side, entry k of matrix l
   * at {@code at} + 4k + l. In the same layout, s starts at {@code fromS}, u at {@code from}, one p
   * after the other, and v is followed by αᵀv. For fewer than {@link #UPDATES} updates this is
   * cheaper than updating A.
   */
  void multiplyQuad(
      double[] a,
      int at,
      double[] s,
      int fromS,
      double[] u,
      int from,
      int count,
      double[] alpha,
      double[] v,
      int d);

  /** A += Σ_p s_p u_p u_pᵀ for such matrices over {@link #UPDATES} u. */
  void addOutersQuad(double[] a, int at, double[] s, int fromS, double[] u, int from, int d);

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
   * A step of a Cholesky factor A − RᵀR = UᵀU by rows: computes four rows of U from row p on, those
   * before being done. Row 0 of U, which A is turned into, is at {@code at}, the {@code above} rows
   * of R lie before it, all {@code stride} apart; p and the stride are multiples of four. Of A the
   * upper half is read, and all of the 4×4 blocks on the diagonal. 1/U_rr goes to {@code inverse},
   * which has {@link #SPARE} numbers behind it. False when a pivot is not positive.
   */
  boolean factorPanel(double[] u, int at, int stride, int above, int p, double[] inverse);

  /** b ← U⁻¹U⁻ᵀ b for such a factor; b has as many numbers as a row of U. */
  void solvePanels(double[] u, int at, int stride, double[] inverse, double[] b);

  /**
   * out[e] = table[index[e]]ᵀ v for the first {@code count}, rows of {@code width} numbers. There
   * are {@link #SPARE} numbers behind the table, and that many zeros behind v.
   */
  void multiplyRows(double[] table, int width, int[] index, int count, double[] v, double[] out);

  /** A workspace that factorises d×d matrices, several at once. */
  SpdBatch spdBatch(int d);

  /** The implementation in use. */
  static Kernels active() {
    return KernelChoice.ACTIVE;
  }
}

package org.slrm.internal.linalg;

import static org.slrm.internal.linalg.Fused.fma;

import java.util.Arrays;

/**
 * A batch of one: A = LLᵀ, W = L⁻¹ and A⁻¹ = WᵀW, with sums in the same increasing order as the
 * batch of four. L is stored by columns, so that all loops are contiguous.
 */
final class SingleBatch implements SpdBatch {
  private final int d;
  private final double[] l;
  private final double[] w;
  private final double[] inverse;

  SingleBatch(int d) {
    this.d = d;
    l = new double[d * d];
    w = new double[d * d];
    inverse = new double[d];
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public void set(int lane, double[] packed, int at) {
    for (int i = 0, k = at; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        l[j * d + i] = packed[k];
      }
    }
  }

  /** L_ij = (A_ij − Σ_{k<j} L_ik L_jk) / L_jj, column after column. */
  @Override
  public void factor() {
    for (int j = 0; j < d; j++) {
      int to = j * d;
      int k = 0;
      for (; k + 4 <= j; k += 4) {
        int o = k * d;
        int p = o + d;
        add4(l, to, -l[o + j], o, -l[p + j], p, -l[p + d + j], -l[p + 2 * d + j], j, d);
      }
      for (; k < j; k++) {
        add(l, to, -l[k * d + j], k * d, j, d);
      }
      l[to + j] = Math.sqrt(l[to + j]);
      inverse[j] = 1 / l[to + j];
      for (int i = j + 1; i < d; i++) {
        l[to + i] *= inverse[j];
      }
    }
  }

  @Override
  public double pivot(int lane, int p) {
    return l[p * d + p] * l[p * d + p];
  }

  /** W_ij = −Σ_{j≤k<i} L_ik W_kj / L_ii, row after row. */
  @Override
  public void invert() {
    Arrays.fill(w, 0);
    for (int i = 0; i < d; i++) {
      int to = i * d;
      int k = 0;
      for (; k + 4 <= i; k += 4) {
        int o = k * d;
        int p = o + d;
        add4(w, to, l[o + i], o, l[p + i], p, l[p + d + i], l[p + 2 * d + i], 0, k + 4);
      }
      for (; k < i; k++) {
        add(w, to, l[k * d + i], k * d, 0, k + 1);
      }
      for (int j = 0; j < i; j++) {
        w[to + j] *= -inverse[i];
      }
      w[to + i] = inverse[i];
    }
  }

  /** A⁻¹_ij = Σ_{k≥i} W_ki W_kj; beyond its diagonal a row of W holds zeros. */
  @Override
  public void inverse(int lane, double[] out, int at) {
    Arrays.fill(out, at, at + Packed.length(d), 0);
    int k = 0;
    for (; k + 4 <= d; k += 4) {
      int o = k * d;
      Packed.addOuters(out, at, w, o, o + d, o + 2 * d, o + 3 * d, k + 4);
    }
    for (; k < d; k++) {
      Packed.plainAddOuter(out, at, 1, w, k * d, k + 1);
    }
  }

  /** a[to + j] += f · a[x + j] for j in [from, end). */
  private static void add(double[] a, int to, double f, int x, int from, int end) {
    for (int j = from; j < end; j++) {
      a[to + j] = fma(f, a[x + j], a[to + j]);
    }
  }

  /** Four of them in turn, for rows as far apart as y is from x. */
  private static void add4(
      double[] a, int to, double f, int x, double g, int y, double h, double e, int from, int end) {
    int z = 2 * y - x;
    int v = 2 * z - y;
    for (int j = from; j < end; j++) {
      double sum = fma(g, a[y + j], fma(f, a[x + j], a[to + j]));
      a[to + j] = fma(e, a[v + j], fma(h, a[z + j], sum));
    }
  }
}

package org.slrm.internal.factor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;

/**
 * Posterior of the factor scores given the entries of one pattern after another (L-1):
 *
 * <pre>S⁻¹ = I + Σ_{j∈Ω} V_jV_jᵀ ω_j/ψ_j,   a = S Σ_{j∈Ω} V_j (x_j − μ_j) ω_j/ψ_j</pre>
 *
 * One per thread; the tables are shared.
 */
public final class Posterior {
  /** The complement trick needs pivots of at least this fraction of the full sum's diagonal. */
  static final double TRUST = 1e-7;

  /** Most numbers in stored outer products; more exceed the model by a factor of the rank. */
  private static final long MAX_OUTER_PRODUCTS = 1 << 23;

  private final Tables tables;
  private final int d;
  private final double[] packed;
  private final SpdFactor factor;
  private final int[] missing;
  private boolean direct;

  /** A workspace over the tables. */
  public Posterior(Tables tables) {
    this.tables = tables;
    d = tables.d;
    packed = new double[Packed.length(d) + Kernels.SPARE];
    factor = new SpdFactor(d, tables.columns / 2 + 1);
    missing = new int[tables.columns];
  }

  /** Sums that do not depend on the pattern: per column V_jV_jᵀ ω_j/ψ_j packed, and their total. */
  public static final class Tables {
    final int d;
    final int columns;
    private final double @Nullable [] minusOuter;
    final double[] full;
    final double[] fullPlusIdentity;
    final double[] scaled;
    final int stride;
    private final double[] roots;
    private final double[] fullUpper;
    final double[] precision;

    /** Tables for features alone, all with weight 1. */
    public static Tables ofFeatures(Factors x) {
      double[] omega = new double[x.columns()];
      Arrays.fill(omega, 1);
      boolean small = (long) x.columns() * Packed.length(x.d()) <= MAX_OUTER_PRODUCTS;
      return small ? new Tables(x, omega) : lean(x, omega);
    }

    /** Tables for all columns of the factors with weights ω. */
    public Tables(Factors f, double[] omega) {
      this(f, omega, new double[f.columns() * Packed.length(f.d())]);
    }

    /** Tables without the columns' outer products, which are then computed each time. */
    public static Tables lean(Factors f, double[] omega) {
      return new Tables(f, omega, null);
    }

    private Tables(Factors f, double[] omega, double @Nullable [] minusOuter) {
      d = f.d();
      columns = f.columns();
      this.minusOuter = minusOuter;
      int q = Packed.length(d);
      double[] V = f.V();
      stride = Kernels.stride(d);
      scaled = new double[columns * stride + Kernels.SPARE];
      roots = new double[columns * d];
      precision = new double[columns];
      full = new double[q];
      double[] one = new double[q];
      for (int j = 0; j < columns; j++) {
        precision[j] = omega[j] / f.psi()[j];
        double root = Math.sqrt(precision[j]);
        for (int k = 0; k < d; k++) {
          scaled[j * stride + k] = precision[j] * V[j * d + k];
          roots[j * d + k] = root * V[j * d + k];
        }
        Arrays.fill(one, 0);
        Packed.addOuter(one, 0, precision[j], V, j * d, d);
        Vectors.add(full, 0, 1, one, 0, q);
        if (minusOuter != null) {
          Vectors.add(minusOuter, j * q, -1, one, 0, q);
        }
      }
      fullPlusIdentity = full.clone();
      for (int k = 0; k < d; k++) {
        fullPlusIdentity[Packed.at(k, k)] += 1;
      }
      fullUpper = new SpdFactor(d).unpacked(fullPlusIdentity);
    }

    /** Subtracts the outer products of the columns of each list; see {@link Kernels#sumRows}. */
    void subtract(int[] index, int[] starts, int lists, double[] acc, int stride) {
      int q = full.length;
      if (minusOuter != null) {
        Kernels.active().sumRows(minusOuter, q, q, index, starts, lists, acc, stride);
        return;
      }
      double[] sum = new double[q + Kernels.SPARE];
      for (int t = 0; t < lists; t++) {
        Kernels.active().sumOuters(roots, d, index, starts[t], starts[t + 1], sum, 0);
        Vectors.add(acc, t * stride, -1, sum, 0, q);
      }
    }
  }

  /** Factorises S⁻¹ for the first m of the increasing columns {@code observed}. */
  public void pattern(int[] observed, int m) {
    direct = 2 * m < tables.columns;
    if (!direct) {
      // S⁻¹ = I + full − Σ_{j∉Ω}: less work for mostly observed rows.
      int count = complement(observed, m);
      direct = !factor.factor(tables.fullUpper, tables.roots, missing, count) || !trusted();
    }
    if (direct) {
      Kernels.active().sumOuters(tables.roots, d, observed, 0, m, packed, 0);
      for (int k = 0; k < d; k++) {
        packed[Packed.at(k, k)] += 1;
      }
      factor.factorRidged(packed, 0);
    }
  }

  private int complement(int[] observed, int m) {
    int count = 0;
    for (int j = 0, e = 0; j < tables.columns; j++) {
      if (e < m && observed[e] == j) {
        e++;
      } else {
        missing[count++] = j;
      }
    }
    return count;
  }

  static void negate(double[] a, int at, int count) {
    for (int k = at; k < at + count; k++) {
      a[k] = -a[k];
    }
  }

  private boolean trusted() {
    for (int k = 0; k < d; k++) {
      if (factor.pivot(k) < TRUST * tables.full[Packed.at(k, k)]) {
        return false;
      }
    }
    return true;
  }

  /** log det S⁻¹. */
  public double logDeterminant() {
    return factor.logDeterminant();
  }

  /** S packed to {@code out} from {@code at}. */
  public void covariance(double[] out, int at) {
    factor.inverse(out, at);
  }

  /** b ← S b. */
  public void solve(double[] b) {
    factor.solve(b);
  }

  /** h += V_j ω_j/ψ_j · r, column j's part of the right-hand side. */
  public void addTo(double[] h, int j, double r) {
    double[] v = tables.scaled;
    int at = j * tables.stride;
    for (int k = 0; k < d; k++) {
      h[k] += r * v[at + k];
    }
  }

  /** out_k = v_jᵀ b, v_j = V_j ω_j/ψ_j, of column j; {@link Kernels#SPARE} zeros follow b. */
  public void scaledDots(int[] columns, int count, double[] b, double[] out) {
    Kernels.active().multiplyRows(tables.scaled, tables.stride, columns, count, b, out);
  }
}

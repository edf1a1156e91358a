package org.slrm.internal.likelihood;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.Workers;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.RowSums;

/**
 * E step (L-1), (L-2): posterior of every row's code, summed into {@link FactorStatistics}, and the
 * log-likelihood
 *
 * <pre>−½ Σ_i [Σ_{j∈Ω_i} ω_j (log 2πψ_j + r_ij²/ψ_j) + log det S_i⁻¹ − h_iᵀa_i]</pre>
 */
final class ExpectationStep {
  private final Factors f;
  private final double[] omega;
  private final Posterior.Tables tables;

  ExpectationStep(Factors f, double[] omega) {
    this.f = f;
    this.omega = omega;
    tables = new Posterior.Tables(f, omega);
  }

  /** Statistics of all rows. */
  FactorStatistics run(RowPlan plan, Workers workers) {
    FactorStatistics[] parts = new FactorStatistics[plan.parts];
    workers.run(plan.parts, (worker, part) -> parts[part] = part(plan, part));
    FactorStatistics sum = parts[0];
    for (int part = 1; part < parts.length; part++) {
      sum.merge(parts[part]);
    }
    for (int j = 0; j < sum.columns; j++) {
      for (int k = 0; plan.complement[j] && k < sum.width; k++) {
        sum.gram[j * sum.width + k] = sum.total[k] - sum.gram[j * sum.width + k];
      }
    }
    return sum;
  }

  private FactorStatistics part(RowPlan plan, int part) {
    FactorStatistics s = new FactorStatistics(f.columns(), f.d());
    Work work = new Work(s.width);
    for (int b = plan.firstBlock(part); b < plan.firstBlock(part + 1); b++) {
      int first = b * RowPlan.BLOCK;
      int count = Math.min(RowPlan.BLOCK, plan.patterns.groups() - first);
      for (int g = 0; g < count; g++) {
        group(plan, first + g, g * s.width, s, work);
      }
      for (int g = 0; g < count; g++) {
        for (int k = 0; k < s.width; k++) {
          s.total[k] += work.table[g * s.width + k];
        }
      }
      int[] starts = plan.listStart[b];
      for (int j = 0; j < s.columns; j++) {
        RowSums.add(
            work.table, s.width, plan.list[b], starts[j], starts[j + 1], s.gram, j * s.width);
      }
    }
    return s;
  }

  /** Posterior of the rows of one pattern; Σ E[ββᵀ] over them goes to the table. */
  private void group(RowPlan plan, int g, int at, FactorStatistics s, Work w) {
    IncompleteMatrix z = plan.z;
    int d = s.d;
    int first = plan.patterns.row(plan.patterns.start(g));
    int m = z.observed(first);
    double logNoise = 0;
    for (int e = 0; e < m; e++) {
      int j = z.column(z.rowStart(first) + e);
      w.observed[e] = j;
      logNoise += omega[j] * Math.log(2 * Math.PI * f.psi()[j]);
    }
    w.posterior.pattern(w.observed, m);
    double logDet = w.posterior.logDeterminant();
    w.posterior.covariance(w.S, 0);
    Arrays.fill(w.table, at, at + s.width, 0);
    double weightSum = 0;
    for (int r = plan.patterns.start(g); r < plan.patterns.start(g + 1); r++) {
      int i = plan.patterns.row(r);
      double v = plan.weight(i);
      weightSum += v;
      double fit = code(z, i, m, w);
      s.objective -= v * 0.5 * (logNoise + logDet + fit);
      s.misfit += v * fit;
      // E[ββᵀ] = [[S + aaᵀ, a], [aᵀ, 1]]; the last row of the packed form is (a, 1)
      Packed.addOuter(w.table, at, v, w.a, 0, d);
      int last = at + Packed.length(d);
      for (int k = 0; k < d; k++) {
        w.table[last + k] += v * w.a[k];
      }
      addCross(z, i, m, v, s, w.a);
    }
    for (int k = 0; k < w.S.length; k++) {
      w.table[at + k] += weightSum * w.S[k];
    }
    w.table[at + s.width - 1] = weightSum;
  }

  /** a = S h; returns Σ ω r²/ψ − hᵀa. */
  private double code(IncompleteMatrix z, int i, int m, Work w) {
    Arrays.fill(w.h, 0);
    double residual = 0;
    for (int e = 0, k = z.rowStart(i); e < m; e++, k++) {
      int j = w.observed[e];
      double r = z.value(k) - f.mu()[j];
      residual += omega[j] / f.psi()[j] * r * r;
      w.posterior.addTo(w.h, j, r);
    }
    Packed.multiply(w.S, 0, w.h, w.a, f.d());
    double explained = 0;
    for (int k = 0; k < w.a.length; k++) {
      explained += w.h[k] * w.a[k];
    }
    return residual - explained;
  }

  private static void addCross(
      IncompleteMatrix z, int i, int m, double v, FactorStatistics s, double[] a) {
    int d = s.d;
    for (int k = z.rowStart(i); k < z.rowStart(i) + m; k++) {
      int j = z.column(k);
      double x = v * z.value(k);
      s.x[j] += x;
      s.xx[j] += x * z.value(k);
      for (int l = 0; l < d; l++) {
        s.xa[j * d + l] += x * a[l];
      }
    }
  }

  /** Workspace of one part. */
  private final class Work {
    final Posterior posterior = new Posterior(tables);
    final double[] table;
    final double[] S = new double[Packed.length(f.d())];
    final double[] h = new double[f.d()];
    final double[] a = new double[f.d()];
    final int[] observed = new int[f.columns()];

    Work(int width) {
      table = new double[RowPlan.BLOCK * width];
    }
  }
}

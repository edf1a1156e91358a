package org.slrm.internal.factor;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.Workers;

/**
 * E step (L-1), (L-2): posterior of every row's factor scores, summed into {@link
 * FactorStatistics}, and the log-likelihood
 *
 * <pre>−½ Σ_i [Σ_{j∈Ω_i} ω_j (log 2πψ_j + r_ij²/ψ_j) + log det S_i⁻¹ − h_iᵀa_i]</pre>
 *
 * Labels without Gaussian noise are added afterwards, row by row: {@link LabelStep}.
 */
public final class ExpectationStep {
  private final Factors f;
  private final double[] logNoises;
  private final Posterior.Tables tables;
  private final @Nullable Supplier<LabelStep> labels;

  /** A step under the parameters f with column weights ω. */
  public ExpectationStep(Factors f, double[] omega) {
    this(f, omega, () -> new LabelStep(f, omega), false);
  }

  /**
   * A step that does not process labels without Gaussian noise.
   *
   * @param lean whether to keep nothing of the size of the statistics
   */
  ExpectationStep(Factors f, double[] omega, Supplier<LabelStep> labels, boolean lean) {
    this.f = f;
    this.labels = f.bounded() ? labels : null;
    double[] plain = f.bounded() ? LabelStep.plain(f, omega) : omega;
    tables = lean ? Posterior.Tables.lean(f, plain) : new Posterior.Tables(f, plain);
    logNoises = new double[omega.length];
    for (int j = 0; j < omega.length; j++) {
      logNoises[j] = plain[j] * Math.log(2 * Math.PI * f.psi()[j]);
    }
  }

  /** A step that keeps nothing of the size of the statistics, for very many columns. */
  public static ExpectationStep lean(Factors f, double[] omega) {
    return new ExpectationStep(f, omega, () -> new LabelStep(f, omega), true);
  }

  public FactorStatistics run(RowPlan plan, Workers workers) {
    FactorStatistics[] parts = new FactorStatistics[plan.parts];
    LabelStep[] labelSteps = new LabelStep[plan.parts];
    workers.run(
        plan.parts,
        (worker, part) -> {
          labelSteps[part] = labels == null ? null : labels.get();
          parts[part] = part(plan, part, labelSteps[part]);
        });
    FactorStatistics sum = parts[0];
    for (int part = 1; part < parts.length; part++) {
      sum.merge(parts[part]);
    }
    complement(plan, sum, 0, sum.total);
    if (labelSteps[0] != null) {
      for (int part = 1; part < parts.length; part++) {
        labelSteps[0].merge(labelSteps[part]);
      }
      labelSteps[0].writeTo(sum, 0);
    }
    return sum;
  }

  /** gram = total − listed sums, for columns whose missing groups were listed. */
  private static void complement(RowPlan plan, FactorStatistics s, int first, double[] total) {
    for (int j = 0; j < s.columns; j++) {
      for (int k = 0; plan.complement[first + j] && k < s.width; k++) {
        s.gram[j * s.width + k] = total[k] - s.gram[j * s.width + k];
      }
    }
  }

  private FactorStatistics part(RowPlan plan, int part, @Nullable LabelStep labelSteps) {
    FactorStatistics s = new FactorStatistics(f.columns(), f.d());
    Work work = new Work(s.width, s.columns);
    work.labels = labelSteps;
    for (int b = plan.firstBlock(part); b < plan.firstBlock(part + 1); b++) {
      block(plan, b, s, work, work.table);
      listed(plan, b, work.table, 0, s);
    }
    for (int j = 0; j < s.columns; j++) {
      System.arraycopy(work.cross, j * tables.stride, s.xa, j * s.d, s.d);
    }
    return s;
  }

  /** Writes Σ E[ββᵀ] of each group of a block to the table, and adds their total. */
  private void block(RowPlan plan, int b, FactorStatistics s, Work work, double[] table) {
    int first = b * RowPlan.BLOCK;
    int count = Math.min(RowPlan.BLOCK, plan.patterns.groups() - first);
    work.posterior.compute(plan, first, count, table, s.width);
    for (int g = 0; g < count; g++) {
      group(plan, first + g, work.posterior.logDeterminant(g), g * s.width, s, work, table);
    }
    work.ends[1] = count;
    Kernels.active().sumRows(table, s.width, s.width, work.groups, work.ends, 1, s.total, s.width);
  }

  /** Sums the listed groups of a block for the columns from {@code first} on. */
  private static void listed(RowPlan plan, int b, double[] table, int first, FactorStatistics s) {
    int[] starts = plan.listStart[b];
    int[] from = first == 0 ? starts : Arrays.copyOfRange(starts, first, first + s.columns + 1);
    Kernels.active()
        .sumRows(table, s.width, s.width, plan.list[b], from, s.columns, s.gram, s.width);
  }

  /**
   * The results of the rows, stored so that {@link RowResults#columns} can sum them for as many
   * columns at a time as memory allows.
   */
  public RowResults results(RowPlan plan) {
    FactorStatistics total = new FactorStatistics(0, f.d());
    Work work = new Work(total.width, 0);
    work.scores = new double[plan.z.rows() * f.d()];
    work.labels = labels == null ? null : labels.get();
    double[][] tables = new double[plan.blocks][];
    for (int b = 0; b < plan.blocks; b++) {
      int groups = Math.min(RowPlan.BLOCK, plan.patterns.groups() - b * RowPlan.BLOCK);
      tables[b] = new double[groups * total.width];
      block(plan, b, total, work, tables[b]);
    }
    return new RowResults(plan, tables, work.scores, total, work.labels);
  }

  /**
   * The results of the rows of a plan in one E step.
   *
   * @param total statistics without columns: the sums over all rows and the objective
   */
  public record RowResults(
      RowPlan plan,
      double[][] tables,
      double[] scores,
      FactorStatistics total,
      @Nullable LabelStep labels) {
    /** Statistics of the columns from {@code first} to {@code end}, the latter not included. */
    public FactorStatistics columns(int first, int end) {
      FactorStatistics s = new FactorStatistics(end - first, total.d);
      for (int b = 0; b < tables.length; b++) {
        listed(plan, b, tables[b], first, s);
      }
      complement(plan, s, first, total.total);
      for (int i = 0; i < plan.z.rows(); i++) {
        addCross(plan.z, i, first, plan.weight(i), s, scores, i * s.d);
      }
      if (labels != null) {
        labels.writeTo(s, first);
      }
      return s;
    }
  }

  /** The log-likelihood of each row, without its weight. */
  public double[] logLikelihoods(RowPlan plan, Workers workers) {
    double[] out = new double[plan.rows()];
    int width = Packed.length(f.d() + 1);
    workers.run(
        plan.parts,
        (worker, part) -> {
          Work work = new Work(width, 0);
          work.labels = labels == null ? null : labels.get();
          for (int b = plan.firstBlock(part); b < plan.firstBlock(part + 1); b++) {
            int first = b * RowPlan.BLOCK;
            int count = Math.min(RowPlan.BLOCK, plan.patterns.groups() - first);
            work.posterior.compute(plan, first, count, work.table, width);
            for (int g = 0; g < count; g++) {
              logLikelihoods(
                  plan, first + g, work.posterior.logDeterminant(g), g * width, work, out);
            }
          }
        });
    return out;
  }

  private void logLikelihoods(RowPlan plan, int g, double logDet, int at, Work w, double[] out) {
    int m = plan.z.observed(plan.patterns.row(plan.patterns.start(g)));
    double logNoise = observed(plan, g, w);
    for (int r = plan.patterns.start(g); r < plan.patterns.start(g + 1); r++) {
      int i = plan.patterns.row(r);
      out[i] = -0.5 * (logNoise + logDet + code(plan.z, i, m, w.table, at, w));
      out[i] += labelled(plan.z, i, w, w.table, at);
    }
  }

  /** Lists the observed columns of a pattern and returns the sum of their log noises. */
  private double observed(RowPlan plan, int g, Work w) {
    IncompleteMatrix z = plan.z;
    int first = plan.patterns.row(plan.patterns.start(g));
    double logNoise = 0;
    for (int e = 0; e < z.observed(first); e++) {
      w.observed[e] = z.column(z.rowStart(first) + e);
      logNoise += logNoises[w.observed[e]];
    }
    return logNoise;
  }

  /** Factor scores of the rows of a pattern; replaces its S in the table by their Σ E[ββᵀ]. */
  private void group(
      RowPlan plan, int g, double logDet, int at, FactorStatistics s, Work w, double[] table) {
    IncompleteMatrix z = plan.z;
    int d = s.d;
    int m = z.observed(plan.patterns.row(plan.patterns.start(g)));
    double logNoise = observed(plan, g, w);
    boolean single = plan.patterns.start(g + 1) - plan.patterns.start(g) == 1;
    if (!single) {
      Arrays.fill(w.outer, 0);
    }
    double weightSum = 0;
    for (int r = plan.patterns.start(g); r < plan.patterns.start(g + 1); r++) {
      int i = plan.patterns.row(r);
      double v = plan.weight(i);
      weightSum += v;
      double fit = code(z, i, m, table, at, w);
      s.objective -= v * 0.5 * (logNoise + logDet + fit);
      s.misfit += v * fit;
      s.objective += v * labelled(z, i, w, table, at);
      // β = (a, 1)
      System.arraycopy(w.a, 0, w.beta, 0, d);
      addLabels(v, single, table, at, w);
      if (!single) {
        Packed.addOuter(w.outer, 0, v, w.beta, 0, d + 1);
      }
      if (w.scores == null) {
        addCross(z, i, m, v, s, w);
      } else {
        System.arraycopy(w.a, 0, w.scores, i * d, d);
      }
    }
    expectations(weightSum, single, at, d, w, table);
  }

  /** Conditions the scores on labels without Gaussian noise; returns their part of the bound. */
  private static double labelled(IncompleteMatrix z, int i, Work w, double[] table, int at) {
    LabelStep labelSteps = w.labels;
    if (labelSteps == null) {
      return 0;
    }
    labelSteps.row();
    int from = w.firstLabel;
    for (int k = z.rowStart(i + 1) - 1; k >= z.rowStart(i) && z.column(k) >= from; k--) {
      labelSteps.take(z.column(k), z.value(k));
    }
    return labelSteps.condition(i, table, at, w.a);
  }

  /** Adds the labels' sums and their reduction of the row's covariance. */
  private static void addLabels(double v, boolean single, double[] table, int at, Work w) {
    LabelStep labelSteps = w.labels;
    if (labelSteps == null) {
      return;
    }
    labelSteps.add(v, table, at, w.beta);
    if (single) {
      labelSteps.subtract(table, at, 1);
    } else {
      labelSteps.subtract(w.outer, 0, v);
    }
  }

  /** E[ββᵀ] = [[S + aaᵀ, a], [aᵀ, 1]], summed over the rows of a pattern, in place of S. */
  private static void expectations(
      double weightSum, boolean single, int at, int d, Work w, double[] table) {
    int q = Packed.length(d);
    for (int k = at; weightSum != 1 && k < at + q; k++) {
      table[k] *= weightSum;
    }
    if (single) {
      Packed.addOuter(table, at, weightSum, w.beta, 0, d);
      for (int k = 0; k <= d; k++) {
        table[at + q + k] = weightSum * w.beta[k];
      }
    } else {
      Vectors.add(table, at, 1, w.outer, 0, q);
      System.arraycopy(w.outer, q, table, at + q, d + 1);
    }
  }

  /** a = S h, with S at {@code at} of the table; returns Σ ω r²/ψ − hᵀa. */
  private double code(IncompleteMatrix z, int i, int m, double[] table, int at, Work w) {
    Arrays.fill(w.h, 0);
    double residual = 0;
    for (int e = 0, k = z.rowStart(i); e < m; e++, k++) {
      int j = w.observed[e];
      double r = z.value(k) - f.mu()[j];
      residual += tables.precision[j] * r * r;
      w.residuals[e] = r;
    }
    // h = Σ V_j (x_j − μ_j) ω_j/ψ_j
    Kernels.active().sumWeightedRows(tables.scaled, tables.stride, w.observed, w.residuals, m, w.h);
    Packed.multiply(table, at, w.h, w.a, f.d());
    return residual - Vectors.dot(w.h, 0, w.a, 0, f.d());
  }

  /** Adds x, x² and, in the workspace, x a of row i. */
  private static void addCross(
      IncompleteMatrix z, int i, int m, double v, FactorStatistics s, Work w) {
    for (int e = 0, k = z.rowStart(i); e < m; e++, k++) {
      int j = w.observed[e];
      double x = v * z.value(k);
      s.x[j] += x;
      s.xx[j] += x * z.value(k);
      w.weighted[e] = x;
    }
    Kernels.active().addToRows(w.cross, w.stride, w.observed, w.weighted, m, w.a);
  }

  /** Adds x, x² and x a of row i for the columns from {@code first} on; a is in {@code scores}. */
  private static void addCross(
      IncompleteMatrix z, int i, int first, double v, FactorStatistics s, double[] scores, int at) {
    int d = s.d;
    int end = z.rowStart(i + 1);
    for (int k = z.entryFrom(i, first); k < end && z.column(k) < first + s.columns; k++) {
      int j = z.column(k) - first;
      double x = v * z.value(k);
      s.x[j] += x;
      s.xx[j] += x * z.value(k);
      Vectors.add(s.xa, j * d, x, scores, at, d);
    }
  }

  /** Workspace of one part. */
  private final class Work {
    final BlockPosterior posterior = new BlockPosterior(tables);
    final double[] table;
    final double[] outer;
    final double[] residuals = new double[f.columns()];
    final double[] h = new double[f.d() + Kernels.SPARE];
    final double[] a = new double[f.d() + Kernels.SPARE];
    final double[] beta = new double[f.d() + 1];
    final double[] weighted = new double[f.columns()];
    final double[] cross;
    final int[] observed = new int[f.columns()];
    final int stride = tables.stride;
    final int[] groups = IntStream.range(0, RowPlan.BLOCK).toArray();
    final int[] ends = new int[2];
    final int firstLabel = f.columns() - f.labels().size();
    double @Nullable [] scores;
    @Nullable LabelStep labels;

    Work(int width, int columns) {
      cross = new double[columns * stride + Kernels.SPARE];
      table = new double[RowPlan.BLOCK * width];
      outer = new double[width];
      beta[f.d()] = 1;
    }
  }
}

package org.slrm.paper.internal.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;

/**
 * The subspace of all rows at once, without labels: min Σ‖x_Ω − U_Ωα‖² over codes for a fixed
 * basis, then over the basis for fixed codes, then the polar factor.
 */
final class AlternatingLeastSquares {
  /** Ridge on the change of a basis row, relative to the trace. */
  private static final double RIDGE = 1e-10;

  private static final int BLOCK = 64;

  /**
   * A fitted basis.
   *
   * @param basis U
   * @param history mean squared residual of the observed entries before each pass
   * @param stop why it stopped
   * @param ridged number of codes of the last pass with too few entries
   */
  record Result(double[] basis, List<Double> history, String stop, long ridged) {}

  private final IncompleteMatrix x;
  private final IncompleteMatrix byFeature;
  private final double entries;
  private final FitContext context;
  private final int n;
  private final int D;
  private final int d;
  private final double[] U;
  private final double[] A;
  private final double[] residual;
  private final double[] fullGram;
  private long ridged;

  private AlternatingLeastSquares(TrainingData data, double[] start, FitContext context) {
    // A code is linear in its row, so row weights become weights of the sums of products.
    x = data.rootWeighted();
    entries = Arrays.stream(data.x().statistics(data.weights()).weight()).sum();
    this.context = context;
    byFeature = x.transposed();
    n = x.rows();
    D = x.columns();
    d = start.length / D;
    U = start.clone();
    A = new double[n * d];
    residual = new double[n];
    fullGram = new double[Packed.length(d)];
  }

  /** Passes until the relative decrease of the residual is below {@code tolerance}. */
  static Result fit(
      TrainingData data, double[] start, int maxPasses, double tolerance, FitContext context) {
    return new AlternatingLeastSquares(data, start, context).run(maxPasses, tolerance);
  }

  private Result run(int maxPasses, double tolerance) {
    List<Double> history = new ArrayList<>();
    PolarStep polarStep = new PolarStep(D, d);
    double total = meanSquare();
    String stop = "most passes made (" + maxPasses + ")";
    double last = Double.POSITIVE_INFINITY;
    for (int pass = 0; pass < maxPasses; pass++) {
      double error = codes();
      history.add(error);
      // A residual below 1e-20 of the data's sum of squares is rounding.
      if (last - error <= tolerance * error || error <= 1e-20 * total) {
        stop = "residual fell by less than a share " + tolerance;
        break;
      }
      last = error;
      basis();
      polarStep.orthonormalize(U);
      double done = (pass + 1.0) / maxPasses;
      if (!context
          .listener()
          .onProgress(new FitListener.Progress("subspace", done, pass + 1, error))) {
        stop = FitRecord.STOPPED;
        break;
      }
    }
    return new Result(U, history, stop, ridged);
  }

  /** Codes of all rows; returns the mean squared residual. */
  private double codes() {
    CodeStep[] steps = new CodeStep[context.workers().threads()];
    context
        .workers()
        .run(
            (n + BLOCK - 1) / BLOCK,
            (worker, block) -> {
              steps[worker] = steps[worker] == null ? new CodeStep(D, d) : steps[worker];
              for (int i = block * BLOCK; i < Math.min(n, (block + 1) * BLOCK); i++) {
                code(steps[worker], i);
              }
            });
    ridged = 0;
    for (CodeStep step : steps) {
      ridged += step == null ? 0 : step.ridged();
    }
    return entries > 0 ? Arrays.stream(residual).sum() / entries : 0;
  }

  private void code(CodeStep step, int i) {
    step.solve(U, x, i);
    System.arraycopy(step.alpha(), 0, A, i * d, d);
    residual[i] = 0;
    for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
      double r = x.value(k) - Vectors.dot(U, x.column(k) * d, A, i * d, d);
      residual[i] += r * r;
    }
    // A row that its code fits exactly has no information on the basis.
    if (x.observed(i) <= d) {
      Arrays.fill(A, i * d, (i + 1) * d, 0);
    }
  }

  private void basis() {
    Dense.gram(A, n, d, fullGram);
    FeatureStep[] steps = new FeatureStep[context.workers().threads()];
    context
        .workers()
        .run(
            D,
            (worker, j) -> {
              steps[worker] = steps[worker] == null ? new FeatureStep() : steps[worker];
              steps[worker].update(j);
            });
  }

  private double meanSquare() {
    double sum = 0;
    for (int k = 0; k < x.known(); k++) {
      sum += x.value(k) * x.value(k);
    }
    return entries > 0 ? sum / entries : 0;
  }

  /** U_j += (Σ ααᵀ)⁻¹ Σ α(x_j − αᵀU_j) over the rows where feature j is observed. */
  private final class FeatureStep {
    private final int[] rows = new int[n];
    private final double[] gram = new double[Packed.length(d) + Kernels.SPARE];
    private final double[] full = new double[d * d];
    private final double[] b = new double[d];

    void update(int j) {
      sums(j);
      double trace = 0;
      for (int c = 0; c < d; c++) {
        trace += gram[Packed.at(c, c)];
      }
      Packed.unpack(gram, 0, full, d);
      for (int c = 0; c < d; c++) {
        full[c * d + c] += RIDGE * trace;
      }
      if (trace > 0 && Cholesky.factor(full, d, 1e-14)) {
        Cholesky.solve(full, d, b);
        Vectors.add(U, j * d, 1, b, 0, d);
      }
    }

    private void sums(int j) {
      Arrays.fill(b, 0);
      int start = byFeature.rowStart(j);
      int m = byFeature.rowStart(j + 1) - start;
      for (int e = 0; e < m; e++) {
        int i = byFeature.column(start + e);
        double r = byFeature.value(start + e) - Vectors.dot(U, j * d, A, i * d, d);
        Vectors.add(b, 0, r, A, i * d, d);
      }
      if (2 * m <= n) {
        Packed.sumOuters(gram, A, observed(start, m), m, d);
        return;
      }
      Packed.sumOuters(gram, A, missing(start, m), n - m, d);
      for (int e = 0; e < fullGram.length; e++) {
        gram[e] = fullGram[e] - gram[e];
      }
    }

    private int[] observed(int start, int m) {
      for (int e = 0; e < m; e++) {
        rows[e] = byFeature.column(start + e);
      }
      return rows;
    }

    private int[] missing(int start, int m) {
      int e = 0;
      int count = 0;
      for (int i = 0; i < n; i++) {
        if (e < m && byFeature.column(start + e) == i) {
          e++;
        } else {
          rows[count++] = i;
        }
      }
      return rows;
    }
  }
}

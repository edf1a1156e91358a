package org.slrm.paper.internal.algorithm;

import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.Workers;

/**
 * Label-free codes x̃ = (U_ΩᵀU_Ω)⁻¹U_Ωᵀx_Ω of many rows, as in prediction, with residuals for noise
 * estimates. Rows refused by the gate have code 0.
 *
 * @param rank d
 * @param codes one after the other
 * @param answered whether a row passes the gate
 * @param residual ‖x_Ω − U_Ωx̃‖² of a row
 */
public record Projections(int rank, double[] codes, boolean[] answered, double[] residual) {
  private static final int BLOCK = 64;

  /** Projects the rows of x. */
  static Projections of(double[] U, int d, double gate, IncompleteMatrix x, Workers workers) {
    int n = x.rows();
    Projections out = new Projections(d, new double[n * d], new boolean[n], new double[n]);
    each(U, d, gate, x, workers, (projector, i) -> projector.project(x, i, out));
    return out;
  }

  /** Visits every row of x with the projector of its thread, in blocks of neighbouring rows. */
  static void each(
      double[] U,
      int d,
      double gate,
      IncompleteMatrix x,
      Workers workers,
      ObjIntConsumer<Projector> visit) {
    Projector[] projectors = new Projector[workers.threads()];
    int n = x.rows();
    workers.run(
        (n + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          if (projectors[worker] == null) {
            projectors[worker] = new Projector(U, d, gate, x.columns());
          }
          for (int i = block * BLOCK; i < Math.min(n, (block + 1) * BLOCK); i++) {
            visit.accept(projectors[worker], i);
          }
        });
  }

  /** The rows that pass the gate. */
  int[] answeredRows() {
    return IntStream.range(0, answered.length).filter(i -> answered[i]).toArray();
  }

  /** wᵀx̃ of row i for the d numbers of w from {@code at}. */
  double fitted(int i, double[] w, int at) {
    double sum = 0;
    for (int c = 0; c < rank; c++) {
      sum += codes[i * rank + c] * w[at + c];
    }
    return sum;
  }

  /** Projects row after row; one per thread. Neighbouring rows may share a pattern. */
  static final class Projector {
    private final double[] U;
    private final int d;
    private final GatedProjection projection;
    private final int[] observed;
    private final double[] b;
    private final double[] code;
    private @Nullable IncompleteMatrix table;
    private int last;

    Projector(double[] U, int d, double gate, int D) {
      this.U = U;
      this.d = d;
      projection = new GatedProjection(D, d, gate);
      observed = new int[D];
      b = new double[d];
      code = new double[d];
    }

    /** Projects row i; false when the gate refuses it. */
    boolean project(IncompleteMatrix x, int i) {
      int m = x.observed(i);
      java.util.Arrays.fill(b, 0);
      for (int e = 0, k = x.rowStart(i); e < m; e++, k++) {
        observed[e] = x.column(k);
        Vectors.add(b, 0, x.value(k), U, observed[e] * d, d);
      }
      if (x != table || !Patterns.same(x, last, i)) {
        projection.pattern(U, observed, m);
      }
      table = x;
      last = i;
      if (!projection.answered()) {
        return false;
      }
      Packed.multiply(projection.inverse(), 0, b, code, d);
      return true;
    }

    /** The code of the last row. */
    double[] code() {
      return code;
    }

    private void project(IncompleteMatrix x, int i, Projections out) {
      if (!project(x, i)) {
        return;
      }
      out.answered[i] = true;
      System.arraycopy(code, 0, out.codes, i * d, d);
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        double r = x.value(k) - Vectors.dot(U, x.column(k) * d, code, 0, d);
        out.residual[i] += r * r;
      }
    }
  }
}

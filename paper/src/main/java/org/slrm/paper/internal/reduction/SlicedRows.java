package org.slrm.paper.internal.reduction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Slices with the moments of their inputs. The label-free fit ignores the label when it imputes,
 * which moves slices together the more entries are missing. So it is only the start: the features
 * of a slice are normal with the slice's own moments, estimated by EM (I-2).
 */
final class SlicedRows {
  private static final int ROUNDS = 5;

  private final Inputs inputs;
  private final TrainingData data;
  private final int[][] rows;
  private final Workers workers;
  private List<Expectation> expected = new ArrayList<>();
  private List<Moments> moments;

  SlicedRows(Inputs inputs, TrainingData data, int[][] rows, Workers workers) {
    this.inputs = inputs;
    this.data = data;
    this.rows = rows;
    this.workers = workers;
    for (int h = 0; h < rows.length; h++) {
      expected.add(new FactorExpectation(inputs, data.x()));
    }
    moments = summed();
    boolean missing =
        !inputs.codes() && Arrays.stream(rows).flatMapToInt(IntStream::of).anyMatch(this::missing);
    for (int round = 0; missing && round < ROUNDS; round++) {
      expected = normal();
      moments = summed();
    }
  }

  private boolean missing(int i) {
    return data.x().observed(i) < data.x().columns();
  }

  private List<Moments> summed() {
    Moments[] out = new Moments[rows.length];
    workers.run(
        rows.length,
        (worker, h) -> out[h] = Moments.of(expected.get(h), inputs.count(), data, rows[h]));
    return List.of(out);
  }

  /**
   * Normal distributions of the slices, shrunk towards the pooled one, and this towards VVᵀ + Ψ.
   */
  private List<Expectation> normal() {
    double few = inputs.count();
    double[] common = Moments.within(moments).towards(inputs.covariance(), few);
    List<Expectation> out = new ArrayList<>();
    for (Moments m : moments) {
      out.add(new NormalExpectation(inputs, data.x(), m.mean(), m.towards(common, few)));
    }
    return out;
  }

  /** Mean and covariance of each slice. */
  List<Moments> moments() {
    return moments;
  }

  /** The rows of each slice. */
  int[][] rows() {
    return rows;
  }

  /** Inputs of row i of slice h, with missing ones drawn from their conditional distribution. */
  double[] drawn(int h, int i, SplittableRandom random) {
    double[] u = new double[inputs.count()];
    Expectation.MissingInputs of = expected.get(h).row(i, u);
    int[] missing = of.indices();
    int m = missing.length;
    double[] L = of.covariance();
    for (int a = 0; a < m; a++) {
      L[a * m + a] += 1e-12;
    }
    Cholesky.factor(L, m, 0);
    for (int b = 0; b < m; b++) {
      double z = random.nextGaussian();
      for (int a = b; a < m; a++) {
        u[missing[a]] += L[a * m + b] * z;
      }
    }
    return u;
  }
}

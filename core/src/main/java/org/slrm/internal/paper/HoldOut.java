package org.slrm.internal.paper;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.Folds;

/** Rows set aside for one target, and the error of a basis and regressor on them. */
final class HoldOut {
  /** More rows than this do not make the choice of the best pair any better. */
  private static final int MOST_ROWS = 2000;

  private static final int BLOCK = 64;

  private final IncompleteMatrix x;
  private final double[] y;
  private final double gate;

  /** The labelled rows for a target, the first 2000 of them. */
  HoldOut(TrainingData rows, int target, double gate) {
    int[] labelled =
        IntStream.range(0, rows.x().rows())
            .filter(i -> !Double.isNaN(rows.label(i, target)))
            .limit(MOST_ROWS)
            .toArray();
    // Rows of one pattern side by side share its factorisation.
    Patterns patterns = Patterns.of(rows.x().selectRows(labelled));
    int[] ordered =
        IntStream.range(0, labelled.length).map(r -> labelled[patterns.row(r)]).toArray();
    x = rows.x().selectRows(ordered);
    y = Arrays.stream(ordered).mapToDouble(i -> rows.label(i, target)).toArray();
    this.gate = gate;
  }

  /** Number of rows. */
  int rows() {
    return y.length;
  }

  /** Mean squared error of the gated predictor; a refused row is predicted as 0. */
  double error(double[] U, double[] w, Workers workers) {
    return Arrays.stream(squares(U, w, workers)).sum() / y.length;
  }

  /** Standard error of that mean. */
  double standardError(double[] U, double[] w, Workers workers) {
    double[] squares = squares(U, w, workers);
    double mean = Arrays.stream(squares).sum() / squares.length;
    double spread = Arrays.stream(squares).map(s -> (s - mean) * (s - mean)).sum();
    return squares.length < 2 ? 0 : Math.sqrt(spread / (squares.length - 1) / squares.length);
  }

  private double[] squares(double[] U, double[] w, Workers workers) {
    int d = w.length;
    double[] out = new double[y.length];
    Projections.Projector[] projectors = new Projections.Projector[workers.threads()];
    workers.run(
        (y.length + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          if (projectors[worker] == null) {
            projectors[worker] = new Projections.Projector(U, d, gate, x.columns());
          }
          for (int i = block * BLOCK; i < Math.min(y.length, (block + 1) * BLOCK); i++) {
            double r = y[i];
            if (projectors[worker].project(x, i)) {
              for (int c = 0; c < d; c++) {
                r -= w[c] * projectors[worker].code()[c];
              }
            }
            out[i] = r * r;
          }
        });
    return out;
  }

  /**
   * Rows to fit and rows to hold out.
   *
   * @param training rows to fit, a sample of them where they are not all in memory
   * @param held rows held out
   * @param own whether the rows held out are rows of their own
   * @param passes all rows to fit
   */
  record Split(TrainingData training, TrainingData held, boolean own, RowPasses passes) {
    /** Everything in memory. */
    Split(TrainingData training, TrainingData held, boolean own) {
      this(training, held, own, RowPasses.of(training));
    }

    static Split of(PassData data) {
      return new Split(data.sample(), data.held(), data.own(), data.rows());
    }

    /** Whether there are more rows to fit than those in memory. */
    boolean sampled() {
      return passes.rows() > training.x().rows();
    }
  }

  /**
   * Splits off a share of the labelled rows by seed. With fewer than 10 labelled rows none can be
   * spared: the fit is then judged on its own rows.
   */
  static Split split(TrainingData data, double share, long seed) {
    int n = data.x().rows();
    int labelled = data.labelledRows();
    int wanted = (int) Math.round(share * labelled);
    if (labelled < 10 || wanted == 0) {
      return new Split(data, data, false);
    }
    boolean[] held = new boolean[n];
    int count = 0;
    for (int i : Folds.shuffled(n, seed)) {
      if (count < wanted && data.y().observed(i) > 0) {
        held[i] = true;
        count++;
      }
    }
    int[] training = IntStream.range(0, n).filter(i -> !held[i]).toArray();
    int[] out = IntStream.range(0, n).filter(i -> held[i]).toArray();
    return new Split(data.rows(training), data.rows(out), true);
  }
}

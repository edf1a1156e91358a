package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.Folds;

/** The held-out rows of one target, and the error of a basis and regressor on them. */
final class HoldOut {
  /** Most rows; more do not improve the choice of the best pair. */
  private static final int MAX_ROWS = 2000;

  private final IncompleteMatrix x;
  private final double[] y;

  /** Row weights and their sum. */
  private final double[] weight;

  private final double total;
  private final Label kind;
  private final double gate;

  /** The labelled rows for a target, the first 2000 of them. */
  HoldOut(TrainingData rows, int target, double gate) {
    int[] labelled =
        IntStream.range(0, rows.x().rows())
            .filter(i -> !Double.isNaN(rows.label(i, target)))
            .limit(MAX_ROWS)
            .toArray();
    // Rows of one pattern are adjacent, so that they share its factorisation.
    Patterns patterns = Patterns.of(rows.x().selectRows(labelled));
    int[] ordered =
        IntStream.range(0, labelled.length).map(r -> labelled[patterns.row(r)]).toArray();
    x = rows.x().selectRows(ordered);
    y = Arrays.stream(ordered).mapToDouble(i -> rows.label(i, target)).toArray();
    weight = Arrays.stream(ordered).mapToDouble(rows::weight).toArray();
    total = Arrays.stream(weight).sum();
    kind = rows.kind(target);
    this.gate = gate;
  }

  /** The error of predicting 0. */
  double scale() {
    return mean(Arrays.stream(y).map(v -> kind.deviance(v, 0)).toArray());
  }

  /** Mean deviance of the gated predictor; a refused row is predicted as the intercept. */
  double error(double[] U, double[] w, double intercept, Workers workers) {
    return mean(deviances(U, w, intercept, workers));
  }

  private double mean(double[] each) {
    return IntStream.range(0, each.length).mapToDouble(i -> weight[i] * each[i]).sum() / total;
  }

  /** Standard error of that mean. */
  double standardError(double[] U, double[] w, double intercept, Workers workers) {
    double[] each = deviances(U, w, intercept, workers);
    double mean = mean(each);
    double spread =
        IntStream.range(0, each.length)
            .mapToDouble(i -> weight[i] * ((each[i] - mean) * (each[i] - mean)))
            .sum();
    return total > 1 ? Math.sqrt(spread / (total - 1) / total) : 0;
  }

  private double[] deviances(double[] U, double[] w, double intercept, Workers workers) {
    int d = w.length;
    double[] none = new double[d];
    double[] out = new double[y.length];
    Projections.each(
        U,
        d,
        gate,
        x,
        workers,
        (projector, i) -> {
          double[] code = projector.project(x, i) ? projector.code() : none;
          out[i] = kind.quadratic() ? square(i, w, code) : deviance(i, intercept, w, code);
        });
    return out;
  }

  private double deviance(int i, double intercept, double[] w, double[] code) {
    return kind.deviance(y[i], intercept + Vectors.dot(w, 0, code, 0, w.length));
  }

  /** The deviance of numbers, summed directly. */
  private double square(int i, double[] w, double[] code) {
    double r = y[i];
    for (int c = 0; c < w.length; c++) {
      r -= w[c] * code[c];
    }
    return r * r;
  }

  /**
   * Training rows and held-out rows.
   *
   * @param training rows to fit, a sample of them where they are not all in memory
   * @param held held-out rows
   * @param separate whether the held-out rows are separate from the training rows
   * @param passes all rows to fit
   */
  record Split(TrainingData training, TrainingData held, boolean separate, RowPasses passes) {
    /** Everything in memory. */
    Split(TrainingData training, TrainingData held, boolean separate) {
      this(training, held, separate, RowPasses.of(training));
    }

    static Split of(PassData data) {
      return new Split(data.sample(), data.held(), data.separate(), data.rows());
    }
  }

  /**
   * Splits off a fraction of the labelled rows by seed. With fewer than 10 labelled rows none are
   * held out: the fit is evaluated on its training rows.
   */
  static Split split(TrainingData data, double fraction, long seed) {
    int n = data.x().rows();
    int labelled = data.labelledRows();
    int wanted = (int) Math.round(fraction * labelled);
    if (labelled < 10 || wanted == 0) {
      return new Split(data, data, false);
    }
    boolean[] held = new boolean[n];
    if (!data.units().separate()) {
      return split(data, (int) Math.round(labelled / (double) wanted), held, seed);
    }
    int count = 0;
    for (int i : Folds.shuffled(n, seed)) {
      if (count < wanted && data.y().observed(i) > 0) {
        held[i] = true;
        count++;
      }
    }
    return split(data, held);
  }

  /** One of the given number of parts, without dividing a group, or the latest part. */
  private static Split split(TrainingData data, int parts, boolean[] held, long seed) {
    int[] labelled =
        IntStream.range(0, held.length).filter(i -> data.y().observed(i) > 0).toArray();
    boolean[] part = data.units().part(labelled, Math.max(2, parts), seed);
    for (int r = 0; r < part.length; r++) {
      held[labelled[r]] = part[r];
    }
    return split(data, held);
  }

  private static Split split(TrainingData data, boolean[] held) {
    int[] training = IntStream.range(0, held.length).filter(i -> !held[i]).toArray();
    int[] out = IntStream.range(0, held.length).filter(i -> held[i]).toArray();
    return new Split(data.rows(training), data.rows(out), true);
  }
}

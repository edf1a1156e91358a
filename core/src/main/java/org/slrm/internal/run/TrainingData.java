package org.slrm.internal.run;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.method.MethodSpec;
import org.slrm.result.Folds;

/**
 * The data of a solver: features and labels in scaled units.
 *
 * @param x features, rows × features
 * @param y labels, rows × targets; an unknown label is a missing entry
 * @param weights row weights, null when all are 1; none is 0 during a fit
 * @param kinds the loss of each label column
 * @param units units of dependent rows
 */
public record TrainingData(
    IncompleteMatrix x,
    IncompleteMatrix y,
    double @Nullable [] weights,
    List<Label> kinds,
    RowUnits units) {
  /** Checks that the parts fit; weights that are all 1 are dropped. */
  public TrainingData {
    Checks.equal("rows of the labels", y.rows(), "rows of the features", x.rows());
    if (weights != null) {
      Checks.equal("number of weights", weights.length, "rows of the features", x.rows());
      weights = Arrays.stream(weights).allMatch(w -> w == 1) ? null : weights;
    }
    Checks.equal("kinds of labels", kinds.size(), "targets", y.columns());
    kinds = List.copyOf(kinds);
    units.check(x.rows());
  }

  /** Data with independent rows. */
  public TrainingData(
      IncompleteMatrix x, IncompleteMatrix y, double @Nullable [] weights, List<Label> kinds) {
    this(x, y, weights, kinds, RowUnits.SEPARATE);
  }

  /** Data with numeric labels. */
  public TrainingData(IncompleteMatrix x, IncompleteMatrix y, double @Nullable [] weights) {
    this(x, y, weights, Collections.nCopies(y.columns(), Gaussian.LABEL));
  }

  /** Data without row weights. */
  public TrainingData(IncompleteMatrix x, IncompleteMatrix y) {
    this(x, y, null);
  }

  public TrainingData rows(int[] indices) {
    double[] w = weights;
    double[] selected = w == null ? null : Arrays.stream(indices).mapToDouble(i -> w[i]).toArray();
    return new TrainingData(
        x.selectRows(indices), y.selectRows(indices), selected, kinds, units.rows(indices));
  }

  /** Rows with a label, at most the given number of them, drawn by a seed and in their order. */
  public TrainingData labelled(int limit, long seed) {
    int[] labelled = IntStream.range(0, x.rows()).filter(i -> y.observed(i) > 0).toArray();
    if (labelled.length <= limit) {
      return rows(labelled);
    }
    int[] order = Folds.shuffled(labelled.length, seed);
    return rows(IntStream.of(order).limit(limit).map(k -> labelled[k]).sorted().toArray());
  }

  /** These rows, then others of weight 1. */
  public TrainingData above(TrainingData others) {
    IncompleteMatrix bothX = IncompleteMatrix.stacked(x.columns(), List.of(x, others.x));
    IncompleteMatrix bothY = IncompleteMatrix.stacked(y.columns(), List.of(y, others.y));
    RowUnits later = units.above(others.x.rows());
    double[] w = weights;
    if (w == null) {
      return new TrainingData(bothX, bothY, null, kinds, later);
    }
    double[] both = Arrays.copyOf(w, bothX.rows());
    Arrays.fill(both, w.length, both.length, 1);
    return new TrainingData(bothX, bothY, both, kinds, later);
  }

  /** The features times the root of each row's weight: sums of products are weighted. */
  public IncompleteMatrix rootWeighted() {
    double[] w = weights;
    if (w == null) {
      return x;
    }
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        out.entry(x.column(k), Math.sqrt(w[i]) * x.value(k));
      }
      out.endRow();
    }
    return out.build();
  }

  /** Label of a row and target, NaN when unknown. */
  public double label(int i, int target) {
    return y.valueAt(i, target);
  }

  /** The loss of a label column. */
  public Label kind(int target) {
    return kinds.get(target);
  }

  /** Rejects labels that least squares cannot use. */
  public void refuseUnlessQuadratic(String method) {
    for (Label kind : kinds) {
      if (!kind.quadratic()) {
        throw new IllegalArgumentException(
            "labels must be numbers for method %s, which fits by least squares only, got %s; use one of %s"
                .formatted(
                    method,
                    kind.words(),
                    MethodSpec.all().stream()
                        .filter(m -> !m.leastSquaresOnly())
                        .map(MethodSpec::name)
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  public TrainingData withFeatures(IncompleteMatrix others) {
    return new TrainingData(others, y, weights, kinds, units);
  }

  public TrainingData withLabels(IncompleteMatrix others, List<Label> otherKinds) {
    return new TrainingData(x, others, weights, otherKinds, units);
  }

  public double weight(int i) {
    return weights == null ? 1 : weights[i];
  }

  /** Total weight of all rows. */
  public double weight() {
    return weights == null ? x.rows() : Arrays.stream(weights).sum();
  }

  /** Rows with at least one known label. */
  public int labelledRows() {
    return (int) IntStream.range(0, y.rows()).filter(i -> y.observed(i) > 0).count();
  }
}

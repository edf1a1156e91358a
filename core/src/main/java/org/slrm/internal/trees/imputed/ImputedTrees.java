package org.slrm.internal.trees.imputed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.trees.Bins;
import org.slrm.internal.trees.BoostedColumn;
import org.slrm.internal.trees.FoldedBoosting;
import org.slrm.internal.trees.Forest;
import org.slrm.internal.trees.JointBoosting;
import org.slrm.internal.trees.TreeCount;
import org.slrm.internal.trees.TreeTarget;
import org.slrm.internal.trees.TreesSolver;
import org.slrm.method.TreesConfig;

/**
 * Fits trees on rows imputed without their labels:
 *
 * <ol>
 *   <li>impute the rows;
 *   <li>compute out-of-fold ridge predictions where trees use them;
 *   <li>choose the number of trees by a held-out part of the rows;
 *   <li>grow this many on all rows.
 * </ol>
 *
 * @param groups targets by groups: the classes of one target by a softmax (F-11), any other alone
 */
public record ImputedTrees(
    Factors x,
    TrainingData data,
    TreesConfig config,
    TreeFeatures features,
    List<int[]> groups,
    FitContext context) {
  /** Folds of the out-of-fold ridge predictions. */
  private static final int PARTS = 5;

  /** Bins per input: the cost of a split search is proportional to them. */
  private static final int MAX_BINS = 64;

  /** Rows per bin with few rows, down to a minimum number of bins. */
  private static final int ROWS_PER_BIN = 8;

  private static final int MIN_BINS = 16;

  /**
   * A member and its numbers of trees.
   *
   * @param counts by group
   */
  public record FittedTrees(ImputedTreesMember member, List<TreeCount> counts) {}

  /**
   * A member, given a ridge regression for each target, with the numbers of trees found on other
   * rows of the table, where known.
   */
  public FittedTrees fit(List<PenaltyChoice> ridges, List<TreeCount> known) {
    int p = x.columns();
    int targets = data.y().columns();
    double[] imputed = ImputedFeatures.of(x, data.x(), true, context.workers()).features();
    TreeInputs inputs = TreeInputs.of(data.x(), features);
    double[] intercept = ridges.stream().mapToDouble(PenaltyChoice::intercept).toArray();
    double[] beta = new double[targets * p];
    double[] error = new double[targets];
    double[] ridgeFraction = new double[targets];
    Forest[] forests = new Forest[targets];
    List<TreeCount> counts = new ArrayList<>();
    for (int[] group : groups) {
      List<BoostedColumn> columns = new ArrayList<>();
      for (int t : group) {
        System.arraycopy(ridges.get(t).w(), 0, beta, t * p, p);
        columns.add(column(imputed, inputs, t, ridges.get(t)));
      }
      TreeCount count = known.isEmpty() ? count(columns) : known.get(counts.size());
      counts.add(count);
      List<Forest> fitted = JointBoosting.fit(columns, count.trees(), config, context);
      for (int k = 0; k < group.length; k++) {
        int t = group[k];
        forests[t] = fitted.get(k);
        double heldOut = count.error()[k];
        // With too few labels, none are held out.
        error[t] = Double.isNaN(heldOut) ? ridges.get(t).error() : heldOut;
        // The part of the ridge's variance that the trees leave.
        ridgeFraction[t] =
            ridges.get(t).error() > 0 ? Math.min(1, error[t] / ridges.get(t).error()) : 1;
      }
    }
    ImputedRidge ridge = new ImputedRidge(intercept, beta);
    ImputedTreesMember withoutNoise =
        new ImputedTreesMember(
            x,
            ridge,
            inputs,
            features.ridge(),
            List.of(forests),
            ridgeFraction,
            new double[targets]);
    return new FittedTrees(withoutNoise.with(LabelNoise.of(withoutNoise, data, error)), counts);
  }

  private TreeCount count(List<BoostedColumn> columns) {
    int[] part = TreesSolver.heldOut(data, columns.get(0).target().labelled(), context);
    FoldedBoosting.FoldedFit evaluated = FoldedBoosting.evaluate(columns, part, config, context);
    double[] error = new double[columns.size()];
    Arrays.setAll(error, k -> evaluated.error(columns, k));
    return new TreeCount(evaluated.trees(), error);
  }

  private BoostedColumn column(double[] imputed, TreeInputs inputs, int t, PenaltyChoice of) {
    double[] ridge = features.ridge() == RidgeUse.NONE ? new double[0] : heldOut(imputed, t, of);
    Bins bins =
        Bins.of(
            data.y().rows(),
            inputs.count(),
            columns(imputed, inputs, ridge),
            data.weights(),
            Math.min(MAX_BINS, Math.max(MIN_BINS, data.y().rows() / ROWS_PER_BIN)),
            context.workers());
    return new BoostedColumn(bins, target(ridge, t));
  }

  /** Numbers are fitted on the ridge's residuals; other labels start at the ridge's η. */
  private TreeTarget target(double[] ridge, int t) {
    boolean residual = features.ridge() == RidgeUse.RESIDUAL;
    boolean rest = residual && data.kind(t).quadratic();
    double[] y = new double[data.y().rows()];
    double[] weights = new double[y.length];
    Arrays.setAll(y, i -> data.label(i, t) - (rest ? ridge[i] : 0));
    Arrays.setAll(weights, data::weight);
    return new TreeTarget(data.kind(t), y, weights, residual && !rest ? ridge : null);
  }

  private IntFunction<double[]> columns(double[] imputed, TreeInputs inputs, double[] ridge) {
    int p = x.columns();
    IncompleteMatrix raw = data.x();
    return j -> {
      double[] out = new double[raw.rows()];
      if (j < p) {
        Arrays.setAll(out, i -> imputed[i * p + j]);
      } else if (j < inputs.ridgeAt()) {
        Arrays.setAll(out, i -> raw.valueAt(i, inputs.raw()[j - p]));
      } else {
        Arrays.setAll(out, i -> ridge[i]);
      }
      return out;
    };
  }

  /** Out-of-fold predictions of the ridge; unlabelled rows are not used by trees. */
  private double[] heldOut(double[] imputed, int t, PenaltyChoice ridge) {
    int p = x.columns();
    double[] out = new double[data.y().rows()];
    TargetRows labelled = TargetRows.labelled(data, t, new int[out.length]);
    int[] rows = labelled.rows();
    double[] design = new DenseDesign(imputed, p).rows(rows);
    if (rows.length >= 2) {
      int[] fold = data.units().folds(rows, Math.min(PARTS, rows.length), context.seed() + 1);
      double[] found =
          new OutOfFoldRidge(data.kind(t), design, p, labelled.y(), labelled.weights(), ridge.l2())
              .predictions(fold);
      for (int r = 0; r < rows.length; r++) {
        out[rows[r]] = found[r];
      }
    }
    return out;
  }
}

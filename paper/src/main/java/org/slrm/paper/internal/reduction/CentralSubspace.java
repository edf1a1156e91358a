package org.slrm.paper.internal.reduction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.kernel.Directions;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.SirConfig.Estimator;
import org.slrm.result.Folds;

/**
 * Directions of a row that its label depends on (central subspace), with missing entries:
 *
 * <ol>
 *   <li>cut labelled rows into slices by their label (I-1);
 *   <li>fit the distribution of codes within each slice (I-2);
 *   <li>compute means and covariances of the inputs, missing entries by conditional mean and
 *       covariance (I-3);
 *   <li>take the directions in which these differ between slices (I-5), (I-6), or those with the
 *       largest mutual information with the label (I-8).
 * </ol>
 *
 * @param x the label-free fit
 * @param completed whether they are directions of features, not of codes
 * @param slices the most slices
 * @param shrinkage ρ of (I-4)
 */
public record CentralSubspace(Factors x, boolean completed, int slices, double shrinkage) {
  /** Most rows for mutual information: a step costs rows times the centres squared. */
  private static final int LSMI_ROWS = 200;

  /** Number of draws of a row's missing entries. */
  private static final int DRAWS = 2;

  /** At most the given number of directions for each target. */
  public List<Directions> of(
      TrainingData data, Estimator estimator, int count, FitContext context) {
    Inputs inputs = Inputs.of(x, completed, data.x());
    int k = Math.max(1, Math.min(count, inputs.count()));
    List<Directions> out = new ArrayList<>();
    for (int t = 0; t < data.y().columns(); t++) {
      out.add(new Directions(inputs.widened(target(inputs, data, t, estimator, k, context), k), k));
    }
    return out;
  }

  private double[] target(
      Inputs inputs, TrainingData data, int t, Estimator how, int k, FitContext context) {
    int[][] cut = Slices.of(data, t, slices).rows();
    if (cut.length == 0 || inputs.count() == 0) {
      return new double[inputs.count() * k];
    }
    SlicedRows parts = new SlicedRows(inputs, data, cut, context.workers());
    InverseRegression inverse = new InverseRegression(parts.moments(), shrinkage);
    double[] eta =
        switch (how) {
          case SIR -> inverse.leading(inverse.sir(), k);
          case SAVE -> inverse.leading(inverse.save(), k);
          case AUTO -> throw new IllegalArgumentException("estimator must be chosen, got AUTO");
          case LSMI -> byMutualInformation(inverse, parts, data, t, k, context.seed());
        };
    return inverse.unwhitened(eta, k);
  }

  private static double[] byMutualInformation(
      InverseRegression inverse, SlicedRows parts, TrainingData data, int t, int k, long seed) {
    List<double[]> starts =
        Stream.of(inverse.sir(), inverse.save()).map(m -> inverse.leading(m, k)).toList();
    MutualInformation.Rows rows = drawn(inverse, parts, data, t, seed);
    return new InformationAscent(rows, k, seed).best(starts);
  }

  /** Whitened rows with missing entries drawn at random; a sample of many rows. */
  private static MutualInformation.Rows drawn(
      InverseRegression inverse, SlicedRows parts, TrainingData data, int t, long seed) {
    int[][] rows = parts.rows();
    int n = Stream.of(rows).mapToInt(r -> r.length).sum();
    int[] slice = new int[n];
    int[] row = new int[n];
    int at = 0;
    for (int h = 0; h < rows.length; h++) {
      for (int i : rows[h]) {
        slice[at] = h;
        row[at++] = i;
      }
    }
    int[] order = Folds.shuffled(n, seed);
    int count = Math.min(n, LSMI_ROWS);
    int q = inverse.mean().length;
    double[] v = new double[count * DRAWS * q];
    double[] y = new double[count * DRAWS];
    double[] p = new double[y.length];
    SplittableRandom random = new SplittableRandom(seed);
    for (int r = 0; r < y.length; r++) {
      int from = order[r / DRAWS];
      double[] u = parts.drawn(slice[from], row[from], random);
      for (int j = 0; j < q; j++) {
        u[j] -= inverse.mean()[j];
      }
      System.arraycopy(inverse.whitened(u), 0, v, r * q, q);
      y[r] = data.label(row[from], t);
      p[r] = data.weight(row[from]);
    }
    standardize(y, p);
    return new MutualInformation.Rows(v, y, p, DRAWS);
  }

  /** Weights that sum to 1, labels of mean 0 and variance 1. */
  private static void standardize(double[] y, double[] p) {
    double total = java.util.Arrays.stream(p).sum();
    double mean = 0;
    for (int r = 0; r < y.length; r++) {
      p[r] /= total;
      mean += p[r] * y[r];
    }
    double square = 0;
    for (int r = 0; r < y.length; r++) {
      y[r] -= mean;
      square += p[r] * y[r] * y[r];
    }
    for (int r = 0; square > 0 && r < y.length; r++) {
      y[r] /= Math.sqrt(square);
    }
  }
}

package org.slrm.paper.internal.mousse;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.mixture.Mixture;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.MousseConfig;
import org.slrm.paper.tracking.SubspaceTracker;
import org.slrm.paper.tracking.SubspaceTracker.Leaf;
import org.slrm.result.FitListener;

/**
 * Leaves of MOUSSE over the rows in their order, with repeated passes, as factor models of the
 * features (T-10): V = U√λ, ψ = δ, μ = c.
 */
final class TrackedLeaves {
  /** Row updates until leaves are stable: small tables need more passes. */
  private static final int ROW_UPDATES = 2000;

  private static final int MIN_PASSES = 2;
  private static final int MAX_PASSES = 20;

  /** Minimum noise of features, in standard deviations. */
  private static final double MIN_NOISE = 1e-6;

  private TrackedLeaves() {}

  /** Tracks the features of rows and records the result. */
  static Mixture of(MousseConfig config, TrainingData data, FitContext context, FitRecord c) {
    IncompleteMatrix x = data.x();
    int[] varying = varying(x);
    if (varying.length == 0) {
      return new Mixture(new double[] {1}, List.of(emptyModel(x.columns(), config.rank())));
    }
    int d = Math.min(config.rank(), varying.length);
    double forgetting = config.forgettingFor(data.weight());
    SubspaceTracker.Union tree =
        SubspaceTracker.mousse(
            varying.length,
            d,
            new SubspaceTracker.Scales(config.tolerance(), config.leaves(), forgetting),
            new SplittableRandom(context.seed()).nextLong());
    TrainingData rows = data.withFeatures(x.selectColumns(varying));
    int passes = Math.max(MIN_PASSES, Math.min(MAX_PASSES, ROW_UPDATES / Math.max(1, x.rows())));
    c.stop = "all passes completed (" + passes + ")";
    for (int pass = 1; pass <= passes; pass++) {
      pass(tree, rows, c, pass == passes);
      c.iterations = pass;
      double done = (double) pass / passes;
      if (!context
          .listener()
          .onProgress(new FitListener.Progress("leaves", done, pass, Double.NaN))) {
        c.stop = FitRecord.STOPPED;
        break;
      }
    }
    List<Leaf> leaves = tree.leaves();
    double[] fraction = leaves.stream().mapToDouble(Leaf::share).map(s -> s + 1e-6).toArray();
    double total = IntStream.range(0, fraction.length).mapToDouble(k -> fraction[k]).sum();
    return new Mixture(
        IntStream.range(0, fraction.length).mapToDouble(k -> fraction[k] / total).toArray(),
        leaves.stream().map(l -> factors(l, varying, x.columns(), d)).toList());
  }

  private static void pass(
      SubspaceTracker.Union tree, TrainingData rows, FitRecord c, boolean last) {
    int changes = 0;
    for (int i = 0; i < rows.x().rows(); i++) {
      tree.update(rows.x().row(i), rows.weight(i));
      if (tree.changed() && last && changes++ < 3) {
        c.note("possible-change", "row", i + 1);
      }
    }
  }

  private static int[] varying(IncompleteMatrix x) {
    var s = x.statistics();
    return IntStream.range(0, x.columns()).filter(j -> s.max(j) > s.min(j)).toArray();
  }

  /** Constant features are equal in all leaves. */
  private static Factors factors(Leaf leaf, int[] varying, int features, int d) {
    Factors out = emptyModel(features, d);
    double[] centre = leaf.centre();
    double[] basis = leaf.basis();
    double[] variances = leaf.variances();
    for (int e = 0; e < varying.length; e++) {
      int j = varying[e];
      out.mu()[j] = centre[e];
      out.psi()[j] = Math.max(leaf.noise(), MIN_NOISE);
      for (int k = 0; k < d; k++) {
        out.V()[j * d + k] = basis[e * d + k] * Math.sqrt(variances[k]);
      }
    }
    return out;
  }

  private static Factors emptyModel(int features, int d) {
    double[] psi = new double[features];
    java.util.Arrays.fill(psi, 1);
    return new Factors(d, new double[features], new double[features * d], psi);
  }
}

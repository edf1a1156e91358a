package org.slrm.paper.internal.reduction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Vectors;
import org.slrm.result.Folds;

/**
 * Orthonormal directions of whitened rows with maximal mutual information with the labels (I-8):
 * from several starts, gradient ascent on the Stiefel manifold, W ← orth(W + t(G − WWᵀG)), with t
 * halved until information rises; the best result is taken.
 */
final class InformationAscent {
  private static final int CENTRES = 50;
  private static final int RANDOM_STARTS = 2;
  private static final int STEPS = 25;
  private static final int HALVINGS = 12;
  private static final double CONVERGED = 1e-4;

  private final MutualInformation.Rows rows;
  private final int k;
  private final SplittableRandom random;
  private final int[] centres;

  InformationAscent(MutualInformation.Rows rows, int k, long seed) {
    this.rows = rows;
    this.k = k;
    random = new SplittableRandom(seed);
    int[] order = Folds.shuffled(rows.count(), seed);
    centres = IntStream.of(order).limit(CENTRES).sorted().toArray();
  }

  /** The best result from the given starts and some random ones. */
  double[] best(List<double[]> given) {
    List<double[]> starts = new ArrayList<>(given);
    for (int s = 0; s < RANDOM_STARTS; s++) {
      starts.add(drawn());
    }
    MutualInformation all = new MutualInformation(rows, centres);
    // Results are compared with one kernel width, because values for other widths are not
    // comparable.
    MutualInformation evaluate = null;
    double[] best = starts.get(0);
    double largest = Double.NEGATIVE_INFINITY;
    for (double[] start : starts) {
      double[] end = ascended(all.chosen(start, k), start);
      evaluate = evaluate == null ? all.chosen(end, k) : evaluate;
      double information = evaluate.at(end, k).value();
      if (information > largest) {
        largest = information;
        best = end;
      }
    }
    return ascended(all.chosen(best, k), best);
  }

  private double[] drawn() {
    double[] W = new double[rows.q() * k];
    for (int e = 0; e < W.length; e++) {
      W[e] = random.nextGaussian();
    }
    Orthonormal.columns(W, rows.q(), k);
    return W;
  }

  private double[] ascended(MutualInformation problem, double[] start) {
    double[] W = start;
    MutualInformation.Information here = problem.at(W, k);
    double step = 1;
    for (int s = 0; s < STEPS; s++) {
      double[] along = tangent(W, here.slope());
      double before = here.value();
      boolean rose = false;
      step *= 4;
      for (int h = 0; h < HALVINGS && !rose; h++, step /= 2) {
        double[] next = W.clone();
        Vectors.add(next, 0, step, along, 0, next.length);
        Orthonormal.columns(next, rows.q(), k);
        MutualInformation.Information there = problem.at(next, k);
        rose = there.value() > before;
        W = rose ? next : W;
        here = rose ? there : here;
      }
      if (!rose || here.value() - before < CONVERGED * Math.abs(here.value() + 0.5)) {
        break;
      }
    }
    return W;
  }

  /** G − WWᵀG. */
  private double[] tangent(double[] W, double[] G) {
    double[] inner = new double[k * k];
    double[] out = G.clone();
    for (int j = 0; j < rows.q(); j++) {
      for (int a = 0; a < k; a++) {
        Vectors.add(inner, a * k, W[j * k + a], G, j * k, k);
      }
    }
    for (int j = 0; j < rows.q(); j++) {
      for (int a = 0; a < k; a++) {
        Vectors.add(out, j * k, -W[j * k + a], inner, a * k, k);
      }
    }
    return out;
  }
}

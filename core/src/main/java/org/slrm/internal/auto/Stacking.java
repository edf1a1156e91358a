package org.slrm.internal.auto;

import java.util.List;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.run.HeldOutPredictions;

/**
 * Weights of the candidates from their out-of-fold predictions, target by target. On few rows
 * the best weights are mostly luck, so they are drawn towards weights by error alone.
 */
final class Stacking {
  private Stacking() {}

  /**
   * Non-negative weights that sum to one; those below {@code least} are dropped and the others
   * computed again.
   */
  static double[][] weights(Evaluation evaluation, List<JudgedRecipe> trials, double least) {
    int targets = evaluation.data().y().columns();
    int most =
        evaluation.data().x().rows() < AutoRules.ROWS_FOR_FEW_MEMBERS
            ? AutoRules.MOST_MEMBERS
            : AutoRules.FEW_MEMBERS;
    double[][] weights = new double[targets][];
    for (int t = 0; t < targets; t++) {
      boolean[] in = new boolean[trials.size()];
      java.util.Arrays.fill(in, true);
      double[] v = solve(evaluation, trials, t, in);
      while (drop(v, in, least, most)) {
        v = solve(evaluation, trials, t, in);
      }
      weights[t] = v;
    }
    return weights;
  }

  /** Drops what weighs too little, or else the lightest of too many; false when all may stay. */
  private static boolean drop(double[] v, boolean[] in, double least, int most) {
    boolean dropped = false;
    int lightest = -1;
    int count = 0;
    for (int k = 0; k < v.length; k++) {
      if (in[k] && v[k] < least) {
        in[k] = false;
        dropped = true;
      }
      if (in[k]) {
        count++;
        lightest = lightest < 0 || v[k] < v[lightest] ? k : lightest;
      }
    }
    if (!dropped && count > most) {
      in[lightest] = false;
      dropped = true;
    }
    return dropped;
  }

  private static double[] solve(
      Evaluation evaluation, List<JudgedRecipe> trials, int t, boolean[] in) {
    int[] kept = java.util.stream.IntStream.range(0, in.length).filter(k -> in[k]).toArray();
    int targets = evaluation.data().y().columns();
    double[] G = new double[kept.length * kept.length];
    double[] c = new double[kept.length];
    double[] p = new double[kept.length];
    double total = 0;
    for (int i = 0; i < evaluation.data().y().rows(); i++) {
      double y = evaluation.data().label(i, t);
      if (Double.isNaN(y) || evaluation.fold()[i] < 0) {
        continue;
      }
      double weight = evaluation.data().weight(i);
      total += weight;
      for (int a = 0; a < kept.length; a++) {
        p[a] = trials.get(kept[a]).mean()[i * targets + t] - y;
      }
      for (int a = 0; a < kept.length; a++) {
        for (int b = 0; b < kept.length; b++) {
          G[a * kept.length + b] += weight * p[a] * p[b];
        }
      }
    }
    for (int k = 0; k < G.length; k++) {
      G[k] /= total == 0 ? 1 : total;
    }
    // With Σv = 1 the stack's error is vᵀGv, G the candidates' error products; ρ‖v − u‖² keeps it
    // near u.
    double[] u = plausible(G, kept.length, total);
    double rho =
        AutoRules.STACKING_RIDGE * smallest(G, kept.length) * kept.length / Math.max(1, total);
    for (int a = 0; a < kept.length; a++) {
      G[a * kept.length + a] += rho;
      c[a] = rho * u[a];
    }
    double[] found = Simplex.minimize(G, c);
    double[] v = new double[in.length];
    for (int a = 0; a < kept.length; a++) {
      v[kept[a]] = found[a];
    }
    return v;
  }

  /**
   * Weights by error alone, exp(−n (e_k − e_min) / 8 e_min): flat among candidates that chance
   * could have ordered.
   */
  private static double[] plausible(double[] G, int k, double n) {
    double least = smallest(G, k);
    double[] u = new double[k];
    double sum = 0;
    for (int a = 0; a < k; a++) {
      u[a] = least > 0 ? Math.exp(-n * (G[a * k + a] - least) / (8 * least)) : 1;
      sum += u[a];
    }
    for (int a = 0; a < k; a++) {
      u[a] /= sum;
    }
    return u;
  }

  private static double smallest(double[] G, int k) {
    double least = Double.POSITIVE_INFINITY;
    for (int a = 0; a < k; a++) {
      least = Math.min(least, G[a * k + a]);
    }
    return least;
  }

  /** The stack's own out-of-fold predictions: variance within members plus between them. */
  static void fill(
      HeldOutPredictions cv, int[] rows, List<JudgedRecipe> trials, double[][] weights) {
    int targets = weights.length;
    for (int r = 0; r < rows.length; r++) {
      for (int t = 0; t < targets; t++) {
        double mean = 0;
        double variance = 0;
        for (int k = 0; k < trials.size(); k++) {
          if (weights[t][k] > 0) {
            mean += weights[t][k] * trials.get(k).mean()[r * targets + t];
            variance += weights[t][k] * trials.get(k).variance()[r * targets + t];
          }
        }
        for (int k = 0; k < trials.size(); k++) {
          if (weights[t][k] > 0) {
            double off = trials.get(k).mean()[r * targets + t] - mean;
            variance += weights[t][k] * off * off;
          }
        }
        cv.predict(rows[r], t, mean);
        cv.standardError(rows[r], t, Math.sqrt(variance));
      }
    }
  }
}

package org.slrm.internal.predict;

import java.util.List;
import org.slrm.internal.linalg.Vectors;

/**
 * The weighted members of a model at work on one pattern after another, in scaled units. One per
 * thread.
 *
 * <p>Mean: Σ_k v_k ŷ_k. Variance: within members Σ_k v_k (signal_k + noise_k), plus between
 * them Σ_k v_k (ŷ_k − ŷ)².
 */
public final class StackSolver {
  private final List<Member> members;
  private final double[][] weights;
  private final PatternSolver[] solvers;
  private final double[][][] c;
  private final double[][] constant;
  private final double[][] offset;
  private final double[] within;
  private final double[] memberMean;
  private int[] observed = new int[0];
  private int m;
  private boolean answered;
  private double mean;
  private double variance;

  /** A solver with its own workspace. */
  public StackSolver(List<Member> members, double[][] weights) {
    this.members = members;
    this.weights = weights;
    int targets = weights.length;
    int features = members.get(0).features();
    solvers = members.stream().map(Member::patternSolver).toArray(PatternSolver[]::new);
    c = new double[targets][members.size()][features];
    constant = new double[targets][members.size()];
    offset = new double[targets][members.size()];
    within = new double[targets];
    memberMean = new double[members.size()];
  }

  /** Prepares for rows whose observed features are the first m of {@code pattern}. */
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    answered = false;
    for (int k = 0; k < solvers.length; k++) {
      solvers[k].pattern(pattern, count);
      answered |= solvers[k].answered();
    }
    for (int t = 0; t < weights.length; t++) {
      within[t] = 0;
      for (int k = 0; k < solvers.length; k++) {
        if (weights[t][k] > 0) {
          prepare(t, k);
        }
      }
    }
  }

  private void prepare(int t, int k) {
    Member member = members.get(k);
    solvers[k].coefficients(t, c[t][k]);
    offset[t][k] = solvers[k].offset(t);
    double sum = member.intercept(t) + offset[t][k];
    for (int e = 0; e < m; e++) {
      sum -= c[t][k][e] * member.center(observed[e]);
    }
    constant[t][k] = sum;
    // Rounding may take a variance of almost 0 below it.
    double signal = Math.max(0, solvers[k].signalVariance(t));
    within[t] += weights[t][k] * (signal + solvers[k].noiseVariance(t));
  }

  /**
   * Predicts a target of a row given its m observed values; read {@link #mean} and {@link
   * #variance} afterwards.
   */
  public void evaluate(int t, double[] z) {
    mean = 0;
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        double sum = constant[t][k] + Vectors.dot(c[t][k], 0, z, 0, m);
        memberMean[k] = sum;
        mean += weights[t][k] * sum;
      }
    }
    variance = within[t];
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        variance += weights[t][k] * (memberMean[k] - mean) * (memberMean[k] - mean);
      }
    }
  }

  /** Mean of the last evaluation. */
  public double mean() {
    return mean;
  }

  /** Variance of the last evaluation. */
  public double variance() {
    return variance;
  }

  /** Whether any member answers rows of this pattern. */
  public boolean answered() {
    return answered;
  }

  /** Weighted intercept of a target. */
  public double intercept(int t) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      sum += weights[t][k] * members.get(k).intercept(t);
    }
    return sum;
  }

  /** What the e-th observed entry with value z adds to the prediction of target t. */
  public double contribution(int t, int e, double z) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        sum += weights[t][k] * c[t][k][e] * (z - members.get(k).center(observed[e]));
      }
    }
    return sum;
  }

  /** What the pattern of holes by itself adds to the prediction of target t. */
  public double missingness(int t) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      sum += weights[t][k] > 0 ? weights[t][k] * offset[t][k] : 0;
    }
    return sum;
  }

  /** Weighted variance reductions of a target, for every feature. */
  public void varianceReductions(int t, double[] out) {
    double[] one = new double[out.length];
    java.util.Arrays.fill(out, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        solvers[k].varianceReductions(t, one);
        for (int j = 0; j < out.length; j++) {
          out[j] += weights[t][k] * one[j];
        }
      }
    }
  }

  /**
   * Completes a row by the members that can, weighted as for prediction; when none can, by all of
   * them. Variance as for predictions: within plus between.
   */
  public void complete(double[] z, double[] meanOut, double[] varianceOut) {
    double[] v = completionWeights();
    int features = meanOut.length;
    double[][] means = new double[solvers.length][features];
    double[] one = new double[features];
    double[] residual = new double[m];
    java.util.Arrays.fill(meanOut, 0);
    java.util.Arrays.fill(varianceOut, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (v[k] > 0) {
        for (int e = 0; e < m; e++) {
          residual[e] = z[e] - members.get(k).center(observed[e]);
        }
        solvers[k].complete(residual, means[k], one);
        for (int j = 0; j < features; j++) {
          meanOut[j] += v[k] * means[k][j];
          varianceOut[j] += v[k] * Math.max(0, one[j]);
        }
      }
    }
    for (int k = 0; k < solvers.length; k++) {
      for (int j = 0; v[k] > 0 && j < features; j++) {
        varianceOut[j] += v[k] * (means[k][j] - meanOut[j]) * (means[k][j] - meanOut[j]);
      }
    }
  }

  private double[] completionWeights() {
    boolean some = members.stream().anyMatch(Member::completes);
    double[] v = new double[solvers.length];
    double total = 0;
    for (int k = 0; k < v.length; k++) {
      for (double[] weight : weights) {
        v[k] += !some || members.get(k).completes() ? weight[k] : 0;
      }
      total += v[k];
    }
    for (int k = 0; k < v.length; k++) {
      v[k] = total > 0 ? v[k] / total : k == firstCompleting() ? 1 : 0;
    }
    return v;
  }

  private int firstCompleting() {
    for (int k = 0; k < solvers.length; k++) {
      if (members.get(k).completes()) {
        return k;
      }
    }
    return 0;
  }
}

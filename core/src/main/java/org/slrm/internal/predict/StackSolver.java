package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.Thinning;

/**
 * Combines the weighted members of a model, in scaled units. One per thread.
 *
 * <p>Mean: Σ_k v_k ŷ_k. Variance: within members Σ_k v_k (signal_k + noise_k), plus between
 * them Σ_k v_k (ŷ_k − ŷ)². For other losses the members' η are first shrunk by their uncertainty
 * (Y-7): their probabilities are pooled geometrically.
 */
public final class StackSolver {
  private final List<Member> members;
  private final double[][] weights;
  private final List<Label> labels;
  private final RowSolver[] solvers;
  private final Thinning thinning;
  private final boolean thins;

  /** The first member that can impute a row, −1 if none can. */
  private final int firstImputing;

  private final double[] memberMean;
  private int m;
  private int entries;
  private double mean;
  private double variance;

  /** A solver with its own workspace. */
  public StackSolver(List<Member> members, double[][] weights, List<Label> labels) {
    this(members, weights, labels, Thinning.NONE);
  }

  /** A solver that thins rows with far more observed entries than training rows (N-5). */
  public StackSolver(
      List<Member> members, double[][] weights, List<Label> labels, Thinning thinning) {
    this.members = members;
    this.weights = weights;
    this.labels = labels;
    this.thinning = thinning;
    solvers = new RowSolver[members.size()];
    boolean any = false;
    for (int k = 0; k < solvers.length; k++) {
      Member member = members.get(k);
      boolean thinned = !member.modelsPatterns() && thinning.typical() > 0;
      solvers[k] = thinned ? new ThinnedRows(member, thinning) : member.rowSolver();
      any |= thinned;
    }
    thins = any;
    firstImputing =
        IntStream.range(0, solvers.length)
            .filter(k -> members.get(k).imputes())
            .findFirst()
            .orElse(-1);
    memberMean = new double[members.size()];
  }

  /** A single member of weight 1. */
  public static StackSolver of(Member member, List<Label> labels) {
    return of(member, labels, Thinning.NONE);
  }

  /** A single member of weight 1, with thinning of rows with far more observed entries. */
  public static StackSolver of(Member member, List<Label> labels, Thinning thinning) {
    double[][] one = new double[member.targets()][];
    Arrays.fill(one, new double[] {1});
    return new StackSolver(List.of(member), one, labels, thinning);
  }

  /** Whether some member uses subsets of the observed entries of this pattern. */
  public boolean thinned() {
    return thins && thinning.applies(entries);
  }

  /** Prepares for rows whose observed features are the first m of {@code pattern}. */
  public void pattern(int[] pattern, int count) {
    m = count;
    entries = thinning.entries(pattern, count);
    for (RowSolver solver : solvers) {
      solver.pattern(pattern, count);
    }
  }

  /** Takes the m observed values of a row. */
  public void row(double[] z) {
    for (RowSolver solver : solvers) {
      solver.row(z);
    }
  }

  /** Predicts a target of the row; {@link #mean} and {@link #variance} return the result. */
  public void evaluate(int t) {
    Label label = labels.get(t);
    mean = 0;
    variance = 0;
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        double signal = solvers[k].signalVariance(t);
        memberMean[k] = label.effective(solvers[k].mean(t), signal);
        mean += weights[t][k] * memberMean[k];
        double noise = label.noisy() ? solvers[k].noiseVariance(t) : 0;
        variance += weights[t][k] * (signal + noise);
      }
    }
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        variance += weights[t][k] * (memberMean[k] - mean) * (memberMean[k] - mean);
      }
    }
  }

  /** The mean of a target with a quadratic loss, without its variance. */
  double meanWithoutVariance(int t) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      sum += weights[t][k] > 0 ? weights[t][k] * solvers[k].mean(t) : 0;
    }
    return sum;
  }

  /** Variance of a target of the current row within members only. */
  public double within(int t) {
    boolean noisy = labels.get(t).noisy();
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        double noise = noisy ? solvers[k].noiseVariance(t) : 0;
        sum += weights[t][k] * (solvers[k].signalVariance(t) + noise);
      }
    }
    return sum;
  }

  /** Whether the pattern has far fewer observed entries than training rows. */
  public boolean few() {
    return thinning.few(entries);
  }

  /** Number of observed features of the pattern. */
  public int observed() {
    return m;
  }

  /** Mean of the last evaluation. */
  public double mean() {
    return mean;
  }

  /** Variance of the last evaluation. */
  public double variance() {
    return variance;
  }

  /** Whether any member predicts rows of this pattern. */
  public boolean predicts() {
    for (RowSolver solver : solvers) {
      if (solver.predicts()) {
        return true;
      }
    }
    return false;
  }

  /** Weighted intercept of a target. */
  public double intercept(int t) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      sum += weights[t][k] * members.get(k).intercept(t);
    }
    return sum;
  }

  /** Contribution of each of the m observed entries to the prediction of target t. */
  public void contributions(int t, double[] out) {
    Arrays.fill(out, 0, m, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        solvers[k].addContributions(t, weights[t][k] * damping(t, k), out);
      }
    }
  }

  /** Factor on a step of a member's η due to shrinkage. */
  private double damping(int t, int k) {
    Label label = labels.get(t);
    return label.quadratic() ? 1 : label.damping(solvers[k].signalVariance(t));
  }

  /** Slopes of the prediction in the m observed entries; nonlinear members give their own. */
  public void slopes(int t, double[] out) {
    double[] z = new double[m];
    double[] at = new double[m];
    row(z);
    linearContributions(t, at);
    Arrays.fill(z, 1);
    row(z);
    linearContributions(t, out);
    for (int e = 0; e < m; e++) {
      out[e] -= at[e];
    }
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0 && solvers[k].nonlinear()) {
        solvers[k].addSlopes(t, weights[t][k], out);
      }
    }
  }

  /** Contributions of the linear members. */
  private void linearContributions(int t, double[] out) {
    Arrays.fill(out, 0, m, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0 && !solvers[k].nonlinear()) {
        solvers[k].addContributions(t, weights[t][k], out);
      }
    }
  }

  /** Component probabilities of the mixture with the largest weight; empty without one. */
  public double[] componentShares(int t) {
    double[] out = new double[0];
    double largest = 0;
    for (int k = 0; k < solvers.length; k++) {
      double[] probabilities =
          weights[t][k] > largest ? solvers[k].componentShares() : new double[0];
      if (probabilities.length > 0) {
        out = probabilities;
        largest = weights[t][k];
      }
    }
    return out;
  }

  /** Effect of the missingness pattern on the prediction of target t. */
  public double missingness(int t) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      sum += weights[t][k] > 0 ? weights[t][k] * solvers[k].missingness(t) : 0;
    }
    return sum;
  }

  /** Effect on target t of each entry that is missing because of its value (N-8). */
  public double[] missingEffects(int t, int features) {
    double[] out = new double[features];
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        solvers[k].addMissingEffects(t, weights[t][k], out);
      }
    }
    return out;
  }

  /** Weighted variance reductions of a target, for every feature. */
  public void varianceReductions(int t, double[] out) {
    double[] one = new double[out.length];
    Arrays.fill(out, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        solvers[k].varianceReductions(t, one);
        for (int j = 0; j < out.length; j++) {
          out[j] += weights[t][k] * one[j];
        }
      }
    }
  }

  /** Imputes the row by the members that can, or by all; variance within members plus between. */
  public void impute(double[] meanOut, double[] varianceOut) {
    double[] v = imputationWeights();
    int features = meanOut.length;
    double[][] means = new double[solvers.length][features];
    double[] one = new double[features];
    Arrays.fill(meanOut, 0);
    Arrays.fill(varianceOut, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (v[k] > 0) {
        solvers[k].impute(means[k], one);
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

  /** The mean of one feature, as in {@link #impute}. */
  public double expected(int feature, int features) {
    double[] v = imputationWeights();
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      if (v[k] > 0) {
        sum += v[k] * solvers[k].expected(feature, features);
      }
    }
    return sum;
  }

  private double[] imputationWeights() {
    double[] v = new double[solvers.length];
    double total = 0;
    for (int k = 0; k < v.length; k++) {
      for (double[] weight : weights) {
        v[k] += firstImputing < 0 || members.get(k).imputes() ? weight[k] : 0;
      }
      total += v[k];
    }
    for (int k = 0; k < v.length; k++) {
      v[k] = total > 0 ? v[k] / total : k == Math.max(0, firstImputing) ? 1 : 0;
    }
    return v;
  }
}

package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.Thinning;

/**
 * The weighted members of a model at work on one pattern after another, in scaled units. One per
 * thread.
 *
 * <p>Mean: Σ_k v_k ŷ_k. Variance: within members Σ_k v_k (signal_k + noise_k), plus between
 * them Σ_k v_k (ŷ_k − ŷ)². Of a label that is not a parabola, members' η count after what is unsure
 * about them has drawn them in (Y-7): their probabilities are pooled geometrically.
 */
public final class StackSolver {
  private final List<Member> members;
  private final double[][] weights;
  private final List<Label> labels;
  private final RowSolver[] solvers;
  private final Thinning thinning;
  private final boolean thins;
  private final double[] memberMean;
  private int m;
  private int entries;
  private double mean;
  private double variance;

  /** A solver for labels that are numbers. */
  public StackSolver(List<Member> members, double[][] weights) {
    this(members, weights, Collections.nCopies(weights.length, Gaussian.LABEL));
  }

  /** A solver with its own workspace. */
  public StackSolver(List<Member> members, double[][] weights, List<Label> labels) {
    this(members, weights, labels, Thinning.NONE);
  }

  /** A solver that thins rows with far more known entries than training rows (N-5). */
  public StackSolver(
      List<Member> members, double[][] weights, List<Label> labels, Thinning thinning) {
    this.members = members;
    this.weights = weights;
    this.labels = labels;
    this.thinning = thinning;
    solvers = new RowSolver[members.size()];
    boolean any = false;
    for (int k = 0; k < solvers.length; k++) {
      boolean own = !members.get(k).modelsPatterns() && thinning.typical() > 0;
      solvers[k] = own ? new ThinnedRows(members.get(k), thinning) : members.get(k).rowSolver();
      any |= own;
    }
    thins = any;
    memberMean = new double[members.size()];
  }

  /** A single member of weight one. */
  public static StackSolver of(Member member, List<Label> labels) {
    return of(member, labels, Thinning.NONE);
  }

  /** A single member of weight one, on thinned rows where they have far more known entries. */
  public static StackSolver of(Member member, List<Label> labels, Thinning thinning) {
    double[][] one = new double[member.targets()][];
    Arrays.fill(one, new double[] {1});
    return new StackSolver(List.of(member), one, labels, thinning);
  }

  /** Whether some member sees subsets of the known entries of this pattern. */
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

  /** Predicts a target of the row; read {@link #mean} and {@link #variance} afterwards. */
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

  /** The mean of a target with a quadratic label, without its variance. */
  double meanAlone(int t) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      sum += weights[t][k] > 0 ? weights[t][k] * solvers[k].mean(t) : 0;
    }
    return sum;
  }

  /** Variance of a target of the row that members see, without what lies between them. */
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

  /** Whether hardly an entry of the pattern is known, compared with training rows. */
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

  /** Whether any member answers rows of this pattern. */
  public boolean answered() {
    for (RowSolver solver : solvers) {
      if (solver.answered()) {
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

  /** What each of the m observed entries adds to the prediction of target t. */
  public void contributions(int t, double[] out) {
    Arrays.fill(out, 0, m, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0) {
        solvers[k].addContributions(t, weights[t][k] * damping(t, k), out);
      }
    }
  }

  /** What is left of a step of a member's η. */
  private double damping(int t, int k) {
    Label label = labels.get(t);
    return label.quadratic() ? 1 : label.damping(solvers[k].signalVariance(t));
  }

  /**
   * What a contribution gains from a step of 1 in each of the m observed entries; nonlinear members
   * say themselves how they rise.
   */
  public void slopes(int t, double[] out) {
    double[] z = new double[m];
    double[] at = new double[m];
    row(z);
    straight(t, at);
    Arrays.fill(z, 1);
    row(z);
    straight(t, out);
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
  private void straight(int t, double[] out) {
    Arrays.fill(out, 0, m, 0);
    for (int k = 0; k < solvers.length; k++) {
      if (weights[t][k] > 0 && !solvers[k].nonlinear()) {
        solvers[k].addContributions(t, weights[t][k], out);
      }
    }
  }

  /**
   * The row's shares in the components of the heaviest mixture of factor analysers; none without
   * one.
   */
  public double[] componentShares(int t) {
    double[] out = new double[0];
    double most = 0;
    for (int k = 0; k < solvers.length; k++) {
      double[] shares = weights[t][k] > most ? solvers[k].componentShares() : new double[0];
      if (shares.length > 0) {
        out = shares;
        most = weights[t][k];
      }
    }
    return out;
  }

  /** What the missingness pattern itself adds to the prediction of target t. */
  public double missingness(int t) {
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      sum += weights[t][k] > 0 ? weights[t][k] * solvers[k].missingness(t) : 0;
    }
    return sum;
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

  /**
   * Completes the row by the members that can, weighted as for prediction; when none can, by all of
   * them. Variance as for predictions: within plus between.
   */
  public void impute(double[] meanOut, double[] varianceOut) {
    double[] v = completionWeights();
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

  /** The mean of one feature, as {@link #impute} has it. */
  public double expected(int feature, int features) {
    double[] v = completionWeights();
    double sum = 0;
    for (int k = 0; k < solvers.length; k++) {
      if (v[k] > 0) {
        sum += v[k] * solvers[k].expected(feature, features);
      }
    }
    return sum;
  }

  private double[] completionWeights() {
    boolean some = firstCompleting() >= 0;
    double[] v = new double[solvers.length];
    double total = 0;
    for (int k = 0; k < v.length; k++) {
      for (double[] weight : weights) {
        v[k] += !some || members.get(k).completes() ? weight[k] : 0;
      }
      total += v[k];
    }
    for (int k = 0; k < v.length; k++) {
      v[k] = total > 0 ? v[k] / total : k == Math.max(0, firstCompleting()) ? 1 : 0;
    }
    return v;
  }

  /** The first member that can complete a row, -1 if none can. */
  private int firstCompleting() {
    for (int k = 0; k < solvers.length; k++) {
      if (members.get(k).completes()) {
        return k;
      }
    }
    return -1;
  }
}

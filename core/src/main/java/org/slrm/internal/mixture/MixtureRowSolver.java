package org.slrm.internal.mixture;

import java.util.Arrays;
import java.util.List;
import org.slrm.internal.factor.member.DensitySolver;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.predict.LinearRows;
import org.slrm.internal.predict.RowSolver;

/** Rows of a mixture: predictions weighted by r_k given the entries (U-5). One per thread. */
final class MixtureRowSolver implements RowSolver {
  private final double[] prior;
  private final List<LikelihoodMember> members;
  private final DensitySolver[] solvers;
  private final RowSolver[] rows;
  private final double[] probability;
  private final double[] logProbability;
  private final ProbabilityContributions shift;
  private int[] observed = new int[0];
  private int m;
  private double[] z = new double[0];
  private boolean ready;

  MixtureRowSolver(MixtureMember member) {
    prior = member.proportions();
    members = member.components();
    int K = prior.length;
    solvers = new DensitySolver[K];
    rows = new RowSolver[K];
    for (int k = 0; k < K; k++) {
      solvers[k] = members.get(k).patternSolver();
      rows[k] = new LinearRows(members.get(k), solvers[k]);
    }
    probability = new double[K];
    logProbability = new double[K];
    shift = new ProbabilityContributions(prior);
  }

  /** Before the first row, all entries are 0. */
  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    for (RowSolver row : rows) {
      row.pattern(pattern, count);
    }
    row(new double[count]);
  }

  @Override
  public void row(double[] values) {
    z = values;
    ready = false;
    for (RowSolver row : rows) {
      row.row(values);
    }
  }

  /** r_k ∝ π_k p_k(x_Ω), computed on first use. */
  private double[] probabilities() {
    if (!ready) {
      for (int k = 0; k < rows.length; k++) {
        probability[k] = Math.log(prior[k]) + (m == 0 ? 0 : solvers[k].logDensity(residual(k)));
      }
      System.arraycopy(probability, 0, logProbability, 0, probability.length);
      double logSum = Mixture.normalize(probability);
      for (int k = 0; k < probability.length; k++) {
        logProbability[k] -= logSum;
      }
      ready = true;
    }
    return probability;
  }

  @Override
  public double[] componentShares() {
    return probabilities().clone();
  }

  private double[] residual(int k) {
    double[] out = new double[m];
    for (int e = 0; e < m; e++) {
      out[e] = z[e] - members.get(k).center(observed[e]);
    }
    return out;
  }

  /** ŷ = Σ r_k m_k (U-6). */
  @Override
  public double mean(int target) {
    double[] r = probabilities();
    double sum = 0;
    for (int k = 0; k < rows.length; k++) {
      sum += r[k] * rows[k].mean(target);
    }
    return sum;
  }

  /** Σ r_k (s_k + (m_k − ŷ)²): variance within components plus between them. */
  @Override
  public double signalVariance(int target) {
    double[] r = probabilities();
    double mean = mean(target);
    double sum = 0;
    for (int k = 0; k < rows.length; k++) {
      double deviation = rows[k].mean(target) - mean;
      sum += r[k] * (rows[k].signalVariance(target) + deviation * deviation);
    }
    return sum;
  }

  @Override
  public double noiseVariance(int target) {
    double[] r = probabilities();
    double sum = 0;
    for (int k = 0; k < rows.length; k++) {
      sum += r[k] * rows[k].noiseVariance(target);
    }
    return sum;
  }

  /** Σ r_k c_kj (x_j − μ_kj), plus the effect of the entry on the probabilities (U-9). */
  @Override
  public void addContributions(int target, double factor, double[] out) {
    double[] r = probabilities();
    double[][] logs = new double[rows.length][m];
    double[] intercepts = new double[rows.length];
    for (int k = 0; k < rows.length; k++) {
      rows[k].addContributions(target, factor * r[k], out);
      solvers[k].logDensities(residual(k), logs[k]);
      intercepts[k] = members.get(k).intercept(target);
    }
    shift.add(logProbability, logs, intercepts, factor, out);
  }

  @Override
  public boolean nonlinear() {
    return true;
  }

  /** The components' slopes, weighted by their probabilities. */
  @Override
  public void addSlopes(int target, double factor, double[] out) {
    double[] c = new double[m];
    for (int k = 0; k < rows.length; k++) {
      solvers[k].coefficients(target, c);
      for (int e = 0; e < m; e++) {
        out[e] += factor * prior[k] * c[e];
      }
    }
  }

  /** Variance of ŷ over the possible values of feature j (U-8). */
  @Override
  public void varianceReductions(int target, double[] out) {
    int K = rows.length;
    double[][] mean = new double[K][out.length];
    double[][] variance = new double[K][out.length];
    double[][] covariance = new double[K][out.length];
    double[] label = new double[K];
    for (int k = 0; k < K; k++) {
      rows[k].impute(mean[k], variance[k]);
      solvers[k].covariances(target, covariance[k]);
      label[k] = rows[k].mean(target);
    }
    FeatureGain one = new FeatureGain(probabilities(), label);
    int e = 0;
    for (int j = 0; j < out.length; j++) {
      boolean known = e < m && observed[e] == j;
      e += known ? 1 : 0;
      out[j] = known ? 0 : one.reduction(at(mean, j), at(variance, j), at(covariance, j));
    }
  }

  private static double[] at(double[][] values, int j) {
    return Arrays.stream(values).mapToDouble(v -> v[j]).toArray();
  }

  /** Mean and variance of the mixture of imputed values (U-7). */
  @Override
  public void impute(double[] mean, double[] variance) {
    double[] r = probabilities();
    int D = mean.length;
    double[][] means = new double[rows.length][D];
    double[] one = new double[D];
    Arrays.fill(mean, 0);
    Arrays.fill(variance, 0);
    for (int k = 0; k < rows.length; k++) {
      rows[k].impute(means[k], one);
      for (int j = 0; j < D; j++) {
        mean[j] += r[k] * means[k][j];
        variance[j] += r[k] * one[j];
      }
    }
    for (int k = 0; k < rows.length; k++) {
      for (int j = 0; j < D; j++) {
        double deviation = means[k][j] - mean[j];
        variance[j] += r[k] * deviation * deviation;
      }
    }
  }
}

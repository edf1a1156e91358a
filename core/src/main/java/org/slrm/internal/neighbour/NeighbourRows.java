package org.slrm.internal.neighbour;

import java.util.Arrays;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.RowSolver;

/** Predicts rows by a {@link NeighbourMember}. One per thread. */
final class NeighbourRows implements RowSolver {
  private final NeighbourMember member;
  private final Neighbours neighbours;
  private final int features;
  private final double[] imputed;
  private final double[] spread;
  private int[] observed = new int[0];
  private int m;

  NeighbourRows(NeighbourMember member) {
    this.member = member;
    neighbours = new Neighbours(member.rows(), member.count());
    features = member.features();
    imputed = new double[features];
    spread = new double[features];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
  }

  @Override
  public void row(double[] z) {
    neighbours.impute(observed, m, z, imputed, spread);
  }

  @Override
  public double mean(int target) {
    return member.intercept(target)
        + Vectors.dot(member.beta(), target * features, imputed, 0, features);
  }

  /** Σ_missing β_j²s_j², with the variance s_j² of a missing entry among the neighbours. */
  @Override
  public double signalVariance(int target) {
    double sum = 0;
    for (int j = 0; j < features; j++) {
      sum += missingVariance(target, j);
    }
    return sum;
  }

  private double missingVariance(int target, int j) {
    double b = member.beta()[target * features + j];
    return b * b * spread[j];
  }

  @Override
  public double noiseVariance(int target) {
    return member.tau()[target];
  }

  /** The part of missing entries is divided equally, since all entries chose the neighbours. */
  @Override
  public void addContributions(int target, double factor, double[] out) {
    double[] direct = new double[m];
    double sum = 0;
    for (int e = 0; e < m; e++) {
      direct[e] = member.beta()[target * features + observed[e]] * imputed[observed[e]];
      sum += direct[e];
    }
    double missing = mean(target) - member.intercept(target) - sum;
    for (int e = 0; e < m; e++) {
      out[e] += factor * (direct[e] + missing / m);
    }
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    Arrays.setAll(out, j -> missingVariance(target, j));
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    System.arraycopy(imputed, 0, mean, 0, features);
    System.arraycopy(spread, 0, variance, 0, features);
  }
}

package org.slrm.internal.neighbour;

import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.RowSolver;

/** Answers rows for a {@link NeighbourMember}. One per thread. */
final class NeighbourRows implements RowSolver {
  private final NeighbourMember member;
  private final Neighbours neighbours;
  private final int features;
  private final double[] completed;
  private final double[] spread;
  private int[] observed = new int[0];
  private int m;

  NeighbourRows(NeighbourMember member) {
    this.member = member;
    neighbours = new Neighbours(member.rows(), member.count());
    features = member.features();
    completed = new double[features];
    spread = new double[features];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
  }

  @Override
  public void row(double[] z) {
    neighbours.impute(observed, m, z, completed, spread);
  }

  @Override
  public double mean(int target) {
    return member.intercept(target)
        + Vectors.dot(member.beta(), target * features, completed, 0, features);
  }

  /** Neighbours that differ in a gap say how sure it is: Σ_missing β_j²s_j². */
  @Override
  public double signalVariance(int target) {
    double sum = 0;
    for (int j = 0; j < features; j++) {
      sum += gain(target, j);
    }
    return sum;
  }

  private double gain(int target, int j) {
    double b = member.beta()[target * features + j];
    return b * b * spread[j];
  }

  @Override
  public double noiseVariance(int target) {
    return member.tau()[target];
  }

  /** What gaps add is shared out equally: all known entries together chose the neighbours. */
  @Override
  public void addContributions(int target, double share, double[] out) {
    double own = 0;
    for (int e = 0; e < m; e++) {
      own += member.beta()[target * features + observed[e]] * completed[observed[e]];
    }
    double gaps = mean(target) - member.intercept(target) - own;
    for (int e = 0; e < m; e++) {
      double direct = member.beta()[target * features + observed[e]] * completed[observed[e]];
      out[e] += share * (direct + gaps / m);
    }
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    for (int j = 0; j < features; j++) {
      out[j] = gain(target, j);
    }
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    System.arraycopy(completed, 0, mean, 0, features);
    System.arraycopy(spread, 0, variance, 0, features);
  }
}

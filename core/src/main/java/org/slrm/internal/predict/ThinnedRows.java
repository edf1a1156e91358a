package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.slrm.internal.run.Thinning;

/**
 * Rows of a member that does not model missingness patterns: a row with far more observed entries
 * than training rows is predicted by the mean over subsets of its entries (N-5). Contributions are
 * averages, so they still add up. The variance between the subsets' predictions is part of the
 * variance.
 */
final class ThinnedRows implements RowSolver {
  private final Member member;
  private final Thinning thinning;
  private final RowSolver whole;
  private RowSolver[] part = new RowSolver[0];
  private int[][] subset = new int[0][];
  private int[] observed = new int[0];
  private double[] z = new double[0];
  private int m;
  private boolean thinned;

  ThinnedRows(Member member, Thinning thinning) {
    this.member = member;
    this.thinning = thinning;
    whole = member.rowSolver();
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    thinned = thinning.applies(thinning.entries(pattern, count));
    if (!thinned) {
      whole.pattern(pattern, count);
      return;
    }
    if (part.length == 0) {
      part = new RowSolver[Thinning.SUBSETS];
      Arrays.setAll(part, s -> member.rowSolver());
    }
    subset = thinning.subsets(pattern, count);
    for (int s = 0; s < part.length; s++) {
      int[] some = Arrays.stream(subset[s]).map(e -> pattern[e]).toArray();
      part[s].pattern(some, some.length);
    }
  }

  @Override
  public void row(double[] values) {
    z = values;
    if (!thinned) {
      whole.row(values);
      return;
    }
    for (int s = 0; s < part.length; s++) {
      part[s].row(Arrays.stream(subset[s]).mapToDouble(e -> values[e]).toArray());
    }
  }

  @Override
  public boolean predicts() {
    return thinned ? Arrays.stream(part).anyMatch(RowSolver::predicts) : whole.predicts();
  }

  private double average(ToDoubleFunction<RowSolver> value) {
    if (!thinned) {
      return value.applyAsDouble(whole);
    }
    double sum = 0;
    for (RowSolver solver : part) {
      sum += value.applyAsDouble(solver);
    }
    return sum / part.length;
  }

  @Override
  public double mean(int target) {
    return average(s -> s.mean(target));
  }

  /** Variance within subsets plus between them. */
  @Override
  public double signalVariance(int target) {
    if (!thinned) {
      return whole.signalVariance(target);
    }
    double mean = mean(target);
    return average(
        s -> s.signalVariance(target) + (s.mean(target) - mean) * (s.mean(target) - mean));
  }

  @Override
  public double noiseVariance(int target) {
    return average(s -> s.noiseVariance(target));
  }

  @Override
  public double missingness(int target) {
    return average(s -> s.missingness(target));
  }

  private interface Adding {
    void add(RowSolver solver, double factor, double[] out);
  }

  /** Adds the subsets' values for their entries. */
  private void add(double factor, double[] out, Adding adding) {
    if (!thinned) {
      adding.add(whole, factor, out);
      return;
    }
    for (int s = 0; s < part.length; s++) {
      double[] values = new double[subset[s].length];
      adding.add(part[s], factor / part.length, values);
      for (int e = 0; e < values.length; e++) {
        out[subset[s][e]] += values[e];
      }
    }
  }

  @Override
  public void addContributions(int target, double factor, double[] out) {
    add(factor, out, (solver, f, values) -> solver.addContributions(target, f, values));
  }

  @Override
  public void addMissingEffects(int target, double factor, double[] out) {
    ofWhole().addMissingEffects(target, factor, out);
  }

  @Override
  public boolean nonlinear() {
    return thinned ? part[0].nonlinear() : whole.nonlinear();
  }

  @Override
  public void addSlopes(int target, double factor, double[] out) {
    add(factor, out, (solver, f, values) -> solver.addSlopes(target, f, values));
  }

  @Override
  public double[] componentShares() {
    return ofWhole().componentShares();
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    ofWhole().varianceReductions(target, out);
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    ofWhole().impute(mean, variance);
  }

  @Override
  public double expected(int feature, int features) {
    return ofWhole().expected(feature, features);
  }

  /** The whole row, for missing features: all observed entries help there. */
  private RowSolver ofWhole() {
    if (thinned) {
      whole.pattern(observed, m);
      whole.row(z);
    }
    return whole;
  }
}

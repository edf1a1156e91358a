package org.slrm.internal.mixture;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.slrm.internal.factor.FactorStatistics;

/**
 * Sufficient statistics of the M step: for each component the sums of its factor model with row
 * weights r_ik, including Σ_i r_ik. Sums over parts of the rows can be computed anywhere and merged
 * in a fixed order.
 */
public final class MixtureStatistics {
  private final List<FactorStatistics> components;
  private double objective;

  /** Sums computed elsewhere, with the log-likelihood of their rows. */
  public MixtureStatistics(List<FactorStatistics> components, double objective) {
    this.components = List.copyOf(components);
    this.objective = objective;
  }

  /** Empty sums for this number of components. */
  public static MixtureStatistics empty(int size, int columns, int d) {
    List<FactorStatistics> none =
        Stream.generate(() -> new FactorStatistics(columns, d)).limit(size).toList();
    return new MixtureStatistics(none, 0);
  }

  MixtureStatistics copy() {
    FactorStatistics first = components.get(0);
    return ofArray(size(), first.columns, first.d, toArray());
  }

  /** Multiplies the log-likelihood by a factor. */
  void scaleObjective(double factor) {
    objective *= factor;
  }

  /** Sums of component k. */
  public FactorStatistics component(int k) {
    return components.get(k);
  }

  /** Number of components. */
  public int size() {
    return components.size();
  }

  /** Weight of the rows of component k, Σ_i r_ik. */
  public double rows(int k) {
    return components.get(k).rows();
  }

  /** Log-likelihood of the rows under the parameters they were summed with. */
  public double objective() {
    return objective;
  }

  /** Adds another part. */
  public void merge(MixtureStatistics other) {
    for (int k = 0; k < size(); k++) {
      components.get(k).merge(other.components.get(k));
    }
    objective += other.objective;
  }

  /** All sums as one flat array, for transfer. */
  public double[] toArray() {
    double[][] parts = components.stream().map(FactorStatistics::toArray).toArray(double[][]::new);
    int each = parts[0].length;
    double[] out = new double[size() * each + 1];
    for (int k = 0; k < size(); k++) {
      System.arraycopy(parts[k], 0, out, k * each, each);
    }
    out[size() * each] = objective;
    return out;
  }

  /** Statistics from such an array. */
  public static MixtureStatistics ofArray(int size, int columns, int d, double[] array) {
    int each = (array.length - 1) / size;
    FactorStatistics[] parts = new FactorStatistics[size];
    Arrays.setAll(
        parts,
        k ->
            FactorStatistics.ofArray(
                columns, d, Arrays.copyOfRange(array, k * each, (k + 1) * each)));
    return new MixtureStatistics(List.of(parts), array[array.length - 1]);
  }
}

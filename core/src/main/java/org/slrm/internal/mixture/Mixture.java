package org.slrm.internal.mixture;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;

/**
 * Parameters of a mixture of factor analysers (U-1): with probability π_k a row follows the factor
 * model of component k, features first, then labels.
 *
 * @param proportions mixing proportions π, summing to one
 * @param components the factor models
 */
public record Mixture(double[] proportions, List<Factors> components) implements Serializable {
  /** Checks that every component has a mixing proportion. */
  public Mixture {
    Checks.equal(
        "number of mixing proportions", proportions.length, "components", components.size());
    components = List.copyOf(components);
  }

  /** Number of components. */
  public int size() {
    return proportions.length;
  }

  public Factors component(int k) {
    return components.get(k);
  }

  /** Normalises log weights to probabilities in place; returns the logarithm of their sum. */
  static double normalize(double[] logs) {
    double max = Double.NEGATIVE_INFINITY;
    for (double v : logs) {
      max = Math.max(max, v);
    }
    double sum = 0;
    for (double v : logs) {
      sum += Math.exp(v - max);
    }
    double logSum = max + Math.log(sum);
    for (int k = 0; k < logs.length; k++) {
      logs[k] = Math.exp(logs[k] - logSum);
    }
    return logSum;
  }

  /** These components alone, with renormalised mixing proportions. */
  Mixture only(int[] retained) {
    double total = IntStream.of(retained).mapToDouble(k -> proportions[k]).sum();
    return new Mixture(
        IntStream.of(retained).mapToDouble(k -> proportions[k] / total).toArray(),
        IntStream.of(retained).mapToObj(components::get).toList());
  }

  /** A convex combination with another mixture of the same number of components. */
  Mixture towards(Mixture to, double part) {
    double[] between = proportions.clone();
    Arrays.setAll(between, k -> proportions[k] + part * (to.proportions[k] - proportions[k]));
    return new Mixture(
        between,
        IntStream.range(0, size())
            .mapToObj(k -> component(k).towards(to.component(k), part))
            .toList());
  }
}

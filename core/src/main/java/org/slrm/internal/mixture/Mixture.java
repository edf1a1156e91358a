package org.slrm.internal.mixture;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;

/**
 * Parameters of a mixture of factor analysers (U-1): with probability π_k a row follows the factor
 * model of component k, features first, then labels.
 *
 * @param share π, summing to one
 * @param components the factor models
 */
public record Mixture(double[] share, List<Factors> components) implements Serializable {
  /** Checks that every component has a share. */
  public Mixture {
    Checks.equal("number of shares", share.length, "components", components.size());
    components = List.copyOf(components);
  }

  /** Number of components. */
  public int size() {
    return share.length;
  }

  /** Component k. */
  public Factors component(int k) {
    return components.get(k);
  }

  /** Adds log shares to {@code logs} and normalises them to probabilities in place. */
  static double normalize(double[] logs) {
    double most = Double.NEGATIVE_INFINITY;
    for (double v : logs) {
      most = Math.max(most, v);
    }
    double sum = 0;
    for (double v : logs) {
      sum += Math.exp(v - most);
    }
    double logSum = most + Math.log(sum);
    for (int k = 0; k < logs.length; k++) {
      logs[k] = Math.exp(logs[k] - logSum);
    }
    return logSum;
  }

  /** These components alone, with renormalised shares. */
  Mixture only(int[] kept) {
    double total = IntStream.of(kept).mapToDouble(k -> share[k]).sum();
    return new Mixture(
        IntStream.of(kept).mapToDouble(k -> share[k] / total).toArray(),
        IntStream.of(kept).mapToObj(components::get).toList());
  }

  /** A convex combination with another mixture of the same number of components. */
  Mixture towards(Mixture to, double part) {
    double[] between = share.clone();
    Arrays.setAll(between, k -> share[k] + part * (to.share[k] - share[k]));
    List<Factors> all = new ArrayList<>();
    for (int k = 0; k < components.size(); k++) {
      all.add(components.get(k).towards(to.components.get(k), part));
    }
    return new Mixture(between, all);
  }
}

package org.slrm.internal.regression;

import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** The features that a path of elastic nets works on. */
public final class WorkingSet {
  private final double[] s;
  private final IntPredicate active;
  private final IntToDoubleFunction slope;
  private final int[] features;
  private final boolean[] in;
  private int size;

  /**
   * An empty set.
   *
   * @param s scales of the features, shared with the net
   * @param active whether a feature has a coefficient other than 0
   * @param slope the dual norm of a feature's gradient
   */
  public WorkingSet(double[] s, IntPredicate active, IntToDoubleFunction slope) {
    this.s = s;
    this.active = active;
    this.slope = slope;
    features = new int[s.length];
    in = new boolean[s.length];
  }

  /** The features, in the first {@link #size} places; not to be changed. */
  public int[] features() {
    return features;
  }

  /** Number of features. */
  public int size() {
    return size;
  }

  /** Features with |g_j| ≥ s_j (λ − (λ_last − λ)), λ = λ2/2 (strong rule), or a coefficient. */
  public void start(double threshold) {
    size = 0;
    for (int j = 0; j < s.length; j++) {
      in[j] = s[j] > 0 && (active.test(j) || slope.applyAsDouble(j) >= s[j] * threshold);
      if (in[j]) {
        features[size++] = j;
      }
    }
  }

  /** Adds features at 0 whose gradient violates optimality, and returns whether there were any. */
  public boolean addViolators(double lambda) {
    int before = size;
    for (int j = 0; j < s.length; j++) {
      if (!in[j] && s[j] > 0 && slope.applyAsDouble(j) > s[j] * lambda) {
        in[j] = true;
        features[size++] = j;
      }
    }
    return size > before;
  }
}

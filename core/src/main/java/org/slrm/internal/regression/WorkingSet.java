package org.slrm.internal.regression;

/** The features that a path of elastic nets works on. */
public final class WorkingSet {
  private final double[] s;
  private final double[] w;
  private final double[] g;
  private final int[] features;
  private final boolean[] in;
  private int size;

  /**
   * An empty set; the arrays are shared with the net.
   *
   * @param s scales of the features
   * @param w coefficients
   * @param g gradients
   */
  public WorkingSet(double[] s, double[] w, double[] g) {
    this.s = s;
    this.w = w;
    this.g = g;
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

  /**
   * Non-zero features and those the strong rule keeps: |g_j| ≥ s_j (λ − (λ_last − λ)), λ = λ2/2.
   */
  public void start(double threshold) {
    size = 0;
    for (int j = 0; j < s.length; j++) {
      in[j] = s[j] > 0 && (w[j] != 0 || Math.abs(g[j]) >= s[j] * threshold);
      if (in[j]) {
        features[size++] = j;
      }
    }
  }

  /** Adds features at 0 whose gradient violates optimality, and returns whether there were any. */
  public boolean addViolators(double lambda) {
    int before = size;
    for (int j = 0; j < s.length; j++) {
      if (!in[j] && Math.abs(g[j]) > s[j] * lambda && s[j] > 0) {
        in[j] = true;
        features[size++] = j;
      }
    }
    return size > before;
  }
}

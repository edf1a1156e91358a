package org.slrm.internal.mixture;

/**
 * The contribution of each observed entry to the change of component probabilities from π to r, and
 * through it to the label (U-9). The shift Σ_k (r_k − π_k) b_k is split by logarithmic means: with
 * L_k = (r_k − π_k) / (log r_k − log π_k) > 0 and ℓ_kj the term of entry j in log p_k(x_Ω),
 *
 * <pre>shift_j = Σ_k L_k (ℓ_kj − ℓ̄_j) b_k,   ℓ̄_j = Σ_k L_k ℓ_kj / Σ_k L_k</pre>
 *
 * The parts sum to the whole and do not depend on the order of the entries.
 */
final class ShareContributions {
  private final double[] prior;

  ShareContributions(double[] prior) {
    this.prior = prior;
  }

  /** Adds {@code of} times the shift by each entry, given log r_k, ℓ_kj and b_k. */
  void add(double[] logShare, double[][] logs, double[] b, double of, double[] out) {
    int K = prior.length;
    double[] L = new double[K];
    double total = 0;
    int likeliest = 0;
    for (int k = 0; k < K; k++) {
      L[k] = logarithmicMean(logShare[k], Math.log(prior[k]));
      total += L[k];
      likeliest = logShare[k] > logShare[likeliest] ? k : likeliest;
    }
    for (int e = 0; total > 0 && e < logs[0].length; e++) {
      // Relative to the likeliest component, because terms common to all would cause cancellation.
      double common = logs[likeliest][e];
      double mean = 0;
      for (int k = 0; k < K; k++) {
        mean += L[k] * (logs[k][e] - common) / total;
      }
      for (int k = 0; k < K; k++) {
        out[e] += of * L[k] * (logs[k][e] - common - mean) * b[k];
      }
    }
  }

  /** (eᵃ − eᵇ) / (a − b), and eᵃ where they are equal. */
  private static double logarithmicMean(double a, double b) {
    if (a == Double.NEGATIVE_INFINITY || b == Double.NEGATIVE_INFINITY) {
      return 0;
    }
    double apart = a - b;
    return apart == 0 ? Math.exp(b) : Math.exp(b) * Math.expm1(apart) / apart;
  }
}

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
final class ProbabilityContributions {
  private final double[] prior;

  ProbabilityContributions(double[] prior) {
    this.prior = prior;
  }

  /** Adds {@code factor} times the shift by each entry, given log r_k, ℓ_kj and b_k. */
  void add(double[] logProbability, double[][] logs, double[] b, double factor, double[] out) {
    int K = prior.length;
    double[] L = new double[K];
    double total = 0;
    int likeliest = 0;
    for (int k = 0; k < K; k++) {
      L[k] = logarithmicMean(logProbability[k], Math.log(prior[k]));
      total += L[k];
      likeliest = logProbability[k] > logProbability[likeliest] ? k : likeliest;
    }
    for (int e = 0; total > 0 && e < logs[0].length; e++) {
      // Relative to the likeliest component, because terms common to all would cause cancellation.
      double common = logs[likeliest][e];
      double mean = 0;
      for (int k = 0; k < K; k++) {
        mean += L[k] * (logs[k][e] - common) / total;
      }
      for (int k = 0; k < K; k++) {
        out[e] += factor * L[k] * (logs[k][e] - common - mean) * b[k];
      }
    }
  }

  /** (eᵃ − eᵇ) / (a − b), and eᵃ where they are equal. */
  private static double logarithmicMean(double a, double b) {
    if (a == Double.NEGATIVE_INFINITY || b == Double.NEGATIVE_INFINITY) {
      return 0;
    }
    double difference = a - b;
    return difference == 0 ? Math.exp(b) : Math.exp(b) * Math.expm1(difference) / difference;
  }
}

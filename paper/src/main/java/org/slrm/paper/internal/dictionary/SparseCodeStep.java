package org.slrm.paper.internal.dictionary;

import java.util.Arrays;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Vectors;

/**
 * The code of a row by its observed entries (Z-1):
 *
 * <pre>α* = argmin ½‖x_Ω − D_Ωα‖² + λ1‖α‖₁ + λ2/2 ‖α‖²</pre>
 *
 * A few sweeps of coordinate descent guess the active set Λ and the signs s; a linear system then
 * gives the code (Z-2), and atoms leave or enter until signs and optimality hold (feature-sign
 * search, Lee et al. 2006). Columns of Gram matrices are computed when needed. One per thread.
 */
final class SparseCodeStep {
  /** Sweeps before atoms enter and leave one by one. */
  private static final int SWEEPS = 10;

  private static final double COARSE = 1e-2;

  /** More steps mean a tie within rounding. */
  private static final int MAX_STEPS = 1000;

  private static final double ROUNDING = 1e-10;

  private final Dictionary dictionary;
  private final int K;
  private final double[] D;
  private final double[] gram;
  private final boolean[] has;
  private final double[] c;
  private final double[] q;
  private final double[] alpha;
  private final double[] proposal;
  private final double[] sign;
  private final int[] active;
  private final double[] factor;
  private int size;
  private int[] observed = new int[0];
  private int m;

  SparseCodeStep(Dictionary dictionary) {
    this.dictionary = dictionary;
    K = dictionary.atoms();
    D = dictionary.D();
    gram = new double[K * K];
    has = new boolean[K];
    c = new double[K];
    q = new double[K];
    alpha = new double[K];
    proposal = new double[K];
    sign = new double[K];
    active = new int[K];
    factor = new double[K * K];
  }

  /** Prepares for rows with the first m of these features, and for the current D. */
  void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    Arrays.fill(has, false);
  }

  /** Computes the code of a row from the values of its observed features. */
  void row(double[] z) {
    Arrays.fill(alpha, 0);
    row(z, alpha, 0);
  }

  /** Computes the code from a guess, such as its last code; zeros without one. */
  void row(double[] z, double[] guess, int at) {
    Arrays.fill(c, 0);
    for (int e = 0; e < m; e++) {
      Vectors.add(c, 0, z[e], D, observed[e] * K, K);
    }
    System.arraycopy(guess, at, alpha, 0, K);
    double slack = ROUNDING * (dictionary.l1() + largest(c));
    activate();
    if (size == 0) {
      System.arraycopy(c, 0, q, 0, K);
      descend(COARSE * largest(c));
      activate();
    }
    for (int step = 0; step < MAX_STEPS; step++) {
      solveActive();
      if (!towardsProposal()) {
        continue;
      }
      int worst = worst(slack);
      if (worst < 0) {
        return;
      }
      sign[worst] = Math.signum(q[worst]);
      active[size++] = worst;
    }
    solveActive();
    for (int a = 0; a < size; a++) {
      alpha[active[a]] = proposal[a];
    }
  }

  /** α, read only. */
  double[] code() {
    return alpha;
  }

  /** The first {@link #size} are Λ. */
  int[] active() {
    return active;
  }

  int size() {
    return size;
  }

  /** b_Λ ← M b_Λ, M = (D_ΩΛᵀD_ΩΛ + λ2 I)⁻¹, b in the order of Λ. */
  void solve(double[] b) {
    Cholesky.solve(factor, size, b);
  }

  /** x_j − D_jα of the e-th observed feature. */
  double residual(double[] z, int e) {
    int at = observed[e] * K;
    double sum = z[e];
    for (int a = 0; a < size; a++) {
      sum -= D[at + active[a]] * alpha[active[a]];
    }
    return sum;
  }

  /** The value of (Z-1) at the code. */
  double objective(double[] z) {
    double sum = 0;
    for (int e = 0; e < m; e++) {
      double r = residual(z, e);
      sum += r * r / 2;
    }
    for (int a = 0; a < size; a++) {
      double v = Math.abs(alpha[active[a]]);
      sum += v * (dictionary.l1() + dictionary.l2() / 2 * v);
    }
    return sum;
  }

  /** α_k ← soft(q_k + G_kk α_k, λ1)/(G_kk + λ2) over atoms that are not 0 or violate optimality. */
  private void descend(double tolerance) {
    double l1 = dictionary.l1();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double change = 0;
      for (int k = 0; k < K; k++) {
        if (alpha[k] != 0 || Math.abs(q[k]) > l1) {
          gram(k);
          double own = gram[k * K + k];
          double at = q[k] + own * alpha[k];
          double soft = at > l1 ? at - l1 : at < -l1 ? at + l1 : 0;
          double delta = soft / (own + dictionary.l2()) - alpha[k];
          if (delta != 0) {
            alpha[k] += delta;
            Vectors.add(q, 0, -delta, gram, k * K, K);
            change = Math.max(change, Math.abs(delta) * (own + dictionary.l2()));
          }
        }
      }
      if (change <= tolerance) {
        return;
      }
    }
  }

  /** Row k of D_ΩᵀD_Ω. */
  private void gram(int k) {
    if (!has[k]) {
      Arrays.fill(gram, k * K, (k + 1) * K, 0);
      for (int e = 0; e < m; e++) {
        int at = observed[e] * K;
        if (D[at + k] != 0) {
          Vectors.add(gram, k * K, D[at + k], D, at, K);
        }
      }
      has[k] = true;
    }
  }

  /** Λ and the signs s after coordinate descent. */
  private void activate() {
    size = 0;
    for (int k = 0; k < K; k++) {
      if (alpha[k] != 0) {
        sign[k] = Math.signum(alpha[k]);
        active[size++] = k;
      }
    }
  }

  /** (Z-2) α_Λ = M(D_ΩΛᵀx_Ω − λ1 s). */
  private void solveActive() {
    for (int a = 0; a < size; a++) {
      gram(active[a]);
      for (int b = 0; b <= a; b++) {
        factor[a * size + b] = gram[active[a] * K + active[b]];
      }
      factor[a * size + a] += dictionary.l2();
      proposal[a] = c[active[a]] - dictionary.l1() * sign[active[a]];
    }
    Cholesky.factor(factor, size, 0);
    Cholesky.solve(factor, size, proposal);
  }

  /**
   * Moves to the solution of (Z-2) if signs stay; otherwise to the first atom that becomes 0, which
   * leaves Λ, and returns false.
   */
  private boolean towardsProposal() {
    double reach = 1;
    int leaves = -1;
    for (int a = 0; a < size; a++) {
      double from = alpha[active[a]];
      if (proposal[a] * sign[active[a]] <= 0) {
        double share = from == 0 ? 0 : from / (from - proposal[a]);
        if (leaves < 0 || share < reach) {
          reach = share;
          leaves = a;
        }
      }
    }
    for (int a = 0; a < size; a++) {
      int k = active[a];
      alpha[k] = leaves < 0 ? proposal[a] : alpha[k] + reach * (proposal[a] - alpha[k]);
    }
    if (leaves >= 0) {
      alpha[active[leaves]] = 0;
      System.arraycopy(active, leaves + 1, active, leaves, --size - leaves);
    }
    return leaves < 0;
  }

  /** The atom that is 0 with the largest |D_kᵀ(x − Dα)| above λ1, −1 without one. */
  private int worst(double slack) {
    System.arraycopy(c, 0, q, 0, K);
    for (int a = 0; a < size; a++) {
      Vectors.add(q, 0, -alpha[active[a]], gram, active[a] * K, K);
    }
    double most = dictionary.l1() + slack;
    int worst = -1;
    for (int k = 0; k < K; k++) {
      if (alpha[k] == 0 && Math.abs(q[k]) > most) {
        most = Math.abs(q[k]);
        worst = k;
      }
    }
    return worst;
  }

  private static double largest(double[] of) {
    double most = 0;
    for (double v : of) {
      most = Math.max(most, Math.abs(v));
    }
    return most;
  }
}

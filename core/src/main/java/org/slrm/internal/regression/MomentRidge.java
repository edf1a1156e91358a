package org.slrm.internal.regression;

import java.util.SplittableRandom;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;

/**
 * Ridge regression by second moments for many features, its penalty by generalised
 * cross-validation: one Cholesky factor for each penalty instead of an eigenproblem, with degrees
 * of freedom by random probes.
 *
 * <pre>w = (G + λI)⁻¹c,   df = p − λ tr (G + λI)⁻¹,   error = (yy − 2cᵀw + wᵀGw) / (1 − df/n)²
 * </pre>
 */
public final class MomentRidge {
  private static final int PROBES = 8;
  private static final int POINTS = 10;
  private static final double FIRST = 10;
  private static final double STEP = Math.sqrt(0.1);

  private final int p;
  private final double n;
  private final double[] gram;
  private final double[] c;
  private final double yy;
  private final double scale;

  private MomentRidge(double n, double[] gram, double[] c, double yy) {
    p = c.length;
    this.n = n;
    this.gram = gram;
    this.c = c;
    this.yy = yy;
    double trace = 0;
    for (int j = 0; j < p; j++) {
      trace += gram[Packed.at(j, j)];
    }
    scale = Math.max(trace / p, 1e-300);
  }

  /**
   * For centred moments.
   *
   * @param n number of rows
   * @param gram G, packed
   * @param c mean of x_j y
   * @param yy mean of y²
   */
  public static PenaltyChoice of(double n, double[] gram, double[] c, double yy) {
    return new MomentRidge(n, gram, c, yy).choose();
  }

  /** For a regression given by its moments. */
  public static PenaltyChoice of(GramProblem moments) {
    int p = moments.features();
    double[] gram = new double[Packed.length(p)];
    for (int j = 0, k = 0; j < p; j++) {
      for (int l = 0; l <= j; l++, k++) {
        gram[k] = moments.gram()[j * p + l];
      }
    }
    PenaltyChoice found = of(moments.weight(), gram, moments.c(), moments.labelVariance());
    double intercept = moments.meanLabel();
    for (int j = 0; j < p; j++) {
      intercept -= moments.mean(j) * found.w()[j];
    }
    return new PenaltyChoice(intercept, found.w(), found.error(), 0, found.l2());
  }

  /** Decreasing penalties until two in a row were worse. */
  private PenaltyChoice choose() {
    double[] best = new double[p];
    double least = Double.POSITIVE_INFINITY;
    double chosen = 0;
    int worse = 0;
    SpdFactor factor = new SpdFactor(p);
    double lambda = FIRST * scale;
    for (int point = 0; point < POINTS && worse < 2; point++, lambda *= STEP) {
      double[] ridged = gram.clone();
      for (int j = 0; j < p; j++) {
        ridged[Packed.at(j, j)] += lambda;
      }
      factor.factorRidged(ridged, 0);
      double[] w = c.clone();
      factor.solve(w);
      double error = error(w, lambda, factor);
      worse = error < least ? 0 : worse + 1;
      if (error < least) {
        least = error;
        best = w;
        chosen = lambda;
      }
    }
    return new PenaltyChoice(0, best, least, 0, chosen);
  }

  private double error(double[] w, double lambda, SpdFactor factor) {
    // (G + λI)w = c, so wᵀGw = cᵀw − λwᵀw
    double fit = Vectors.dot(c, 0, w, 0, p);
    double residual = yy - fit - lambda * Vectors.dot(w, 0, w, 0, p);
    double left = Math.max(1e-3, 1 - (p - lambda * trace(factor)) / n);
    return Math.max(residual, 1e-12 * yy) / (left * left);
  }

  /** tr (G + λI)⁻¹ as the mean of zᵀ(G + λI)⁻¹z over random signs z, the same for every penalty. */
  private double trace(SpdFactor factor) {
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    double[] b = new double[p];
    for (int probe = 0; probe < PROBES; probe++) {
      for (int j = 0; j < p; j++) {
        b[j] = random.nextBoolean() ? 1 : -1;
      }
      factor.forward(b);
      sum += Vectors.dot(b, 0, b, 0, p);
    }
    return sum / PROBES;
  }
}

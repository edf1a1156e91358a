package org.slrm.internal.factor;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.masking.MaskingStep;
import org.slrm.internal.masking.ObservedValues;
import org.slrm.internal.run.Workers;

/**
 * The factor model of features that are missing because of their values, with P(missing | x_j) =
 * exp(u_j(x_j)), u_j = c₀ + c₁x + c₂x² (N-1). Given that every entry is missing, the scores are
 * N(ν, S₀) with
 *
 * <pre>
 * s_j = 1 − 2c₂ψ_j,   S₀⁻¹ = I − 2 Σ_j c₂V_jV_jᵀ/s_j,   ν = S₀ Σ_j V_j(c₁ + 2c₂μ_j)/s_j
 * </pre>
 *
 * and a missing entry is N((μ_j + V_jᵀα + c₁ψ_j)/s_j, ψ_j/s_j) (N-2). So given which entries are
 * missing, the row follows an ordinary factor model in whitened scores, the conditional model
 * (N-6). E steps, predictions and imputation use that model; M steps use the model of all values.
 */
public final class SelfMasking {
  /** Minimum expected gain in log-likelihood of a curve, for its three parameters. */
  private static final double MIN_GAIN = 3;

  /** Minimum weight of observed and of missing entries of a feature with a curve. */
  private static final double MIN_OBSERVED = 20;

  private static final double MIN_MISSING = 5;

  private final MaskingCurve[] curves;
  private final ObservedValues[] observed;

  /** A mechanism for these features. */
  SelfMasking(MaskingCurve[] curves, ObservedValues[] observed) {
    this.curves = curves;
    this.observed = observed;
  }

  /** A mechanism for these features. */
  SelfMasking(List<MaskingCurve> curves, ObservedValues[] observed) {
    this(curves.toArray(MaskingCurve[]::new), observed);
  }

  /** A mechanism of rows that come one after another: curves stay as they are. */
  static SelfMasking given(List<MaskingCurve> curves) {
    ObservedValues any = new ObservedValues(new double[0], new double[0], 1);
    ObservedValues[] observed = new ObservedValues[curves.size()];
    Arrays.fill(observed, any);
    return new SelfMasking(curves, observed);
  }

  /** The E step of rows under a model of all values and the curves of its features (N-3). */
  public static FactorStatistics expectations(
      RowStatistics rows, Factors all, List<MaskingCurve> curves, double[] omega) {
    return new SelfMaskingRows(rows, given(curves)).expectations(all, omega);
  }

  /** The conditional model of a model of all values, with these curves of its features. */
  public static Factors conditional(Factors all, List<MaskingCurve> curves) {
    return given(curves).conditional(all);
  }

  /** Missingness that does not depend on values. */
  static SelfMasking ignorable(ObservedValues[] observed) {
    return new SelfMasking(
        Arrays.stream(observed)
            .map(k -> MaskingCurve.ignorable(k.missing() / (k.missing() + k.total())))
            .toArray(MaskingCurve[]::new),
        observed);
  }

  /**
   * Whether the missing entries of some feature, as a factor model of the features imputes them,
   * differ from its observed values (N-7): a curve gains more log-likelihood than log(features /
   * level), where the level is the chance of that where missingness is independent of all values.
   */
  public static boolean plausible(
      Factors x,
      IncompleteMatrix rows,
      double @Nullable [] weights,
      double level,
      Workers workers) {
    SelfMasking none = ignorable(ObservedValues.of(rows, weights));
    RowPlan plan = new RowPlan(rows, weights, FactorStatistics.bytes(x.columns(), x.d()));
    double[] omega = new double[x.columns()];
    Arrays.fill(omega, 1);
    FactorStatistics s = new ExpectationStep(x, omega).run(plan, workers);
    MissingMoments moments = none.complete(s, x);
    for (int j = 0; j < omega.length; j++) {
      if (none.estimable(j)) {
        MaskingStep step = none.step(j, moments);
        if (step.gain(step.best()) > Math.log(omega.length / level)) {
          return true;
        }
      }
    }
    return false;
  }

  private double s(Factors f, int j) {
    return 1 + curves[j].precision() * f.psi()[j];
  }

  /** Scores given that every entry is missing: lower triangular root of the covariance, mean. */
  record AllMissing(Whitening scores, double logProbability) {}

  /** The scores' distribution given that every entry is missing, and the log of its probability. */
  AllMissing allMissing(Factors f) {
    int d = f.d();
    double[] precision = new double[Packed.length(d)];
    Packed.identity(precision, d);
    double[] h = new double[d];
    double log = 0;
    for (int j = 0; j < curves.length; j++) {
      MaskingCurve c = curves[j];
      double p = c.precision();
      double s = s(f, j);
      double mu = f.mu()[j];
      Packed.addOuter(precision, 0, p / s, f.V(), j * d, d);
      for (int k = 0; k < d; k++) {
        h[k] += f.V()[j * d + k] * (c.c1() - p * mu) / s;
      }
      log += missing(j) ? c.c0() - 0.5 * Math.log(s) : 0;
      log += (c.c1() * mu + 0.5 * f.psi()[j] * c.c1() * c.c1() - 0.5 * p * mu * mu) / s;
    }
    double[] root = root(precision, d);
    log -= 0.5 * Cholesky.logDeterminant(root, d);
    double[] nu = h.clone();
    Cholesky.solve(root, d, nu);
    for (int k = 0; k < d; k++) {
      log += 0.5 * h[k] * nu[k];
    }
    Cholesky.inverse(root, d, precision, 0);
    return new AllMissing(new Whitening(root(precision, d), nu), log);
  }

  /** The lower triangular root of a packed matrix, row-major. */
  private static double[] root(double[] packed, int d) {
    double[] root = new double[d * d];
    for (int i = 0, k = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        root[i * d + j] = packed[k];
      }
    }
    if (!Cholesky.factor(root, d, 0)) {
      throw new IllegalArgumentException("missingness curves must leave the scores a variance");
    }
    return root;
  }

  private boolean missing(int j) {
    return observed[j].missing() > 0;
  }

  /** The conditional model. */
  Factors conditional(Factors f) {
    return conditional(f, allMissing(f));
  }

  /** The conditional model: the factor model of a row given which of its entries are missing. */
  Factors conditional(Factors f, AllMissing all) {
    Factors turned = f.transformed(all.scores.R(), all.scores.nu());
    int d = f.d();
    double[] mu = turned.mu();
    double[] psi = f.psi().clone();
    for (int j = 0; j < curves.length; j++) {
      double s = s(f, j);
      mu[j] = (mu[j] + f.psi()[j] * curves[j].c1()) / s;
      psi[j] /= s;
      for (int k = 0; k < d; k++) {
        turned.V()[j * d + k] /= s;
      }
    }
    return new Factors(d, mu, turned.V(), psi, f.labels(), List.of(curves));
  }

  /**
   * The scores' distribution over all rows, in the scores of a conditional model: the inverse of
   * the step from all values to the conditional model (N-6),
   *
   * <pre>ψ_j ← s_jψ_j,  s_j = 1/(1 − ψ_j/t_j);   covariance (I − Σ_j s_jV_jV_jᵀ/t_j)⁻¹</pre>
   */
  public static Whitening allRows(Factors conditional) {
    int d = conditional.d();
    double[] V = conditional.V();
    double[] precision = new double[Packed.length(d)];
    Packed.identity(precision, d);
    double[] mean = new double[d];
    for (int j = 0; j < conditional.curves().size(); j++) {
      MaskingCurve c = conditional.curves().get(j);
      double p = c.precision();
      double s = 1 / (1 - p * conditional.psi()[j]);
      if (!(s > 0)) {
        throw new IllegalArgumentException(
            "noise of column %s must be below the width 1/%s of its missingness curve, got %s"
                .formatted(j, p, conditional.psi()[j]));
      }
      Packed.addOuter(precision, 0, -p * s, V, j * d, d);
      double pull = c.c1() - p * s * (conditional.mu()[j] - c.c1() * conditional.psi()[j]);
      for (int k = 0; k < d; k++) {
        mean[k] -= V[j * d + k] * pull;
      }
    }
    double[] root = root(precision, d);
    Cholesky.solve(root, d, mean);
    Cholesky.inverse(root, d, precision, 0);
    return new Whitening(root(precision, d), mean);
  }

  /** The model of all values, of which this is the conditional model. */
  public static Factors allValues(Factors conditional) {
    return allValues(conditional, allRows(conditional));
  }

  /** The model of all values, given the scores' distribution over all rows. */
  public static Factors allValues(Factors conditional, Whitening all) {
    int d = conditional.d();
    double[] mu = conditional.mu().clone();
    double[] V = conditional.V().clone();
    double[] psi = conditional.psi().clone();
    for (int j = 0; j < conditional.curves().size(); j++) {
      MaskingCurve c = conditional.curves().get(j);
      double s = 1 / (1 - c.precision() * psi[j]);
      psi[j] *= s;
      mu[j] = s * mu[j] - c.c1() * psi[j];
      for (int k = 0; k < d; k++) {
        V[j * d + k] *= s;
      }
    }
    return new Factors(d, mu, V, psi, conditional.labels()).transformed(all.R(), all.nu());
  }

  /** The part of the log-likelihood besides that of the conditional model. */
  double logLikelihood(AllMissing all, double rows) {
    double sum = rows * all.logProbability;
    for (int j = 0; j < curves.length; j++) {
      sum += missing(j) ? curves[j].logOdds(observed[j]) : 0;
    }
    return sum;
  }

  /**
   * Moments of the missing entries under the conditional model.
   *
   * @param sum Σ E[x_j] over the rows where x_j is missing, by feature
   * @param square Σ E[x_j²] over them
   */
  record MissingMoments(double[] sum, double[] square) {}

  /**
   * Completes the statistics of features with a curve by the expectations of their missing entries
   * (N-3). Returns the moments of the missing entries of all features.
   */
  MissingMoments complete(FactorStatistics s, Factors conditional) {
    int d = s.d;
    int width = s.width;
    MissingMoments moments =
        new MissingMoments(new double[curves.length], new double[curves.length]);
    double[] gram = new double[width];
    double[] theta = new double[d + 1];
    double[] product = new double[d + 1];
    for (int j = 0; j < curves.length; j++) {
      for (int k = 0; k < width; k++) {
        gram[k] = s.total[k] - s.gram[j * width + k];
      }
      System.arraycopy(conditional.V(), j * d, theta, 0, d);
      theta[d] = conditional.mu()[j];
      // Σ E[x β] = Σ E[ββᵀ] θ, Σ E[x²] = θᵀ Σ E[ββᵀ] θ + n ψ over the rows where x is missing
      Packed.multiply(gram, 0, theta, product, d + 1);
      double square = gram[width - 1] * conditional.psi()[j];
      for (int k = 0; k <= d; k++) {
        square += theta[k] * product[k];
      }
      moments.sum[j] = product[d];
      moments.square[j] = square;
      if (curves[j].selective()) {
        System.arraycopy(s.total, 0, s.gram, j * width, width);
        for (int k = 0; k < d; k++) {
          s.xa[j * d + k] += product[k];
        }
        s.x[j] += product[d];
        s.xx[j] += square;
      }
    }
    return moments;
  }

  /** Curves that fit the moments of the missing entries better (N-4). */
  SelfMasking updated(MissingMoments moments, boolean strict) {
    MaskingCurve[] next = new MaskingCurve[curves.length];
    for (int j = 0; j < next.length; j++) {
      next[j] = updated(j, moments, strict);
    }
    return new SelfMasking(next, observed);
  }

  private MaskingCurve updated(int j, MissingMoments moments, boolean strict) {
    ObservedValues k = observed[j];
    MaskingCurve flat = MaskingCurve.ignorable(k.missing() / (k.missing() + k.total()));
    if (!estimable(j)) {
      return flat;
    }
    MaskingStep step = step(j, moments);
    MaskingCurve best = step.best();
    return strict && step.gain(best) < MIN_GAIN ? flat : best;
  }

  private boolean estimable(int j) {
    ObservedValues k = observed[j];
    return k.total() >= MIN_OBSERVED && k.missing() >= MIN_MISSING && k.value().length > 1;
  }

  private MaskingStep step(int j, MissingMoments moments) {
    return new MaskingStep(observed[j], moments.sum[j], moments.square[j]);
  }
}

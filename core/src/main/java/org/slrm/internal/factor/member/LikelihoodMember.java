package org.slrm.internal.factor.member;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.linalg.Vectors;
import org.slrm.result.ModelState;

/**
 * Labels as linear functions of the factor scores (P-1): ŷ = b + wᵀa, variance wᵀSw + τ.
 *
 * @param labels regressors and label noises
 * @param tables tables shared by the solvers of all threads
 * @param modelsPatterns whether predictions hold for rows with far more observed entries than
 *     training rows; a strong prior shrinks the scores of sparse rows and inflates the coefficients
 */
public record LikelihoodMember(LabelModel labels, Posterior.Tables tables, boolean modelsPatterns)
    implements FactorMember {
  /** The kind under which models are stored. */
  public static final String KIND = "likelihood";

  private static final String THINNED = "thinned";

  /**
   * A member.
   *
   * @param x the features' parameters
   * @param b intercepts, one per target
   * @param w coefficients of the scores, targets × d
   * @param tau label noises
   */
  public LikelihoodMember(Factors x, double[] b, double[] w, double[] tau) {
    this(new LabelModel(x, b, w, tau, x.d()));
  }

  private LikelihoodMember(LabelModel labels) {
    this(labels, Posterior.Tables.ofFeatures(labels.x()), true);
  }

  /** This member with thinning of rows with far more entries than training rows (N-5). */
  public LikelihoodMember thinned() {
    return new LikelihoodMember(labels, tables, false);
  }

  public static LikelihoodMember of(ModelState state) {
    LikelihoodMember member = new LikelihoodMember(LabelModel.of(state, Factors::d));
    return Boolean.TRUE.equals(state.values().get(THINNED)) ? member.thinned() : member;
  }

  /** The member of a joint factor model. */
  public static LikelihoodMember of(Factors f, int features) {
    int d = f.d();
    return new LikelihoodMember(
        f.columns(0, features),
        Arrays.copyOfRange(f.mu(), features, f.columns()),
        Arrays.copyOfRange(f.V(), features * d, f.columns() * d),
        Arrays.copyOfRange(f.psi(), features, f.columns()));
  }

  @Override
  public double shift(int target) {
    double[] w = labels.coefficients();
    double[] scores = labels.missing().scores();
    return Vectors.dot(w, target * scores.length, scores, 0, scores.length);
  }

  @Override
  public DensitySolver patternSolver() {
    return new Solver();
  }

  @Override
  public ModelState state() {
    ModelState state = labels.state(KIND);
    if (modelsPatterns) {
      return state;
    }
    Map<String, Object> values = new LinkedHashMap<>(state.values());
    values.put(THINNED, true);
    return new ModelState(values, state.arrays());
  }

  private final class Solver implements DensitySolver {
    private final Factors x = labels.x();
    private final double[] w = labels.coefficients();
    private final FeaturePosterior posterior =
        new FeaturePosterior(x, tables, labels.missing().mean());
    private final double[] z = new double[x.d()];
    private int solved = -1;

    @Override
    public void pattern(int[] observed, int m) {
      solved = -1;
      posterior.pattern(observed, m);
    }

    /** c_j = wᵀS V_j/ψ_j (P-2). */
    @Override
    public void coefficients(int target, double[] out) {
      posterior.coefficients(projected(target), out);
    }

    @Override
    public double signalVariance(int target) {
      double[] sw = projected(target);
      double sum = 0;
      for (int k = 0; k < sw.length; k++) {
        sum += w[target * sw.length + k] * sw[k];
      }
      return sum;
    }

    @Override
    public double noiseVariance(int target) {
      return labels.tau()[target];
    }

    /** (wᵀSV_j)² / (ψ_j + V_jᵀSV_j) (P-3). */
    @Override
    public void varianceReductions(int target, double[] out) {
      double[] sw = projected(target);
      Arrays.fill(out, 0);
      posterior.forEachMissing(j -> out[j] = square(posterior.dot(j, sw)) / posterior.variance(j));
    }

    @Override
    public void covariances(int target, double[] out) {
      double[] sw = projected(target);
      Arrays.fill(out, 0);
      posterior.forEachMissing(j -> out[j] = posterior.dot(j, sw));
    }

    @Override
    public double offset(int target) {
      return labels.offset(this, target);
    }

    @Override
    public void addMissingEffects(int target, double factor, double[] out) {
      double[] pull = labels.missing().pull();
      if (pull.length > 0) {
        double[] sw = projected(target);
        posterior.forEachMissing(j -> out[j] += factor * pull[j] * posterior.dot(j, sw));
      }
    }

    @Override
    public double logDensity(double[] residual) {
      return posterior.logDensity(residual);
    }

    @Override
    public void logDensities(double[] residual, double[] out) {
      posterior.logDensities(residual, out);
    }

    @Override
    public void impute(double[] residual, double[] mean, double[] variance) {
      posterior.impute(residual, mean, variance);
    }

    @Override
    public double expected(double[] residual, int feature, int features) {
      return posterior.expected(residual, feature);
    }

    /** S w, computed once per pattern and target. */
    private double[] projected(int target) {
      if (solved != target) {
        System.arraycopy(w, target * z.length, z, 0, z.length);
        posterior.solve(z);
        solved = target;
      }
      return z;
    }
  }

  private static double square(double v) {
    return v * v;
  }
}

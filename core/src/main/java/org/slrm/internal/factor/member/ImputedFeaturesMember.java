package org.slrm.internal.factor.member;

import java.util.Arrays;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.result.ModelState;

/**
 * Labels as linear functions of the imputed features (C-1): ŷ = β₀ + βᵀ(x̂ − μ), where x̂ is x if
 * observed and μ + Va otherwise. With g = Σ_missing β_jV_j:
 *
 * <pre>c_k = β_k + gᵀS V_k/ψ_k (C-3),   variance gᵀSg + Σ_missing β_j²ψ_j + τ (C-2)</pre>
 *
 * @param labels regressors and label noise variances
 * @param tables precomputed products of the loadings, shared by the solvers of all threads
 */
public record ImputedFeaturesMember(LabelModel labels, Posterior.Tables tables)
    implements FactorMember {
  /** The kind under which models are stored. */
  public static final String KIND = "completed";

  /**
   * A member of a fit.
   *
   * @param x the features' parameters
   * @param intercept prediction when nothing is observed, by target
   * @param beta coefficients of the imputed features, targets × features
   * @param tau label noise variances
   */
  public ImputedFeaturesMember(Factors x, double[] intercept, double[] beta, double[] tau) {
    this(new LabelModel(x, intercept, beta, tau, x.columns()));
  }

  private ImputedFeaturesMember(LabelModel labels) {
    this(labels, Posterior.Tables.ofFeatures(labels.x()));
  }

  public static ImputedFeaturesMember of(ModelState state) {
    return new ImputedFeaturesMember(LabelModel.of(state, Factors::columns));
  }

  @Override
  public double shift(int target) {
    Factors x = labels.x();
    double sum = 0;
    for (int j = 0; j < x.columns(); j++) {
      double beta = labels.coefficients()[target * x.columns() + j];
      sum += beta * (labels.missing().mean()[j] - x.mu()[j]);
    }
    return sum;
  }

  @Override
  public PatternSolver patternSolver() {
    return new Solver();
  }

  @Override
  public ModelState state() {
    return labels.state(KIND);
  }

  private final class Solver implements PatternSolver {
    private final Factors x = labels.x();
    private final double[] beta = labels.coefficients();
    private final FeaturePosterior posterior =
        new FeaturePosterior(x, tables, labels.missing().mean());
    private final double[] g = new double[x.d()];
    private final double[] sg = new double[x.d()];
    private int[] observed = new int[0];
    private int m;

    @Override
    public void pattern(int[] pattern, int count) {
      observed = pattern;
      m = count;
      posterior.pattern(pattern, count);
    }

    @Override
    public void coefficients(int target, double[] out) {
      prepare(target);
      posterior.coefficients(sg, out);
      for (int k = 0; k < m; k++) {
        out[k] += beta(target, observed[k]);
      }
    }

    @Override
    public double signalVariance(int target) {
      prepare(target);
      double[] sum = new double[1];
      for (int k = 0; k < g.length; k++) {
        sum[0] += g[k] * sg[k];
      }
      posterior.forEachMissing(j -> sum[0] += square(beta(target, j)) * x.psi()[j]);
      return sum[0];
    }

    @Override
    public double noiseVariance(int target) {
      return labels.tau()[target];
    }

    /** Cov(βᵀx_missing, x_j)² / Var(x_j) given the observed entries. */
    @Override
    public void varianceReductions(int target, double[] out) {
      prepare(target);
      Arrays.fill(out, 0);
      posterior.forEachMissing(j -> out[j] = square(covariance(target, j)) / posterior.variance(j));
    }

    /** Of the prediction and missing x_j; g and S g are prepared. */
    private double covariance(int target, int j) {
      return posterior.dot(j, sg) + beta(target, j) * x.psi()[j];
    }

    @Override
    public double offset(int target) {
      return labels.offset(this, target);
    }

    @Override
    public void addMissingEffects(int target, double factor, double[] out) {
      double[] pull = labels.missing().pull();
      if (pull.length > 0) {
        prepare(target);
        posterior.forEachMissing(j -> out[j] += factor * pull[j] * covariance(target, j));
      }
    }

    @Override
    public void impute(double[] residual, double[] mean, double[] variance) {
      posterior.impute(residual, mean, variance);
    }

    @Override
    public double expected(double[] residual, int feature, int features) {
      return posterior.expected(residual, feature);
    }

    /** g = Σ_missing β_jV_j and S g. */
    private void prepare(int target) {
      Arrays.fill(g, 0);
      posterior.forEachMissing(
          j -> {
            double b = beta(target, j);
            for (int k = 0; b != 0 && k < g.length; k++) {
              g[k] += b * x.V()[j * g.length + k];
            }
          });
      System.arraycopy(g, 0, sg, 0, g.length);
      posterior.solve(sg);
    }

    private double beta(int target, int j) {
      return beta[target * x.columns() + j];
    }
  }

  private static double square(double v) {
    return v * v;
  }
}

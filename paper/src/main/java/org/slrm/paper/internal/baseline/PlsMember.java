package org.slrm.paper.internal.baseline;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.regression.LinearMember;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * PLS components for rows with missing entries. Each score is computed on deflated data, so that
 * every score is linear in the observed entries, t_a = r_aᵀ(x − center):
 *
 * <pre>
 * r_a = (w_a − Σ_{b&lt;a} (p_bᵀw_a) r_b) / max(‖w_a‖², MIN_NORM), sums over observed features 
 * </pre>
 *
 * @param components number of components
 * @param weights w, components × features
 * @param loadings p, components × features
 * @param labelLoadings q, components × targets
 * @param residual residual variance of each feature
 * @param linear the model for complete rows, with the variances due to missing features
 */
public record PlsMember(
    int components,
    double[] weights,
    double[] loadings,
    double[] labelLoadings,
    double[] residual,
    LinearMember linear)
    implements LinearInPattern {
  /** Kind in model files. */
  public static final String KIND = "pls";

  /** Lower bound of the denominator: the fraction of a component's squared weights observed. */
  public static final double MIN_NORM = 0.1;

  public PlsMember {
    int cells = components * linear.features();
    Checks.equal("length of weights", weights.length, "components × features", cells);
    Checks.equal("length of loadings", loadings.length, "components × features", cells);
    Checks.equal(
        "length of labelLoadings",
        labelLoadings.length,
        "components × targets",
        components * linear.targets());
    Checks.equal("length of residual", residual.length, "features", linear.features());
  }

  /** The member of a state. */
  public static PlsMember of(ModelState state) {
    LinearMember linear = LinearMember.of(state);
    int a = StateValues.integer(state.values(), "components");
    Checks.between("components", a, 0, linear.features());
    return new PlsMember(
        a,
        StateValues.array(state, "score_weights", a, linear.features()),
        StateValues.array(state, "score_loadings", a, linear.features()),
        StateValues.array(state, "label_loadings", a, linear.targets()),
        ModelRange.notNegative("residual", StateValues.array(state, "residual", linear.features())),
        linear);
  }

  @Override
  public ModelState state() {
    ModelState base = linear.state();
    Map<String, Object> values = new LinkedHashMap<>(base.values());
    values.put("kind", KIND);
    values.put("components", components);
    Map<String, Array> arrays = new LinkedHashMap<>(base.arrays());
    arrays.put("score_weights", new Array(weights, components, features()));
    arrays.put("score_loadings", new Array(loadings, components, features()));
    arrays.put("label_loadings", new Array(labelLoadings, components, targets()));
    arrays.put("residual", new Array(residual, features()));
    return new ModelState(values, arrays);
  }

  @Override
  public int features() {
    return linear.features();
  }

  @Override
  public int targets() {
    return linear.targets();
  }

  @Override
  public double intercept(int target) {
    return linear.intercept(target);
  }

  @Override
  public double center(int j) {
    return linear.center(j);
  }

  @Override
  public int nonZeros(int target) {
    return linear.nonZeros(target);
  }

  @Override
  public PatternSolver patternSolver() {
    return new Patterned();
  }

  private final class Patterned implements PatternSolver {
    private final PatternSolver spread = linear.patternSolver();
    private final double[] r = new double[components * features()];
    private int[] observed = new int[0];
    private int m;

    @Override
    public void pattern(int[] pattern, int count) {
      observed = pattern;
      m = count;
      spread.pattern(pattern, count);
      for (int a = 0; a < components; a++) {
        scoreRule(a);
      }
    }

    /** Row a of r, by; the first m of its numbers belong to the observed features. */
    private void scoreRule(int a) {
      int D = features();
      int ra = a * D;
      double ww = 0;
      for (int e = 0; e < m; e++) {
        r[ra + e] = weights[ra + observed[e]];
        ww += r[ra + e] * r[ra + e];
      }
      double[] pw = new double[a];
      for (int b = 0; b < a; b++) {
        for (int e = 0; e < m; e++) {
          pw[b] += loadings[b * D + observed[e]] * weights[ra + observed[e]];
        }
      }
      for (int b = 0; b < a; b++) {
        for (int e = 0; e < m; e++) {
          r[ra + e] -= pw[b] * r[b * D + e];
        }
      }
      double norm = Math.max(ww, MIN_NORM);
      for (int e = 0; e < m; e++) {
        r[ra + e] /= norm;
      }
    }

    @Override
    public void coefficients(int target, double[] out) {
      Arrays.fill(out, 0, m, 0);
      for (int a = 0; a < components; a++) {
        double q = labelLoadings[a * targets() + target];
        for (int e = 0; e < m; e++) {
          out[e] += q * r[a * features() + e];
        }
      }
    }

    @Override
    public double signalVariance(int target) {
      return spread.signalVariance(target);
    }

    @Override
    public double noiseVariance(int target) {
      return spread.noiseVariance(target);
    }

    @Override
    public void varianceReductions(int target, double[] out) {
      spread.varianceReductions(target, out);
    }

    @Override
    public void impute(double[] z, double[] mean, double[] variance) {
      for (int j = 0; j < features(); j++) {
        mean[j] = center(j);
        variance[j] = residual[j];
      }
      for (int a = 0; a < components; a++) {
        double t = 0;
        for (int e = 0; e < m; e++) {
          t += r[a * features() + e] * z[e];
        }
        for (int j = 0; j < features(); j++) {
          mean[j] += t * loadings[a * features() + j];
        }
      }
    }
  }
}

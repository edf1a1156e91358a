package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * A member on features and "is missing" indicators. The effect of the indicators depends on the
 * pattern alone: it is the pattern's offset, relative to a row without any observed feature.
 */
public final class IndicatorMember implements LinearInPattern {
  /** Kind in model files. */
  public static final String KIND = "indicators";

  private final MissingIndicators indicators;
  private final LinearInPattern inner;
  private final double[] effectOfNone;

  /** A member around one whose features are followed by the indicators. */
  public IndicatorMember(MissingIndicators indicators, LinearInPattern inner) {
    Checks.equal(
        "features of the inner member",
        inner.features(),
        "features and indicators",
        indicators.features() + indicators.count());
    this.indicators = indicators;
    this.inner = inner;
    effectOfNone = new double[inner.targets()];
    Patterned solver = new Patterned();
    solver.pattern(new int[0], 0);
    for (int t = 0; t < effectOfNone.length; t++) {
      effectOfNone[t] = solver.effect(t);
    }
  }

  /** A member from its own parts and those of the inner one. */
  public static IndicatorMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    int count = StateValues.integer(state.values(), "indicators");
    int[] source = StateValues.wholes(state, "source", count, 0, features - 1);
    double[] fraction = StateValues.array(state, "share", count);
    for (double q : fraction) {
      // The indicator is divided by √(q(1 − q)).
      ModelRange.divisor("missing fraction of an indicator", q);
    }
    MissingIndicators indicators = new MissingIndicators(features, source, fraction);
    if (StateValues.inside(state, inside, features + count) instanceof LinearInPattern inner) {
      return new IndicatorMember(indicators, inner);
    }
    throw new IllegalArgumentException(
        "inner member must be linear for each pattern, got " + state.values().get("inner"));
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = StateValues.values(KIND, this);
    values.put("indicators", indicators.count());
    Map<String, Array> arrays = new LinkedHashMap<>();
    double[] source = Arrays.stream(indicators.source()).asDoubleStream().toArray();
    arrays.put("source", new Array(source, source.length));
    arrays.put("share", new Array(indicators.fraction(), source.length));
    return StateValues.around(inner.state(), values, arrays);
  }

  @Override
  public int features() {
    return indicators.features();
  }

  @Override
  public int targets() {
    return inner.targets();
  }

  @Override
  public double intercept(int target) {
    return inner.intercept(target) + effectOfNone[target];
  }

  @Override
  public double center(int j) {
    return inner.center(j);
  }

  @Override
  public List<MaskingCurve> curves() {
    return inner.curves().stream().limit(features()).toList();
  }

  @Override
  public int nonZeros(int target) {
    return inner.nonZeros(target);
  }

  @Override
  public boolean imputes() {
    return inner.imputes();
  }

  @Override
  public PatternSolver patternSolver() {
    return new Patterned();
  }

  private final class Patterned implements PatternSolver {
    private final PatternSolver solver = inner.patternSolver();
    private final int features = indicators.features();
    private final int[] all = new int[inner.features()];
    private final double[] indicator = new double[indicators.count()];
    private final double[] c = new double[inner.features()];
    private int m;

    @Override
    public void pattern(int[] observed, int count) {
      m = count;
      System.arraycopy(observed, 0, all, 0, m);
      indicators.values(observed, m, indicator);
      for (int k = 0; k < indicator.length; k++) {
        all[m + k] = features + k;
        indicator[k] -= inner.center(features + k);
      }
      solver.pattern(all, m + indicator.length);
    }

    @Override
    public boolean predicts() {
      return solver.predicts();
    }

    @Override
    public void coefficients(int target, double[] out) {
      solver.coefficients(target, c);
      System.arraycopy(c, 0, out, 0, m);
    }

    @Override
    public double offset(int target) {
      return effect(target) - effectOfNone[target];
    }

    /** Σ c_k (indicator_k − its mean). */
    private double effect(int target) {
      solver.coefficients(target, c);
      double sum = solver.offset(target);
      for (int k = 0; k < indicator.length; k++) {
        sum += c[m + k] * indicator[k];
      }
      return sum;
    }

    @Override
    public void addMissingEffects(int target, double factor, double[] out) {
      double[] wide = new double[inner.features()];
      solver.addMissingEffects(target, factor, wide);
      for (int j = 0; j < features; j++) {
        out[j] += wide[j];
      }
    }

    @Override
    public double signalVariance(int target) {
      return solver.signalVariance(target);
    }

    @Override
    public double noiseVariance(int target) {
      return solver.noiseVariance(target);
    }

    @Override
    public void varianceReductions(int target, double[] out) {
      double[] wide = new double[inner.features()];
      solver.varianceReductions(target, wide);
      System.arraycopy(wide, 0, out, 0, features);
    }

    @Override
    public void impute(double[] residual, double[] mean, double[] variance) {
      double[] wide = Arrays.copyOf(residual, m + indicator.length);
      System.arraycopy(indicator, 0, wide, m, indicator.length);
      double[] wideMean = new double[inner.features()];
      double[] wideVariance = new double[inner.features()];
      solver.impute(wide, wideMean, wideVariance);
      System.arraycopy(wideMean, 0, mean, 0, features);
      System.arraycopy(wideVariance, 0, variance, 0, features);
    }
  }
}

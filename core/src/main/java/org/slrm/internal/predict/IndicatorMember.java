package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * A member fitted on features and "is missing" indicators. What the indicators say depends on the
 * pattern alone: it is the pattern's offset, measured from a row without any known feature.
 */
public final class IndicatorMember implements LinearInPattern {
  /** Kind in model files. */
  public static final String KIND = "indicators";

  /** What the names of the inner member's arrays begin with. */
  public static final String INNER = "inner_";

  private final MissingIndicators indicators;
  private final LinearInPattern inner;
  private final double[] atNothing;

  /** A member around one whose features are followed by the indicators. */
  public IndicatorMember(MissingIndicators indicators, LinearInPattern inner) {
    Checks.equal(
        "features of the inner member",
        inner.features(),
        "features and indicators",
        indicators.features() + indicators.count());
    this.indicators = indicators;
    this.inner = inner;
    atNothing = new double[inner.targets()];
    Patterned solver = new Patterned();
    solver.pattern(new int[0], 0);
    for (int t = 0; t < atNothing.length; t++) {
      atNothing[t] = solver.told(t);
    }
  }

  /** Puts a member together from its own parts and those of the one inside. */
  public static IndicatorMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    int targets = StateValues.integer(state.values(), "targets");
    int count = StateValues.integer(state.values(), "indicators");
    double[] source = StateValues.array(state, "source", count);
    for (double s : source) {
      Checks.equal("source of an indicator", (int) s, "a whole number", (int) Math.ceil(s));
    }
    MissingIndicators indicators =
        new MissingIndicators(
            features, Arrays.stream(source).mapToInt(v -> (int) v).toArray(), shares(state, count));
    Map<String, Object> values = StateValues.map(state.values(), "inner");
    if (KIND.equals(values.get("kind"))) {
      throw new IllegalArgumentException("inner member must not have indicators of its own");
    }
    if (inside.member(state, values, INNER, features + count, targets)
        instanceof LinearInPattern inner) {
      return new IndicatorMember(indicators, inner);
    }
    throw new IllegalArgumentException(
        "inner member must be linear for each pattern, got " + values.get("kind"));
  }

  private static double[] shares(ModelState state, int count) {
    double[] share = StateValues.array(state, "share", count);
    for (double s : share) {
      // The indicator is divided by √(s(1 − s)).
      ModelRange.divisor("share of an indicator", s);
    }
    return share;
  }

  @Override
  public ModelState state() {
    ModelState in = inner.state();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("features", features());
    values.put("targets", targets());
    values.put("indicators", indicators.count());
    values.put("inner", in.values());
    Map<String, Array> arrays = new LinkedHashMap<>();
    double[] source = Arrays.stream(indicators.source()).asDoubleStream().toArray();
    arrays.put("source", new Array(source, source.length));
    arrays.put("share", new Array(indicators.share(), source.length));
    in.arrays().forEach((name, array) -> arrays.put(INNER + name, array));
    return new ModelState(values, arrays);
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
    return inner.intercept(target) + atNothing[target];
  }

  @Override
  public double center(int j) {
    return inner.center(j);
  }

  @Override
  public int nonZeros(int target) {
    return inner.nonZeros(target);
  }

  @Override
  public boolean completes() {
    return inner.completes();
  }

  @Override
  public PatternSolver patternSolver() {
    return new Patterned();
  }

  private final class Patterned implements PatternSolver {
    private final PatternSolver solver = inner.patternSolver();
    private final int features = indicators.features();
    private final int[] all = new int[inner.features()];
    private final double[] said = new double[indicators.count()];
    private final double[] c = new double[inner.features()];
    private int m;

    @Override
    public void pattern(int[] observed, int count) {
      m = count;
      System.arraycopy(observed, 0, all, 0, m);
      indicators.values(observed, m, said);
      for (int k = 0; k < said.length; k++) {
        all[m + k] = features + k;
        said[k] -= inner.center(features + k);
      }
      solver.pattern(all, m + said.length);
    }

    @Override
    public boolean answered() {
      return solver.answered();
    }

    @Override
    public void coefficients(int target, double[] out) {
      solver.coefficients(target, c);
      System.arraycopy(c, 0, out, 0, m);
    }

    @Override
    public double offset(int target) {
      return told(target) - atNothing[target];
    }

    /** Σ c_k (indicator_k − its mean). */
    private double told(int target) {
      solver.coefficients(target, c);
      double sum = solver.offset(target);
      for (int k = 0; k < said.length; k++) {
        sum += c[m + k] * said[k];
      }
      return sum;
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
    public void complete(double[] residual, double[] mean, double[] variance) {
      double[] wide = Arrays.copyOf(residual, m + said.length);
      System.arraycopy(said, 0, wide, m, said.length);
      double[] wideMean = new double[inner.features()];
      double[] wideVariance = new double[inner.features()];
      solver.complete(wide, wideMean, wideVariance);
      System.arraycopy(wideMean, 0, mean, 0, features);
      System.arraycopy(wideVariance, 0, variance, 0, features);
    }
  }
}

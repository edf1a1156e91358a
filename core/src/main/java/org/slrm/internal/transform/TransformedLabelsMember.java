package org.slrm.internal.transform;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.InnerRows;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MemberReader;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.predict.WrappedMember;
import org.slrm.internal.special.Quadrature;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * A member that was fitted to transformed labels u = c(y) and predicts the labels: with u ~
 * N(η, v), the mean and the variance of c⁻¹(u). Means are within the range of the training labels,
 * because a linear model of logarithms extrapolates exponentially.
 */
public final class TransformedLabelsMember extends WrappedMember {
  /** Kind in model files. */
  public static final String KIND = "transformed-labels";

  private final FeatureTransforms transforms;
  private final double[] low;
  private final double[] high;
  private final double[] intercept;

  /** A member around one fitted to labels with these transforms. */
  public TransformedLabelsMember(
      FeatureTransforms transforms, ColumnStatistics labels, Member inner) {
    this(
        transforms,
        limits(transforms, labels::min, -ModelRange.LARGEST),
        limits(transforms, labels::max, ModelRange.LARGEST),
        inner);
  }

  /** The limits of transformed targets; none for the others. */
  private static double[] limits(
      FeatureTransforms transforms, IntToDoubleFunction limit, double none) {
    return IntStream.range(0, transforms.count())
        .mapToDouble(
            t -> transforms.transform(t) == ColumnTransform.NONE ? none : limit.applyAsDouble(t))
        .toArray();
  }

  private TransformedLabelsMember(
      FeatureTransforms transforms, double[] low, double[] high, Member inner) {
    super(inner);
    Checks.equal("targets of the inner member", inner.targets(), "transforms", transforms.count());
    this.transforms = transforms;
    this.low = low;
    this.high = high;
    intercept = new double[inner.targets()];
    TransformedRows rows = new TransformedRows(inner.rowSolver());
    rows.pattern(new int[0], 0);
    rows.row(new double[0]);
    for (int t = 0; t < intercept.length; t++) {
      intercept[t] = rows.at(t, inner.intercept(t));
    }
  }

  /** A member from its own parts and those of the inner one. */
  public static TransformedLabelsMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    Member inner = StateValues.inside(state, inside, features);
    int targets = inner.targets();
    return new TransformedLabelsMember(
        FeatureTransforms.of(state, targets),
        StateValues.array(state, "low", targets),
        StateValues.array(state, "high", targets),
        inner);
  }

  @Override
  public ModelState state() {
    Map<String, Array> arrays = new LinkedHashMap<>(transforms.state());
    StateValues.put(arrays, "low", low);
    StateValues.put(arrays, "high", high);
    return StateValues.around(inner.state(), StateValues.values(KIND, this), arrays);
  }

  @Override
  public double intercept(int target) {
    return intercept[target];
  }

  @Override
  public RowSolver rowSolver() {
    return new TransformedRows(inner.rowSolver());
  }

  private final class TransformedRows extends InnerRows {
    /** Step of a numerical slope, for transformed labels of variance 1. */
    private static final double STEP = 1e-4;

    TransformedRows(RowSolver inner) {
      super(inner);
    }

    /** Expected label at η with the current row's variance. */
    double at(int target, double eta) {
      double mean = moment(target, eta, variance(target), 0, 1);
      return Math.max(low[target], Math.min(high[target], mean));
    }

    private double variance(int target) {
      return super.signalVariance(target) + super.noiseVariance(target);
    }

    /** E(c⁻¹(u) − center)^power for u ~ N(eta, v). */
    private double moment(int target, double eta, double v, double center, int power) {
      ColumnTransform transform = transforms.transform(target);
      double deviation = Math.sqrt(Math.max(0, v));
      double sum = 0;
      for (int q = 0; q < Quadrature.NORMAL.nodes().length; q++) {
        double y = transform.inverse(eta + deviation * Quadrature.NORMAL.nodes()[q]) - center;
        sum += Quadrature.NORMAL.weights()[q] * (power == 1 ? y : y * y);
      }
      return sum;
    }

    private double variance(int target, double v) {
      double eta = super.mean(target);
      double center = moment(target, eta, v, 0, 1);
      return moment(target, eta, v, center, 2);
    }

    @Override
    public double mean(int target) {
      return at(target, super.mean(target));
    }

    @Override
    public double signalVariance(int target) {
      return variance(target, super.signalVariance(target));
    }

    @Override
    public double noiseVariance(int target) {
      return Math.max(0, variance(target, variance(target)) - signalVariance(target));
    }

    /** η of the row without the contributions of its entries. */
    private double reference(int target) {
      return inner.intercept(target) + super.missingness(target);
    }

    /** The change of the expected label per unit of η between the reference and the row. */
    private double secant(int target) {
      double from = reference(target);
      double to = super.mean(target);
      return Math.abs(to - from) < STEP
          ? slope(target)
          : (at(target, to) - at(target, from)) / (to - from);
    }

    private double slope(int target) {
      double eta = super.mean(target);
      return (at(target, eta + STEP) - at(target, eta - STEP)) / (2 * STEP);
    }

    @Override
    public void addContributions(int target, double factor, double[] out) {
      super.addContributions(target, factor * secant(target), out);
    }

    /** Fewer observed entries make the label more uncertain, which changes its expectation too. */
    @Override
    public double missingness(int target) {
      double from = reference(target);
      return mean(target) - intercept(target) - secant(target) * (super.mean(target) - from);
    }

    @Override
    public boolean nonlinear() {
      return true;
    }

    @Override
    public void addSlopes(int target, double factor, double[] out) {
      addInnerSlopes(target, factor * slope(target), out);
    }

    @Override
    public void varianceReductions(int target, double[] out) {
      super.varianceReductions(target, out);
      double slope = slope(target);
      for (int j = 0; j < out.length; j++) {
        out[j] *= slope * slope;
      }
    }
  }
}

package org.slrm.internal.transform;

import java.util.Arrays;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.InnerRows;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MemberReader;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.predict.WrappedMember;
import org.slrm.internal.special.Quadrature;
import org.slrm.result.ModelState;

/** A member on transformed features. */
public final class TransformedMember extends WrappedMember {
  /** Kind in model files. */
  public static final String KIND = "curved";

  private final FeatureTransforms transforms;

  /** A member on features with these transforms. */
  public TransformedMember(FeatureTransforms transforms, Member inner) {
    super(inner);
    Checks.equal(
        "features of the inner member", inner.features(), "transforms", transforms.count());
    this.transforms = transforms;
  }

  /** A member from its own parts and those of the inner one. */
  public static TransformedMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    Member inner = StateValues.inside(state, inside, features);
    return new TransformedMember(FeatureTransforms.of(state, features), inner);
  }

  @Override
  public ModelState state() {
    return StateValues.around(inner.state(), StateValues.values(KIND, this), transforms.state());
  }

  @Override
  public RowSolver rowSolver() {
    return new TransformedRows(inner.rowSolver());
  }

  /** The inner member's rows, with imputations transformed back. */
  private final class TransformedRows extends InnerRows {
    private final double[] u = new double[transforms.count()];
    private int[] observed = new int[0];
    private int m;

    TransformedRows(RowSolver inner) {
      super(inner);
    }

    @Override
    public void pattern(int[] pattern, int count) {
      observed = pattern;
      m = count;
      super.pattern(pattern, count);
    }

    @Override
    public void row(double[] values) {
      for (int e = 0; e < m; e++) {
        u[e] = transforms.transform(observed[e]).value(values[e]);
      }
      super.row(u);
    }

    /** Uses the transform's slope over a step of 1, as for linear members. */
    @Override
    public void addSlopes(int target, double fraction, double[] out) {
      double[] slope = new double[m];
      super.addSlopes(target, fraction, slope);
      for (int e = 0; e < m; e++) {
        ColumnTransform transform = transforms.transform(observed[e]);
        out[e] += slope[e] * (transform.value(1) - transform.value(0));
      }
    }

    @Override
    public double expected(int feature, int features) {
      double[] mean = new double[features];
      impute(mean, new double[features]);
      return mean[feature];
    }

    /** Mean and variance of the inverse transform of a normal variable. */
    @Override
    public void impute(double[] mean, double[] variance) {
      super.impute(mean, variance);
      double[] at = new double[Quadrature.NORMAL.nodes().length];
      for (int j = 0; j < mean.length; j++) {
        double deviation = Math.sqrt(Math.max(0, variance[j]));
        double center = mean[j];
        ColumnTransform transform = transforms.transform(j);
        Arrays.setAll(
            at, k -> transform.inverse(center + deviation * Quadrature.NORMAL.nodes()[k]));
        mean[j] = 0;
        for (int k = 0; k < at.length; k++) {
          mean[j] += Quadrature.NORMAL.weights()[k] * at[k];
        }
        variance[j] = 0;
        for (int k = 0; k < at.length; k++) {
          double difference = at[k] - mean[j];
          variance[j] += Quadrature.NORMAL.weights()[k] * difference * difference;
        }
      }
    }
  }
}

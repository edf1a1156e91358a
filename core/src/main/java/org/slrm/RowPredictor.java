package org.slrm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.predict.TargetPrediction;
import org.slrm.result.Prediction;

/**
 * Predicts one row after another with its own workspace; consecutive rows of the same pattern share
 * a factorisation. For one thread.
 *
 * <pre>{@code
 * RowPredictor predictor = model.rowPredictor();
 * for (IncompleteRow row : rows) {
 *   Prediction p = predictor.predict(row)[0];
 * }
 * }</pre>
 */
public final class RowPredictor {
  private final SlrmModel model;
  private final TargetPrediction prediction;
  private final StackSolver solver;
  private final @Nullable StackSolver imputing;
  private int[] pattern = {-1};
  private double[] z = new double[0];

  RowPredictor(SlrmModel model) {
    this.model = model;
    prediction = new TargetPrediction(model.ensemble());
    solver = prediction.solver();
    Imputation imputation = model.imputation();
    imputing = imputation == null ? null : imputation.solver();
  }

  /** The predictions of all targets. */
  public Prediction[] predict(IncompleteRow given) {
    int m = show(given).observed();
    prediction.rangeEffect(model.rangeEffect(given));
    Prediction[] out = new Prediction[model.targets()];
    for (int t = 0; t < out.length; t++) {
      prediction.evaluate(t);
      out[t] = prediction.prediction(t, m);
    }
    return out;
  }

  /** The expected value of a feature, its value if known; as {@code impute(row).value(feature)}. */
  public double expected(IncompleteRow given, int feature) {
    Checks.index("feature", feature, model.features());
    Checks.equal("length of the row", given.length(), "number of features", model.features());
    IncompleteRow row = imputing == null ? show(given) : model.sanitize(given);
    if (row.isKnown(feature)) {
      return row.valueAt(feature);
    }
    StackSolver by = imputing == null ? solver : imputing;
    if (imputing != null) {
      Explainer.show(imputing, model.scaling(), row);
    }
    return model.scaling().unscaled(feature, by.expected(feature, model.features()));
  }

  /** Shows a row to the members and returns what is plausible of it. */
  private IncompleteRow show(IncompleteRow given) {
    Checks.equal("length of the row", given.length(), "number of features", model.features());
    IncompleteRow row = model.sanitize(given);
    int m = row.observed();
    int[] observed = row.indices();
    if (!Arrays.equals(observed, pattern)) {
      solver.pattern(observed, m);
      pattern = observed;
      z = new double[m];
    }
    for (int e = 0; e < m; e++) {
      z[e] = model.scaling().scaled(observed[e], row.value(e));
    }
    solver.row(z);
    return row;
  }
}

package org.slrm;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.fit.ModelParts;
import org.slrm.internal.fit.ModelStates;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.OutlierBounds;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.predict.TargetPrediction;
import org.slrm.internal.run.Workers;
import org.slrm.method.LabelKind;
import org.slrm.result.Calibration;
import org.slrm.result.FitReport;
import org.slrm.result.MemberInfo;
import org.slrm.result.ModelState;
import org.slrm.result.Note;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;
import org.slrm.result.TargetInfo;

/**
 * A fitted model: one member or a weighted stack of them, with scaling, calibration and the report
 * of its fit. Immutable and safe to share between threads.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.fit(x, y);
 * Prediction p = model.predict(IncompleteRow.ofNaN(1.2, Double.NaN, 0.0));
 * }</pre>
 */
public final class SlrmModel {
  private final ModelStates.Parts parts;
  private final Ensemble ensemble;
  private final OutlierBounds plausible;

  SlrmModel(ModelStates.Parts parts) {
    this.parts = parts;
    ensemble = parts.ensemble();
    plausible = parts.plausible();
  }

  private SlrmModel with(Ensemble other, FitReport report) {
    return new SlrmModel(
        new ModelStates.Parts(other, report, plausible, imputation(), parts.names()));
  }

  /** A model from its state; inconsistent states are rejected with name, rule and value. */
  public static SlrmModel of(ModelState state) {
    return new SlrmModel(ModelStates.read(state));
  }

  /** The model as plain values. */
  public ModelState state() {
    return ModelStates.write(parts);
  }

  /** The members for inspection: kind, weights, directions, noise, coefficients. */
  public List<MemberInfo> members() {
    return ModelParts.of(ensemble);
  }

  /**
   * This model for a numeric target with limits, ∓∞ for none, which predictions, intervals and
   * quantiles do not exceed. Contributions add up to the prediction before it is limited.
   */
  public SlrmModel within(int target, double min, double max) {
    return with(ensemble.within(target, min, max), report());
  }

  /** This model with the first targets only. */
  SlrmModel ofFirst(int count) {
    return with(ensemble.ofFirst(count), report().ofFirst(count));
  }

  /** This model with names of its columns. */
  SlrmModel named(ModelStates.Names others) {
    return new SlrmModel(
        new ModelStates.Parts(ensemble, report(), plausible, imputation(), others));
  }

  /** This model with a further note in its report. */
  SlrmModel noted(Note note) {
    return with(ensemble, report().noting(note));
  }

  /** This model with outliers in its report. */
  SlrmModel reporting(FitReport.Outliers outliers) {
    return with(ensemble, report().with(outliers));
  }

  /** This model with uncalibrated Gaussian intervals. */
  public SlrmModel uncalibrated() {
    boolean already = ensemble.calibrations().stream().noneMatch(Calibration::calibrated);
    return already ? this : with(ensemble.uncalibrated(), report());
  }

  /**
   * This model without limits for rows beyond the training range: entries and predictions are not
   * limited. Such rows keep their flags.
   */
  public SlrmModel extrapolating() {
    return ensemble.range().extrapolating() ? this : with(ensemble.extrapolating(), report());
  }

  /** Number of features. */
  public int features() {
    return ensemble.features();
  }

  /** Names of the features; none unless {@link Trainer#featureNames} gave them. */
  public List<String> featureNames() {
    return parts.names().features();
  }

  /** Names of the targets; none unless {@link Trainer#targetNames} gave them. */
  public List<String> targetNames() {
    return parts.names().targets();
  }

  /** Number of targets. */
  public int targets() {
    return ensemble.targets();
  }

  /** The report of the fit. */
  public FitReport report() {
    return parts.report();
  }

  /** Scaling of the features. */
  public Scaling scaling() {
    return ensemble.scaling();
  }

  /** Scaling of the label columns. */
  public Scaling targetScaling() {
    return ensemble.targetScaling();
  }

  /** The calibration of a target's intervals. */
  public Calibration calibration(int target) {
    return ensemble.calibrations().get(target);
  }

  /** Predicts the first target. */
  public Prediction predict(IncompleteRow row) {
    return predict(row, 0);
  }

  /** Predicts a target. */
  public Prediction predict(IncompleteRow row, int target) {
    checkTarget(target);
    TargetPrediction prediction = predictionOf(row);
    prediction.evaluate(target);
    return prediction.prediction(target, prediction.solver().observed());
  }

  /** The description of a target: kind, classes, score, distribution, calibration. */
  public TargetInfo target(int target) {
    checkTarget(target);
    return ensemble.info(target, targetNames().isEmpty() ? "" : targetNames().get(target));
  }

  /** The kind of a target. */
  public LabelKind labelKind(int target) {
    checkTarget(target);
    return ensemble.target(target).kind();
  }

  /** Number of classes of a target, 0 for a number. */
  public int levels(int target) {
    checkTarget(target);
    return ensemble.target(target).levels();
  }

  /** A predictor of one row after another, for one thread. */
  public RowPredictor rowPredictor() {
    return new RowPredictor(this);
  }

  /** Predicts every target and row, with intervals of the given coverage, on several threads. */
  public Predictions predict(IncompleteMatrix x, double level, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return ensemble.predict(plausible.of(x), level, workers);
    }
  }

  /** Predictions with calibrated quantiles, such as those of {@code new double[] {0.1, 0.9}}. */
  public Predictions predict(IncompleteMatrix x, double level, double[] quantiles, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return ensemble.predict(plausible.of(x), level, quantiles, workers);
    }
  }

  /**
   * The predictions of one numeric target without standard errors, which is faster for nonlinear
   * models. Equal to {@code predict(x).mean(i, target)}.
   */
  public double[] means(IncompleteMatrix x, int target) {
    checkTarget(target);
    if (levels(target) > 0) {
      throw new IllegalArgumentException(
          "target must be a number to have a mean, " + target + " has classes");
    }
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      return ensemble.means(plausible.of(x), target, workers);
    }
  }

  /** Predicts with 90 % intervals on all processors. */
  public Predictions predict(IncompleteMatrix x) {
    return predict(x, 0.9, Runtime.getRuntime().availableProcessors());
  }

  /** Explains the prediction of the first target. */
  public Explanation explain(IncompleteRow row) {
    return explain(row, 0);
  }

  /** Explains a target: a number, or the log-odds of the most probable class; see the scale. */
  public Explanation explain(IncompleteRow row, int target) {
    checkTarget(target);
    int level = levels(target) == 0 ? -1 : (int) predict(row, target).mean();
    return Explainer.of(ensemble, predictionOf(row), sanitize(row), target, level);
  }

  /** Explains the log-odds of a class of a target. */
  public Explanation explain(IncompleteRow row, int target, int level) {
    checkTarget(target);
    Checks.index("level", level, levels(target));
    return Explainer.of(ensemble, predictionOf(row), sanitize(row), target, level);
  }

  /** Up to {@code count} missing features, by variance reduction for the first target. */
  public List<Suggestion> suggestMeasurements(IncompleteRow row, int count) {
    return suggestMeasurements(row, count, 0);
  }

  /** Up to {@code count} missing features of the row, by variance reduction for a target. */
  public List<Suggestion> suggestMeasurements(IncompleteRow row, int count, int target) {
    checkTarget(target);
    Checks.atLeast("count", count, 0);
    IncompleteRow known = sanitize(row);
    double[] gain = MeasurementGains.gains(ensemble, predictionFor(known), target);
    return IntStream.range(0, gain.length)
        .filter(j -> !known.isKnown(j))
        .mapToObj(j -> new Suggestion(j, gain[j]))
        .sorted(Comparator.comparingDouble(Suggestion::varianceReduction).reversed())
        .limit(count)
        .toList();
  }

  /**
   * The variance reduction of a target's prediction by measuring several features together, in
   * squared units; for classes the reduction of the expected log loss. Known features add nothing.
   */
  public double varianceReduction(IncompleteRow row, int[] features, int target) {
    checkTarget(target);
    IncompleteRow known = sanitize(row);
    double[] filled = known.toNaN();
    double[] mean = new double[features()];
    double[] variance = new double[features()];
    predictionFor(known).solver().impute(mean, variance);
    double[] expected = completion(known, mean, variance).value();
    for (int j : features) {
      Checks.index("feature", j, filled.length);
      filled[j] = Double.isNaN(filled[j]) ? expected[j] : filled[j];
    }
    TargetPrediction after = Explainer.prediction(ensemble, IncompleteRow.ofNaN(filled));
    return MeasurementGains.jointGain(ensemble, predictionFor(known), after, target);
  }

  /**
   * Whether there is a separate imputation model. Mixtures, fits on a cluster without a sample of
   * the rows, streams and older files have none.
   */
  public boolean hasImputationModel() {
    return imputation() != null;
  }

  /**
   * Imputes the missing features of a row, by the imputation model if there is one ({@link
   * #hasImputationModel}), otherwise by the members.
   */
  public ImputedRow impute(IncompleteRow row) {
    IncompleteRow known = sanitize(row);
    double[] mean = new double[features()];
    double[] variance = new double[features()];
    Imputation imputation = imputation();
    if (imputation == null) {
      predictionFor(known).solver().impute(mean, variance);
    } else {
      StackSolver solver = imputation.solver();
      Explainer.show(solver, scaling(), known);
      imputation.impute(solver, mean, variance);
    }
    return completion(known, mean, variance);
  }

  private ImputedRow completion(IncompleteRow known, double[] mean, double[] variance) {
    double[] error = new double[features()];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = scaling().unscaled(j, mean[j]);
      error[j] = Math.sqrt(variance[j]) * scaling().scale(j);
    }
    for (int e = 0; e < known.observed(); e++) {
      mean[known.index(e)] = known.value(e);
      error[known.index(e)] = 0;
    }
    return new ImputedRow(mean, error);
  }

  /** Largest number of non-zero coefficients among the members of a target. */
  public int nonZeros(int target) {
    checkTarget(target);
    int largest = 0;
    for (int c = first(target); c < first(target + 1); c++) {
      for (int k = 0; k < ensemble.members().size(); k++) {
        boolean used = ensemble.weights()[c][k] > 0;
        largest = used ? Math.max(largest, ensemble.members().get(k).nonZeros(c)) : largest;
      }
    }
    return largest;
  }

  /**
   * The coefficients of the linear model for fully observed rows: ŷ = intercept + Σ coefficient_j
   * (x_j − feature mean_j), in the units of the data. For rows with missing entries coefficients
   * differ from pattern to pattern; see {@link #explain}. For a nonlinear model they are slopes
   * over one scaled unit around the mean. For classes they are on the scale of log-odds (of the
   * first binary column for several classes), for counts and positive amounts on that of
   * logarithms.
   */
  public double[] featureCoefficients(int target) {
    checkTarget(target);
    StackSolver solver = ensemble.solver();
    int[] all = IntStream.range(0, features()).toArray();
    solver.pattern(all, all.length);
    double[] out = new double[all.length];
    int column = first(target);
    solver.slopes(column, out);
    double unit = targetScaling().scale(column) * Explainer.unit(ensemble.target(target));
    Arrays.setAll(out, j -> out[j] * unit / scaling().scale(j));
    return out;
  }

  /**
   * Whether a target's prediction is a linear function of the observed entries of a pattern. If
   * not, {@link #featureCoefficients} are slopes near the mean only.
   */
  public boolean isLinear(int target) {
    checkTarget(target);
    return !ensemble.nonlinear(target);
  }

  /**
   * Probability of each component of the heaviest mixture of factor analysers of a target, in the
   * order of {@link MemberInfo#components}; they sum to one. Empty for a model without one.
   */
  public double[] componentShares(IncompleteRow row, int target) {
    checkTarget(target);
    return predictionFor(sanitize(row)).solver().componentShares(first(target));
  }

  @Nullable Imputation imputation() {
    return parts.imputation();
  }

  Ensemble ensemble() {
    return ensemble;
  }

  private int first(int target) {
    return ensemble.layout().first(target);
  }

  /**
   * The row with limits applied: an entry beyond the training range by more than its width is
   * clamped, by more than three times its width treated as missing.
   */
  public IncompleteRow sanitize(IncompleteRow row) {
    return ensemble.range().limited(plausible.of(row));
  }

  /** The members after a row of the user, with limits. */
  private TargetPrediction predictionOf(IncompleteRow row) {
    TargetPrediction prediction = predictionFor(sanitize(row));
    prediction.rangeEffect(rangeEffect(row));
    return prediction;
  }

  /** The effect of entries out of range; empty for a row within. */
  double[] rangeEffect(IncompleteRow row) {
    IncompleteRow seen = plausible.of(row);
    return ensemble.range().outside(seen)
        ? ensemble
            .rangeEffect(IncompleteMatrix.builder(features()).add(seen).build(), Workers.single())[
            0]
        : new double[0];
  }

  /** The members after a row. */
  TargetPrediction predictionFor(IncompleteRow row) {
    return Explainer.prediction(ensemble, row);
  }

  private void checkTarget(int target) {
    Checks.index("target", target, targets());
  }

  /**
   * A missing feature worth measuring.
   *
   * <pre>{@code
   * SlrmModel.Suggestion s = model.suggestMeasurements(row, 3).get(0);
   * s.feature();
   * }</pre>
   *
   * @param feature the feature
   * @param varianceReduction reduction of the prediction's variance by observing it, in squared
   *     units of the target; for classes the expected reduction of the log loss
   */
  public record Suggestion(int feature, double varianceReduction) {}

  /**
   * An imputed row: observed entries unchanged with error 0, missing ones by their expectation.
   *
   * <pre>{@code
   * SlrmModel.ImputedRow c = model.impute(row);
   * double value = c.value(1);
   * double error = c.standardError(1);   // 0 where the entry was known
   * }</pre>
   *
   * @param value every feature's value
   * @param standardError its standard error
   */
  public record ImputedRow(double[] value, double[] standardError) {
    /** Copies the arrays. */
    public ImputedRow {
      value = value.clone();
      standardError = standardError.clone();
    }

    /** Every feature's value, a copy. */
    @Override
    public double[] value() {
      return value.clone();
    }

    /** A feature's value. */
    public double value(int feature) {
      return value[feature];
    }

    /** Every feature's standard error, a copy. */
    @Override
    public double[] standardError() {
      return standardError.clone();
    }

    /** A feature's standard error. */
    public double standardError(int feature) {
      return standardError[feature];
    }
  }

  /**
   * Contributions to a prediction: of the observed features and of the missingness pattern;
   * together they are mean − intercept.
   *
   * <pre>{@code
   * SlrmModel.Explanation e = model.explain(row);
   * double first = e.contribution(0);   // contribution of the first observed feature
   * }</pre>
   *
   * @param mean the prediction
   * @param intercept the prediction when nothing is observed
   * @param feature the observed features, increasing
   * @param contribution their contributions, in units of the target
   * @param missingness effect of the missingness pattern, relative to a row with nothing observed:
   *     of indicators, and on other scales than the target's own of the change of uncertainty (for
   *     positive amounts half the change of the variance) and of limits of the prediction
   * @param scale the scale on which contributions add up
   * @param level the class whose log-odds they are, −1 for a number
   */
  public record Explanation(
      double mean,
      double intercept,
      int[] feature,
      double[] contribution,
      double missingness,
      Scale scale,
      int level) {
    /** Scales on which contributions add up. */
    public enum Scale {
      /** The target's own units. */
      TARGET,
      /** Logarithm of the predicted count or amount. */
      LOG,
      /** Log-odds of a class against all others. */
      LOG_ODDS
    }

    /**
     * Contribution of the k-th observed feature to the probability of the class: the contributions
     * on the scale of log-odds, scaled by one factor so that with the same factor on {@link
     * #missingness} they sum to the probability minus that of a row with nothing observed. The
     * contribution itself for a number.
     */
    public double probabilityContribution(int k) {
      if (scale != Scale.LOG_ODDS) {
        return contribution[k];
      }
      double p = 1 / (1 + Math.exp(-mean));
      double before = 1 / (1 + Math.exp(-intercept));
      double change = mean - intercept;
      return contribution[k] * (Math.abs(change) < 1e-6 ? p * (1 - p) : (p - before) / change);
    }

    /** Copies the arrays. */
    public Explanation {
      feature = feature.clone();
      contribution = contribution.clone();
    }

    /** Number of observed features. */
    public int observed() {
      return feature.length;
    }

    /** The observed features, increasing, a copy. */
    @Override
    public int[] feature() {
      return feature.clone();
    }

    /** The k-th observed feature. */
    public int feature(int k) {
      return feature[k];
    }

    /** Contribution of each observed feature, a copy. */
    @Override
    public double[] contribution() {
      return contribution.clone();
    }

    /** Contribution of the k-th observed feature, in units of the target. */
    public double contribution(int k) {
      return contribution[k];
    }
  }
}

package org.slrm.spark;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.result.Folds;
import scala.Function1;

/**
 * Parameters of the estimator and its models: input columns, output columns and settings of the
 * fit. Names follow Spark ML.
 *
 * <pre>{@code
 * new SlrmRegression().setFeaturesCols("a", "b", "c").setLabelCol("y").setRank(8);
 * }</pre>
 */
public interface SlrmParams extends Params {
  /** Vector column of the features: NaN is missing, an absent entry of a sparse vector is 0. */
  default Param<String> featuresCol() {
    return new Param<>(this, "featuresCol", "vector column of the features, NaN for missing");
  }

  /** Nullable numeric columns of the features, instead of a vector column. */
  default StringArrayParam featuresCols() {
    return new StringArrayParam(
        this, "featuresCols", "nullable numeric columns of the features, instead of a vector");
  }

  /** Label column; null and NaN are unlabelled rows. */
  default Param<String> labelCol() {
    return new Param<>(this, "labelCol", "label column; null and NaN are unlabelled rows");
  }

  /** Label columns, instead of a single label column. */
  default StringArrayParam labelCols() {
    return new StringArrayParam(this, "labelCols", "label columns, instead of a single one");
  }

  /** Label kinds: one for all label columns, or a comma-separated list. */
  default Param<String> label() {
    return new Param<>(
        this,
        "label",
        "label kind: numeric, robust, classes, counts or positive, one for all or comma-separated");
  }

  /** Column of row weights. */
  default Param<String> weightCol() {
    return new Param<>(this, "weightCol", "column of row weights; without one all rows count 1");
  }

  /** Output: the prediction. */
  default Param<String> predictionCol() {
    return new Param<>(
        this, "predictionCol", "output: prediction; a vector for more than one label column");
  }

  /** Output for classification: probabilities of the classes. */
  default Param<String> probabilityCol() {
    return new Param<>(
        this, "probabilityCol", "output for classification: vector of class probabilities");
  }

  /** Output, only when named: the name of the predicted class. */
  default Param<String> classNameCol() {
    return new Param<>(
        this,
        "classNameCol",
        "output when named: name of the predicted class, null for numeric targets");
  }

  /** Output, only when named: the median. */
  default Param<String> medianCol() {
    return new Param<>(
        this, "medianCol", "output when named: median of the label, NaN for classes");
  }

  /** Output: standard deviation of the label around the prediction. */
  default Param<String> standardErrorCol() {
    return new Param<>(
        this, "standardErrorCol", "output: standard deviation of the label around the prediction");
  }

  /** Output: lower end of the interval. */
  default Param<String> lowerCol() {
    return new Param<>(this, "lowerCol", "output: lower end of the interval");
  }

  /** Output: upper end of the interval. */
  default Param<String> upperCol() {
    return new Param<>(this, "upperCol", "output: upper end of the interval");
  }

  /** Output: number of observed features. */
  default Param<String> observedCol() {
    return new Param<>(this, "observedCol", "output: number of observed columns of the row");
  }

  /** Output: whether the acceptance test of the paper's predictor accepts the row. */
  default Param<String> answeredCol() {
    return new Param<>(
        this,
        "answeredCol",
        "output: false if an acceptance test rejected the row, whose prediction is then the intercept");
  }

  /** Output: flags of the row. */
  default Param<String> flagsCol() {
    return new Param<>(
        this,
        "flagsCol",
        "output: flags joined by ; or empty: out_of_range, thinned (averaged over random subsets of the entries, far more than in training), unseen_level, few_observed");
  }

  /** Output, only when named: contributions of the features. */
  default Param<String> contributionsCol() {
    return new Param<>(
        this, "contributionsCol", "output when named: contributions of the observed features");
  }

  /** Output, only when named: suggested measurements. */
  default Param<String> nextMeasurementsCol() {
    return new Param<>(
        this,
        "nextMeasurementsCol",
        "output when named: suggested measurements, with the reduction as a fraction of the variance");
  }

  /** Number of suggested measurements. */
  default IntParam suggestMeasurements() {
    return new IntParam(this, "nextMeasurements", "number of suggested measurements", atLeast(1));
  }

  /** Coverage of the intervals. */
  default DoubleParam intervalLevel() {
    return new DoubleParam(
        this,
        "intervalLevel",
        "coverage of the intervals",
        ParamValidators.inRange(0, 1, false, false));
  }

  /** Meaning of an absent entry of a sparse vector: zero, as in Spark, or missing. */
  default Param<String> absent() {
    return new Param<>(
        this,
        "absent",
        "what an absent entry of a sparse vector means: zero or missing",
        ParamValidators.inArray(List.of("zero", "missing")));
  }

  /** Methods that can be fitted on a cluster. */
  List<String> METHODS =
      MethodSpec.all().stream().filter(MethodSpec::passes).map(MethodSpec::name).toList();

  /** The method: auto, likelihood, mixture, slrm or smpcr. */
  default Param<String> method() {
    return new Param<>(
        this,
        "method",
        "method: auto (selected by validation on a sample), likelihood, mixture, slrm or smpcr",
        ParamValidators.inArray(METHODS));
  }

  /** Use of "is missing" indicators (auto): off, try or on. */
  default Param<String> indicators() {
    return new Param<>(
        this,
        "indicators",
        "is-missing indicators, for missingness related to the label (auto): off, try or on",
        ParamValidators.inArray(List.of("off", "try", "on")));
  }

  /** Rank of the subspace, 0 for automatic. */
  default IntParam rank() {
    return new IntParam(
        this, "rank", "rank of the subspace, or of each component, 0 for automatic", atLeast(0));
  }

  /** Number of components, 0 for automatic (mixture). */
  default IntParam components() {
    return new IntParam(
        this, "components", "number of components, 0 for automatic (mixture)", atLeast(0));
  }

  /** Isotropic or per-feature noise variance (likelihood). */
  default Param<String> noise() {
    return new Param<>(
        this,
        "noise",
        "noise of the features: isotropic or per_feature (likelihood)",
        ParamValidators.inArray(List.of("isotropic", "per_feature")));
  }

  /** Supervision weight (likelihood). */
  default DoubleParam supervision() {
    return new DoubleParam(
        this,
        "supervision",
        "supervision weight; 0 selects it on rows of the driver (likelihood)",
        ParamValidators.gtEq(0));
  }

  /** Strength of the loadings' prior (likelihood). */
  default DoubleParam loadingPrior() {
    return new DoubleParam(
        this, "loadingPrior", "strength of the loadings' prior (likelihood)", notNegative());
  }

  /** Number of pseudo-observations of the noise prior (likelihood). */
  default DoubleParam noisePrior() {
    return new DoubleParam(
        this, "noisePrior", "number of pseudo-observations of the noise prior", notNegative());
  }

  /** Maximum number of iterations (likelihood). */
  default IntParam maxIter() {
    return new IntParam(this, "maxIter", "maximum number of iterations (likelihood)", atLeast(1));
  }

  /** Relative gain below which an iteration does not count as progress (likelihood). */
  default DoubleParam tol() {
    return new DoubleParam(
        this,
        "tol",
        "relative gain below which an iteration does not count as progress (likelihood)",
        notNegative());
  }

  /** Whether to accelerate iterations by extrapolation (likelihood). */
  default BooleanParam accelerate() {
    return new BooleanParam(
        this, "accelerate", "whether to accelerate iterations by extrapolation (likelihood)");
  }

  /** Seed of all random numbers. */
  default LongParam seed() {
    return new LongParam(this, "seed", "seed of all random numbers");
  }

  /** Number of folds of cross-validation and calibration; 0 for neither. */
  default IntParam folds() {
    return new IntParam(
        this, "folds", "folds of cross-validation and calibration, 0 for neither", atLeast(0));
  }

  /** Rows collected on the driver for model selection and calibration. */
  default IntParam sampleRows() {
    return new IntParam(
        this,
        "sampleRows",
        "rows collected on the driver for model selection and calibration",
        atLeast(20));
  }

  /** Features per block of statistics; 0 for automatic, −1 for one block. */
  default IntParam featureBlock() {
    return new IntParam(
        this,
        "featureBlock",
        "features per block of sharded statistics; 0 decides by size, -1 never shards",
        atLeast(-1));
  }

  private static Function1<Object, Object> atLeast(double low) {
    return ParamValidators.gtEq(low);
  }

  private static Function1<Object, Object> notNegative() {
    return ParamValidators.gtEq(0);
  }

  /** Sets the defaults of core. */
  private void setDefaults() {
    LikelihoodConfig likelihood = LikelihoodConfig.defaults();
    setDefault(featuresCol(), "features");
    setDefault(labelCol(), "label");
    setDefault(label(), LabelKind.NUMERIC.label());
    setDefault(predictionCol(), "prediction");
    setDefault(probabilityCol(), "probability");
    setDefault(standardErrorCol(), "standardError");
    setDefault(lowerCol(), "lower");
    setDefault(upperCol(), "upper");
    setDefault(observedCol(), "observed");
    setDefault(answeredCol(), "answered");
    setDefault(flagsCol(), "flags");
    setDefault(suggestMeasurements(), 3);
    setDefault(intervalLevel(), 0.9);
    setDefault(absent(), "zero");
    setDefault(method(), "auto");
    setDefault(rank(), 0);
    setDefault(components(), 0);
    setDefault(indicators(), lower(AutoConfig.defaults().indicators()));
    setDefault(noise(), lower(likelihood.noise()));
    setDefault(supervision(), likelihood.supervision());
    setDefault(loadingPrior(), likelihood.priors().loading());
    setDefault(noisePrior(), likelihood.priors().noise());
    setDefault(maxIter(), likelihood.stopping().maxIterations());
    setDefault(tol(), likelihood.stopping().tolerance());
    setDefault(accelerate(), likelihood.accelerate());
    setDefault(seed(), 1L);
    setDefault(folds(), Folds.DEFAULT);
    // Candidates are fitted to one part of the sample and evaluated on two parts.
    setDefault(sampleRows(), 3 * AutoConfig.defaults().choosingRows());
    setDefault(featureBlock(), 0);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Sets all defaults, for constructors. */
  static void defaults(SlrmParams params) {
    params.setDefaults();
  }

  /** The label columns. */
  default List<String> targets() {
    return isDefined(labelCols())
        ? List.of(getOrDefault(labelCols()))
        : List.of(getOrDefault(labelCol()));
  }

  /** The label kind of each label column. */
  default List<LabelKind> labelKinds() {
    return Labels.kinds(getOrDefault(label()), targets().size());
  }

  /** The numeric columns of the features; empty for a vector column. */
  default List<String> numericColumns() {
    return isDefined(featuresCols()) ? List.of(getOrDefault(featuresCols())) : List.of();
  }

  /** The requested output columns, in their order. */
  default List<Param<String>> outputs() {
    boolean classes = labelKinds().stream().anyMatch(LabelKind::isClassification);
    return Stream.of(
            predictionCol(),
            standardErrorCol(),
            lowerCol(),
            upperCol(),
            observedCol(),
            answeredCol(),
            flagsCol(),
            probabilityCol(),
            classNameCol(),
            medianCol(),
            contributionsCol(),
            nextMeasurementsCol())
        .filter(p -> classes || !p.equals(probabilityCol()))
        .filter(p -> isDefined(p) && !getOrDefault(p).isEmpty())
        .toList();
  }
}

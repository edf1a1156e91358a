package org.slrm.spark;

import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

/**
 * Prediction with missing features as a Spark ML estimator: usable in pipelines and
 * cross-validation, copied, saved and loaded.
 *
 * <pre>{@code
 * SlrmRegressionModel model =
 *     new SlrmRegression().setFeaturesCols("a", "b", "c").setLabelCol("y").fit(data);
 * model.transform(newData).select("prediction", "standardError", "lower", "upper").show();
 * }</pre>
 */
public final class SlrmRegression extends Estimator<SlrmRegressionModel>
    implements SlrmParams, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private transient FitListener listener = FitListener.NONE;

  /** An estimator with default parameters. */
  public SlrmRegression() {
    this(Identifiable$.MODULE$.randomUID("slrm"));
  }

  /** An estimator with an identifier. */
  public SlrmRegression(String uid) {
    this.uid = uid;
    SlrmParams.defaults(this);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public SlrmRegressionModel fit(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    SlrmRegressionModel model =
        new SlrmRegressionModel(uid, new SparkFit(this, listener()).run(dataset));
    copyValues(model, extractParamMap());
    model.setParent(this);
    return model;
  }

  /**
   * Fits a method to the columns of a schema, including categories and dates, and returns the
   * model's file, as the command line does.
   */
  public ModelFile fit(Dataset<?> dataset, Schema schema, MethodConfig config) {
    List<String> names =
        schema.columns().stream().filter(c -> c.width() > 0).map(Schema.Column::name).toList();
    Encoding features = Encoding.ofSchema(schema, names, dataset.schema());
    Columns columns = Columns.of(features, this, dataset.schema());
    return new SparkFit(this, listener()).run(dataset, columns, schema, config);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    Columns columns = Columns.of(this, schema);
    return SlrmRegressionModel.withOutputs(this, schema, columns.targets().size());
  }

  @Override
  public SlrmRegression copy(ParamMap extra) {
    SlrmRegression copy = defaultCopy(extra);
    copy.listener = listener();
    return copy;
  }

  /** Receives progress and may stop the fit, which then returns the best model so far. */
  public SlrmRegression setListener(FitListener value) {
    listener = value;
    return this;
  }

  private FitListener listener() {
    // Transient, so null after serialisation.
    return listener == null ? FitListener.NONE : listener;
  }

  private <T> SlrmRegression with(Param<T> param, T value) {
    set(param, value);
    return this;
  }

  /** Reads a saved estimator. */
  public static MLReader<SlrmRegression> read() {
    return new DefaultParamsReader<>();
  }

  /** Loads a saved estimator. */
  public static SlrmRegression load(String path) {
    return read().load(path);
  }

  /** Vector column of the features. */
  public SlrmRegression setFeaturesCol(String value) {
    return with(featuresCol(), value);
  }

  /** Nullable numeric columns of the features. */
  public SlrmRegression setFeaturesCols(String... value) {
    return with(featuresCols(), value);
  }

  /** Label column. */
  public SlrmRegression setLabelCol(String value) {
    return with(labelCol(), value);
  }

  /** Several label columns. */
  public SlrmRegression setLabelCols(String... value) {
    return with(labelCols(), value);
  }

  /**
   * Label kinds: numeric, robust, classes, counts or positive; one for all label columns, or one
   * each with commas between. Classes are given as 0, 1, 2, …
   */
  public SlrmRegression setLabel(String value) {
    for (String word : value.split(",", -1)) {
      LabelKind.of(word.strip());
    }
    return with(label(), value);
  }

  /** Column of row weights. */
  public SlrmRegression setWeightCol(String value) {
    return with(weightCol(), value);
  }

  /** Output column of the prediction. */
  public SlrmRegression setPredictionCol(String value) {
    return with(predictionCol(), value);
  }

  /** Output column of the probabilities of classes. */
  public SlrmRegression setProbabilityCol(String value) {
    return with(probabilityCol(), value);
  }

  /** The method, one of {@link #METHODS}. */
  public SlrmRegression setMethod(String value) {
    if (!METHODS.contains(value)) {
      throw new IllegalArgumentException(
          ("method must be one of %s on Spark, got %s; models of every method that were"
                  + " fitted elsewhere can be scored here")
              .formatted(String.join(", ", METHODS), value));
    }
    return with(method(), value);
  }

  /** Rank of the subspace, 0 for automatic. */
  public SlrmRegression setRank(int value) {
    return with(rank(), value);
  }

  /** Number of components, 0 for automatic (mixture). */
  public SlrmRegression setComponents(int value) {
    return with(components(), value);
  }

  /** Use of "is missing" indicators (auto): off, try or on. */
  public SlrmRegression setIndicators(String value) {
    return with(indicators(), value);
  }

  /** Noise of the features: isotropic or per_feature. */
  public SlrmRegression setNoise(String value) {
    return with(noise(), value);
  }

  /** Supervision weight. */
  public SlrmRegression setSupervision(double value) {
    return with(supervision(), value);
  }

  /** Strength of the loadings' prior. */
  public SlrmRegression setLoadingPrior(double value) {
    return with(loadingPrior(), value);
  }

  /** Maximum number of iterations. */
  public SlrmRegression setMaxIter(int value) {
    return with(maxIter(), value);
  }

  /** Relative gain below which an iteration does not count as progress. */
  public SlrmRegression setTol(double value) {
    return with(tol(), value);
  }

  /** Seed of all random numbers. */
  public SlrmRegression setSeed(long value) {
    return with(seed(), value);
  }

  /** Folds of cross-validation and calibration; 0 for neither. */
  public SlrmRegression setFolds(int value) {
    return with(folds(), value);
  }

  /** Rows collected on the driver for model selection and calibration. */
  public SlrmRegression setSampleRows(int value) {
    return with(sampleRows(), value);
  }

  /** Features per block of statistics; 0 for automatic, −1 for one block. */
  public SlrmRegression setFeatureBlock(int value) {
    return with(featureBlock(), value);
  }

  /** Meaning of an absent entry of a sparse vector: zero or missing. */
  public SlrmRegression setAbsent(String value) {
    return with(absent(), value);
  }
}

package org.slrm.spark;

import java.util.List;
import org.apache.spark.ml.Estimator;
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
    SlrmRegression same = defaultCopy(extra);
    same.listener = listener();
    return same;
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
    set(featuresCol(), value);
    return this;
  }

  /** Nullable numeric columns of the features. */
  public SlrmRegression setFeaturesCols(String... value) {
    set(featuresCols(), value);
    return this;
  }

  /** Label column. */
  public SlrmRegression setLabelCol(String value) {
    set(labelCol(), value);
    return this;
  }

  /** Several label columns. */
  public SlrmRegression setLabelCols(String... value) {
    set(labelCols(), value);
    return this;
  }

  /**
   * Label kinds: numeric, robust, classes, counts or positive; one for all label columns, or one
   * each with commas between. Classes are given as 0, 1, 2, …
   */
  public SlrmRegression setLabel(String value) {
    for (String word : value.split(",", -1)) {
      LabelKind.of(word.strip());
    }
    set(label(), value);
    return this;
  }

  /** Column of row weights. */
  public SlrmRegression setWeightCol(String value) {
    set(weightCol(), value);
    return this;
  }

  /** Output column of the prediction. */
  public SlrmRegression setPredictionCol(String value) {
    set(predictionCol(), value);
    return this;
  }

  /** Output column of the probabilities of classes. */
  public SlrmRegression setProbabilityCol(String value) {
    set(probabilityCol(), value);
    return this;
  }

  /** The method: auto, likelihood or mixture. */
  public SlrmRegression setMethod(String value) {
    if (!METHODS.contains(value)) {
      throw new IllegalArgumentException(
          ("method must be one of %s on Spark, got %s; models of every method that were"
                  + " fitted elsewhere can be scored here")
              .formatted(String.join(", ", METHODS), value));
    }
    set(method(), value);
    return this;
  }

  /** Rank of the subspace, 0 for automatic. */
  public SlrmRegression setRank(int value) {
    set(rank(), value);
    return this;
  }

  /** Number of components, 0 for automatic (mixture). */
  public SlrmRegression setComponents(int value) {
    set(components(), value);
    return this;
  }

  /** Use of "is missing" indicators (auto): off, try or on. */
  public SlrmRegression setIndicators(String value) {
    set(indicators(), value);
    return this;
  }

  /** Noise of the features: isotropic or per_feature. */
  public SlrmRegression setNoise(String value) {
    set(noise(), value);
    return this;
  }

  /** Supervision weight. */
  public SlrmRegression setSupervision(double value) {
    set(supervision(), value);
    return this;
  }

  /** Strength of the loadings' prior. */
  public SlrmRegression setLoadingPrior(double value) {
    set(loadingPrior(), value);
    return this;
  }

  /** Most iterations. */
  public SlrmRegression setMaxIter(int value) {
    set(maxIter(), value);
    return this;
  }

  /** Relative gain below which an iteration does not count as progress. */
  public SlrmRegression setTol(double value) {
    set(tol(), value);
    return this;
  }

  /** Seed of all random numbers. */
  public SlrmRegression setSeed(long value) {
    set(seed(), value);
    return this;
  }

  /** Folds of cross-validation and calibration; 0 for neither. */
  public SlrmRegression setFolds(int value) {
    set(folds(), value);
    return this;
  }

  /** Rows collected on the driver for choosing and calibration. */
  public SlrmRegression setSampleRows(int value) {
    set(sampleRows(), value);
    return this;
  }

  /** Features per block of statistics; 0 for automatic, −1 for one block. */
  public SlrmRegression setFeatureBlock(int value) {
    set(featureBlock(), value);
    return this;
  }

  /** Meaning of an absent entry of a sparse vector: zero or missing. */
  public SlrmRegression setAbsent(String value) {
    set(absent(), value);
    return this;
  }
}

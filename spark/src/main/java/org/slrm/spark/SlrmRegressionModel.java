package org.slrm.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slrm.SlrmModel;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.method.LabelKind;

/**
 * A fitted model that predicts rows of a batch or streaming Dataset. It contains core's model
 * ({@link #model}), and its saved folder contains the file that {@code slrm predict} reads.
 *
 * <pre>{@code
 * model.write().save("quality");                          // quality/model.slrm
 * SlrmRegressionModel loaded = SlrmRegressionModel.load("quality");
 * SlrmRegressionModel other = SlrmRegressionModel.load("fitted-elsewhere.slrm");
 * }</pre>
 */
public final class SlrmRegressionModel extends Model<SlrmRegressionModel>
    implements SlrmParams, MLWritable {
  private static final long serialVersionUID = 1;

  /** Name of the model file in a saved folder. */
  public static final String FILE = "model.slrm";

  private static final String SCORED = "slrm_scored";

  private final String uid;
  private final ModelBytes bytes;

  SlrmRegressionModel(String uid, ModelFile file) {
    this.uid = uid;
    bytes = new ModelBytes(file);
    SlrmParams.defaults(this);
  }

  /** A model from a file, with the column names of the file. */
  public static SlrmRegressionModel of(ModelFile file) {
    SlrmRegressionModel out =
        new SlrmRegressionModel(Identifiable$.MODULE$.randomUID("slrm"), file);
    List<String> names =
        file.schema().columns().stream()
            .filter(c -> c.width() > 0)
            .map(Schema.Column::name)
            .toList();
    out.set(out.featuresCols(), names.toArray(new String[0]));
    out.set(out.labelCols(), file.schema().targets().toArray(new String[0]));
    return out;
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Core's model, which predicts without Spark. */
  public SlrmModel model() {
    return bytes.model();
  }

  /** The model file with the names of its columns. */
  public ModelFile file() {
    return bytes.file();
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = dataset.schema();
    transformSchema(schema);
    Encoding input = encoding(schema);
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(dataset.sparkSession().sparkContext());
    Broadcast<ModelBytes> sent = context.broadcast(bytes);
    Column scored =
        functions
            .udf(new Scorer(sent, input, outputOptions()), Scorer.type(model().targets()))
            .apply(input.column());
    List<Column> out = new ArrayList<>(List.of(functions.col("*")));
    for (Param<String> p : outputs()) {
      out.add(functions.col(SCORED + "." + p.name()).as(getOrDefault(p)));
    }
    return dataset.withColumn(SCORED, scored).select(out.toArray(new Column[0])).drop(SCORED);
  }

  private Scorer.OutputOptions outputOptions() {
    List<Param<String>> requested = outputs();
    return new Scorer.OutputOptions(
        (Double) getOrDefault(intervalLevel()),
        requested.contains(classNameCol()),
        requested.contains(medianCol()),
        requested.contains(contributionsCol()),
        requested.contains(nextMeasurementsCol())
            ? (Integer) getOrDefault(suggestMeasurements())
            : 0);
  }

  /** The model's label kinds. */
  @Override
  public List<LabelKind> labelKinds() {
    return IntStream.range(0, model().targets()).mapToObj(model()::labelKind).toList();
  }

  private Encoding encoding(StructType schema) {
    return Encoding.of(this, file().schema(), schema);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    encoding(schema);
    return withOutputs(this, schema, model().targets());
  }

  /** The schema with the output columns, which must be new. */
  static StructType withOutputs(SlrmParams params, StructType schema, int targets) {
    StructType types = Scorer.type(targets);
    List<StructField> out = new ArrayList<>(List.of(schema.fields()));
    for (Param<String> p : params.outputs()) {
      String name = params.getOrDefault(p);
      if (out.stream().anyMatch(f -> f.name().equalsIgnoreCase(name))) {
        throw new IllegalArgumentException(
            p.name() + " must be a new column, but \"" + name + "\" exists already");
      }
      out.add(new StructField(name, types.apply(p.name()).dataType(), true, Metadata.empty()));
    }
    return new StructType(out.toArray(new StructField[0]));
  }

  @Override
  public SlrmRegressionModel copy(ParamMap extra) {
    SlrmRegressionModel copy = new SlrmRegressionModel(uid, file());
    copyValues(copy, extra);
    if (hasParent()) {
      copy.setParent(parent());
    }
    return copy;
  }

  /** Output column of the contributions of observed features. */
  public SlrmRegressionModel setContributionsCol(String value) {
    return with(contributionsCol(), value);
  }

  /** Output column of up to {@code count} suggested measurements. */
  public SlrmRegressionModel setNextMeasurementsCol(String value, int count) {
    set(suggestMeasurements(), count);
    return with(nextMeasurementsCol(), value);
  }

  /** Output column of the probabilities of classes. */
  public SlrmRegressionModel setProbabilityCol(String value) {
    return with(probabilityCol(), value);
  }

  /** Output column of the name of the predicted class. */
  public SlrmRegressionModel setClassNameCol(String value) {
    return with(classNameCol(), value);
  }

  /** Output column of the median of the label. */
  public SlrmRegressionModel setMedianCol(String value) {
    return with(medianCol(), value);
  }

  /** Output column of the prediction. */
  public SlrmRegressionModel setPredictionCol(String value) {
    return with(predictionCol(), value);
  }

  /** Vector column of the features, instead of numeric columns. */
  public SlrmRegressionModel setFeaturesCol(String value) {
    clear(featuresCols());
    return with(featuresCol(), value);
  }

  /** Coverage of the intervals. */
  public SlrmRegressionModel setIntervalLevel(double value) {
    return with(intervalLevel(), value);
  }

  private <T> SlrmRegressionModel with(Param<T> param, T value) {
    set(param, value);
    return this;
  }

  @Override
  public MLWriter write() {
    return new Writer(this);
  }

  /** Reads the output of {@link #write}, or a model file. */
  public static MLReader<SlrmRegressionModel> read() {
    return new Reader();
  }

  /** Loads the output of {@link #write}, or a model file. */
  public static SlrmRegressionModel load(String path) {
    return read().load(path);
  }

  @Override
  public String toString() {
    return "SlrmRegressionModel: uid=%s, method=%s, rank=%s, features=%s, targets=%s"
        .formatted(
            uid,
            model().report().method(),
            model().report().rank(),
            model().features(),
            model().targets());
  }

  private static final class Writer extends MLWriter {
    private final SlrmRegressionModel model;

    Writer(SlrmRegressionModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter$.MODULE$.saveMetadata(model, path, sparkSession());
      Path file = new Path(path, FILE);
      try (OutputStream out = files(file, sparkSession()).create(file)) {
        model.file().write(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Reader extends MLReader<SlrmRegressionModel> {
    @Override
    public SlrmRegressionModel load(String path) {
      Path place = new Path(path);
      try {
        FileSystem files = files(place, sparkSession());
        if (!files.exists(place)) {
          throw new IllegalArgumentException("no model at " + path);
        }
        if (files.getFileStatus(place).isFile()) {
          return of(read(files, place));
        }
        DefaultParamsReader.Metadata metadata =
            DefaultParamsReader$.MODULE$.loadMetadata(
                path, sparkSession(), SlrmRegressionModel.class.getName());
        SlrmRegressionModel out =
            new SlrmRegressionModel(metadata.uid(), read(files, new Path(path, FILE)));
        metadata.getAndSetParams(out, metadata.getAndSetParams$default$2());
        return out;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static ModelFile read(FileSystem files, Path file) throws IOException {
      try (InputStream in = files.open(file)) {
        return ModelBytes.ofBytes(in.readAllBytes());
      }
    }
  }

  private static FileSystem files(Path path, SparkSession spark) throws IOException {
    return path.getFileSystem(spark.sessionState().newHadoopConf());
  }
}

package org.slrm.spark.engine;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import org.slrm.io.train.Engine;
import org.slrm.method.LabelKind;
import org.slrm.spark.SlrmParams;
import org.slrm.spark.SlrmRegression;
import org.slrm.spark.SlrmRegressionModel;

/**
 * The Spark engine of the command line.
 *
 * <pre>{@code
 * slrm fit 'events/*.parquet' --target y --engine spark --master spark://host:7077
 * }</pre>
 */
public final class SparkEngine implements Engine {
  @Override
  public String name() {
    return "spark";
  }

  @Override
  public List<String> methods() {
    return SlrmParams.METHODS;
  }

  @Override
  public ModelFile fit(Fit request) {
    return inSession(request.master(), spark -> fit(request, spark));
  }

  private static ModelFile fit(Fit request, SparkSession spark) {
    Dataset<Row> read =
        SparkTable.read(
            spark, request.data(), request.reading(), SparkTable.na(request.reading()), false);
    Schema schema = SparkTable.schema(read, request.data(), request.reading(), request.messages());
    Dataset<Row> rows = SparkTable.typed(read, schema, true, request.messages());
    SlrmRegression estimator =
        new SlrmRegression()
            .setSeed(request.seed())
            .setFolds(request.folds())
            .setLabelCols(schema.targets().toArray(new String[0]))
            .setLabel(labels(schema, request.reading()))
            .setListener(request.listener());
    if (request.reading().weight() != null) {
      estimator.setWeightCol(request.reading().weight());
    }
    return estimator.fit(rows, schema, request.config());
  }

  private static <T> T inSession(String master, Function<SparkSession, T> use) {
    boolean running = Master.running();
    SparkSession spark = Master.session(master);
    try {
      return use.apply(spark);
    } catch (Exception e) {
      throw inputError(e);
    } finally {
      if (!running) {
        spark.stop();
      }
    }
  }

  private static String labels(Schema schema, ReadOptions options) {
    return schema.labelKinds(options).stream()
        .map(LabelKind::label)
        .collect(Collectors.joining(","));
  }

  @Override
  public void predict(Predict request) {
    inSession(
        request.master(),
        spark -> {
          predict(request, spark);
          return true;
        });
  }

  private static void predict(Predict request, SparkSession spark) {
    String folder = request.folder();
    if (folder != null) {
      SparkSources.mustBeNew(spark, folder);
    }
    Schema schema = request.model().schema();
    Dataset<Row> read =
        SparkTable.read(spark, request.data(), request.reading(), schema.na(), folder == null);
    Dataset<Row> rows = SparkTable.typed(read, schema, false, request.messages());
    SlrmRegressionModel model =
        SlrmRegressionModel.of(request.model()).setIntervalLevel(request.level());
    if (folder != null) {
      if (model.labelKinds().stream().anyMatch(LabelKind::isClassification)) {
        model.setClassNameCol("className");
      }
      String format = SparkSources.ofName(folder).orElse("parquet");
      model.transform(rows).write().format(format).save(folder);
      return;
    }
    Column[] out = NamedPredictions.outputs(model);
    NamedPredictions predictions = new NamedPredictions(request.model(), request.level());
    Iterator<Row> each = model.transform(rows).select(out).toLocalIterator();
    for (long number = 1; each.hasNext(); number++) {
      predictions.of(number, each.next()).forEach(request.predictions());
    }
  }

  private static final Pattern NO_NUMBER =
      Pattern.compile("CAST_INVALID_INPUT\\] The value '(.*?)' of the type");

  /** Rethrows input errors found by Spark as input errors. */
  private static RuntimeException inputError(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String text = String.valueOf(cause.getMessage());
      Matcher cell = NO_NUMBER.matcher(text);
      if (cell.find()) {
        return InputException.of("must be a number")
            .value(cell.group(1))
            .hint("use --na " + cell.group(1) + " if it means missing")
            .cause(e);
      }
      if (text.contains("CSV header does not conform")) {
        return InputException.of(
                "all CSV files must have the same columns in the same order: "
                    + text.strip().replaceAll("\\s*\\n\\s*", "; "))
            .cause(e);
      }
      if (cause instanceof IllegalArgumentException bad) {
        return bad;
      }
    }
    // Scala throws checked exceptions without declaring them.
    return e instanceof RuntimeException r ? r : new IllegalStateException(e.getMessage(), e);
  }
}

package org.slrm.spark.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.slrm.cli.Engine;
import org.slrm.io.InputException;
import org.slrm.io.ModelFile;
import org.slrm.io.Schema;
import org.slrm.spark.SlrmRegression;
import org.slrm.spark.SlrmRegressionModel;

/**
 * Spark behind the command line.
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
  public ModelFile fit(Fit what) {
    boolean running = Master.running();
    SparkSession spark = Master.session(what.master());
    try {
      Dataset<Row> read =
          SparkTable.read(spark, what.data(), what.reading(), SparkTable.na(what.reading()));
      Schema schema = SparkTable.schema(read, what.data(), what.reading(), what.tell());
      Dataset<Row> rows = SparkTable.typed(read, schema, true, what.tell());
      SlrmRegression estimator =
          new SlrmRegression()
              .setMethod(what.method())
              .setRank(what.rank())
              .setSeed(what.seed())
              .setFolds(what.folds())
              .setLabelCols(schema.targets().toArray(new String[0]))
              .setListener(what.listener());
      if (what.reading().weight() != null) {
        estimator.setWeightCol(what.reading().weight());
      }
      return estimator.fit(rows, schema);
    } catch (RuntimeException e) {
      throw told(e);
    } finally {
      if (!running) {
        spark.stop();
      }
    }
  }

  @Override
  public void predict(Predict what) {
    boolean running = Master.running();
    SparkSession spark = Master.session(what.master());
    try {
      Schema schema = what.model().schema();
      Dataset<Row> read = SparkTable.read(spark, what.data(), what.reading(), schema.na());
      Dataset<Row> rows = SparkTable.typed(read, schema, false, what.tell());
      SlrmRegressionModel model =
          SlrmRegressionModel.of(what.model()).setIntervalLevel(what.level());
      Dataset<Row> scored = model.transform(rows);
      if (what.folder() != null) {
        scored.write().format(Sources.ofName(what.folder()).orElse("parquet")).save(what.folder());
        return;
      }
      Iterator<Row> each =
          scored
              .select("prediction", "standardError", "lower", "upper", "observed", "answered")
              .toLocalIterator();
      each.forEachRemaining(row -> what.rows().accept(scored(row)));
    } catch (RuntimeException e) {
      throw told(e);
    } finally {
      if (!running) {
        spark.stop();
      }
    }
  }

  private static Scored scored(Row row) {
    return new Scored(
        numbers(row.get(0)),
        numbers(row.get(1)),
        numbers(row.get(2)),
        numbers(row.get(3)),
        row.getInt(4),
        row.getBoolean(5));
  }

  private static List<Double> numbers(Object value) {
    if (value instanceof Double d) {
      return List.of(d);
    }
    List<Double> out = new ArrayList<>();
    for (double d : ((Vector) value).toArray()) {
      out.add(d);
    }
    return out;
  }

  /** A cell that is no number is bad input, whoever found it. */
  private static RuntimeException told(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String text = String.valueOf(cause.getMessage());
      if (text.contains("CAST_INVALID_INPUT")) {
        return InputException.of(text.lines().findFirst().orElse(text)).cause(e);
      }
    }
    return e;
  }
}

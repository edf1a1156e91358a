package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

/** Invalid input is reported by name, rule and value; schema errors before any job runs. */
class BadInputTest {
  private final Sparks.Table table = Sparks.Table.of(60, 4, 2, 1, 4);
  private final Dataset<Row> data = table.columns(2);

  private SlrmRegression estimator() {
    return new SlrmRegression()
        .setMethod("likelihood")
        .setRank(1)
        .setMaxIter(3)
        .setFolds(0)
        .setFeaturesCols(table.names())
        .setLabelCol("y0");
  }

  private static String message(SlrmRegression estimator, Dataset<Row> data) {
    return assertThrows(IllegalArgumentException.class, () -> estimator.fit(data)).getMessage();
  }

  private static void refusedWithoutAJob(String rule, SlrmRegression estimator, Dataset<Row> data) {
    AtomicInteger jobs = new AtomicInteger();
    SparkListener count =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            jobs.incrementAndGet();
          }
        };
    Sparks.session().sparkContext().addSparkListener(count);
    try {
      assertEquals(rule, message(estimator, data));
      assertEquals(0, jobs.get());
    } finally {
      Sparks.session().sparkContext().removeSparkListener(count);
    }
  }

  @Test
  void aColumnOfTheWrongTypeIsNamedWithItsType() {
    refusedWithoutAJob(
        "featuresCols must be numeric, got \"x1\" of type string",
        estimator(),
        data.withColumn("x1", functions.lit("a")));
    refusedWithoutAJob(
        "labelCol must be numeric, got \"y0\" of type string",
        estimator(),
        data.withColumn("y0", functions.lit("a")));
    refusedWithoutAJob(
        "featuresCol must be a vector column, got \"x0\" of type double; name numeric columns by"
            + " featuresCols, or assemble them first",
        new SlrmRegression().setFeaturesCol("x0").setLabelCol("y0"),
        data);
  }

  @Test
  void absentColumnsAreReportedWithTheAvailableColumns() {
    refusedWithoutAJob(
        "labelCol must be a column of the data, got \"z\"; there are x0, x1, x2, x3, y0, weight",
        estimator().setLabelCol("z"),
        data);
    SlrmRegressionModel model = estimator().fit(data);
    assertEquals(
        "featuresCols must be a column of the data, got \"x2\"; there are x0, x1, x3, y0, weight",
        assertThrows(IllegalArgumentException.class, () -> model.transform(data.drop("x2")))
            .getMessage());
  }

  @Test
  void anOutputColumnMustBeNew() {
    refusedWithoutAJob(
        "predictionCol must be a new column, but \"x0\" exists already",
        estimator().setPredictionCol("x0"),
        data);
  }

  @Test
  void labelsThatAreAllNullAreRejected() {
    assertEquals(
        "target 0 must have at least 2 labelled rows, got 0 of 60",
        message(estimator(), data.withColumn("y0", functions.lit(null).cast("double"))));
  }

  @Test
  void anInfiniteValueIsRejectedWithItsColumn() {
    Dataset<Row> infinite =
        data.withColumn("x2", functions.expr("if(x0 is null, double('inf'), x2)"));
    assertEquals(
        "values of \"x2\" must be finite, NaN or null, got Infinity",
        message(estimator(), infinite));
  }

  @Test
  void aWeightMustNotBeNegative() {
    assertEquals(
        "weights in \"weight\" must be 0 or between 1.0E-12 and 1.0E12, got -1.0",
        message(estimator().setWeightCol("weight"), data.withColumn("weight", functions.lit(-1))));
  }

  @Test
  void aLabelOfAnotherKindIsRejectedWithItsColumn() {
    Dataset<Row> half = data.withColumn("y0", functions.expr("if(x0 is null, 1.5D, 1)"));
    assertEquals(
        "labels of \"y0\": a class must be a whole number from 0 on, got 1.5",
        message(estimator().setLabel("classes"), half));
    assertEquals(
        "labels of \"y0\": a class must be at most 999, got 1000.0",
        message(estimator().setLabel("classes"), data.withColumn("y0", functions.lit(1000))));
    assertEquals(
        "labels of \"y0\": a count must not be negative, got -1.0",
        message(estimator().setLabel("counts"), data.withColumn("y0", functions.lit(-1))));
    assertEquals(
        "labels of \"y0\": a positive amount must be above 0, got 0.0",
        message(estimator().setLabel("positive"), data.withColumn("y0", functions.lit(0))));
    refusedWithoutAJob(
        "label must be one word, or one for each of 1 label columns, got 2: counts,numeric",
        estimator().setLabel("counts,numeric"),
        data);
    assertEquals(
        "label must be one of numeric, robust, classes, counts, positive, quantile:Q, got words",
        assertThrows(IllegalArgumentException.class, () -> estimator().setLabel("words"))
            .getMessage());
  }

  @Test
  void aRankBeyondTheFeaturesIsRejected() {
    assertEquals("rank must be between 1 and 4, got 9", message(estimator().setRank(9), data));
  }

  @Test
  void aParameterOutOfItsRangeIsRejectedWhenSet() {
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> estimator().setMethod("guess"))
            .getMessage()
            .contains("method"));
    for (String method : List.of("trees", "kernel")) {
      assertEquals(
          "method must be one of auto, likelihood, mixture, slrm, smpcr on Spark, got "
              + method
              + "; models of every method that were fitted elsewhere can be scored here",
          assertThrows(IllegalArgumentException.class, () -> estimator().setMethod(method))
              .getMessage());
    }
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> estimator().setComponents(-1))
            .getMessage()
            .contains("components"));
  }

  @Test
  void rowsWithoutObservedEntriesAreAccepted() {
    Dataset<Row> some = data.withColumn("x0", functions.lit(Double.NaN));
    SlrmRegressionModel model = estimator().fit(some);
    assertTrue(model.model().report().note("features-without-entries").isPresent());
    Dataset<Row> nothing =
        some.select(
            functions.lit(null).cast("double").as("x0"),
            functions.lit(Double.NaN).as("x1"),
            functions.lit(null).cast("int").as("x2"),
            functions.lit(null).cast("double").as("x3"));
    Row row = model.transform(nothing).first();
    assertEquals(0, row.<Integer>getAs("observed"));
  }

  @Test
  void aListenerCanStopAFit() {
    SlrmRegressionModel model = estimator().setMaxIter(50).setListener(p -> p.step() < 2).fit(data);
    assertEquals("stopped by the listener", model.model().report().stop());
  }
}

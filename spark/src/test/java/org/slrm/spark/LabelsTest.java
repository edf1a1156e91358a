package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.SlrmStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.StreamConfig;
import org.slrm.result.Prediction;

/** Classes, counts and amounts, fitted on a cluster. */
class LabelsTest {
  private static final LikelihoodConfig RANK_2 =
      LikelihoodConfig.defaults().withRank(2).withMaxIterations(15);

  @TempDir Path folder;

  /** Labels binned into integers from 0 to the given number minus 1. */
  private static Sparks.Table table(int targets, int levels) {
    Sparks.Table table = Sparks.Table.of(240, 8, 2, targets, 6);
    double[] mean = table.y().statistics().mean();
    IncompleteMatrix y =
        table
            .y()
            .map(
                (t, v) ->
                    Math.max(0, Math.min(levels - 1, Math.rint(v - mean[t] + levels / 2d - 0.5))));
    return new Sparks.Table(table.x(), y, table.weights());
  }

  private static SlrmRegression estimator(Sparks.Table table, String label) {
    return new SlrmRegression()
        .setMethod("likelihood")
        .setRank(2)
        .setMaxIter(15)
        .setFeaturesCols(table.names())
        .setLabelCols(table.targets())
        .setLabel(label);
  }

  @ParameterizedTest
  @CsvSource({"classes,2", "classes,3", "counts,5", "quantile:0.3,300", "quantile:0.75,300"})
  void aFitIsCoresAndOneThatWasSavedPredictsTheSame(String label, int levels) throws Exception {
    Sparks.Table table = table(1, levels);
    LabelKind kind = LabelKind.of(label);
    SlrmModel core = Slrm.with(RANK_2).labels(kind).fit(table.x(), table.y());
    SlrmRegressionModel fitted = estimator(table, label).fit(table.columns(2));
    assertEquals(kind, fitted.model().labelKind(0));
    assertEquals(core.levels(0), fitted.model().levels(0));
    for (int i = 0; i < table.x().rows(); i++) {
      Prediction a = core.predict(table.x().row(i));
      Prediction b = fitted.model().predict(table.x().row(i));
      for (int k = 0; k < a.levels(); k++) {
        assertEquals(a.probability(k), b.probability(k), 1e-7);
      }
      assertEquals(a.mean(), b.mean(), 1e-7 * Math.abs(a.mean()));
    }
    fitted.write().save(folder.resolve("saved").toString());
    SlrmRegressionModel loaded = SlrmRegressionModel.load(folder.resolve("saved").toString());
    String[] outputs = {"lower", kind == LabelKind.CLASSES ? "probability" : "upper"};
    assertEquals(
        fitted.transform(table.columns(2)).select("prediction", outputs).collectAsList(),
        loaded.transform(table.columns(2)).select("prediction", outputs).collectAsList());
    assertEquals(
        estimator(table, label).transformSchema(table.columns(2).schema()),
        loaded.transform(table.columns(2)).schema());
  }

  @Test
  void targetsOfSeveralKindsAreFittedAtOnce() {
    Sparks.Table table = table(3, 3);
    SlrmModel core =
        Slrm.with(RANK_2)
            .labels(LabelKind.NUMERIC, LabelKind.CLASSES, LabelKind.COUNTS)
            .fit(table.x(), table.y());
    SlrmRegressionModel fitted =
        estimator(table, "numeric, classes, counts").fit(table.columns(2)).setMedianCol("median");
    List<Row> rows = fitted.transform(table.columns(2)).collectAsList();
    for (int i = 0; i < 40; i++) {
      Row row = rows.get(i);
      List<Vector> shares = row.getList(row.fieldIndex("probability"));
      for (int t = 0; t < 3; t++) {
        Prediction p = core.predict(table.x().row(i), t);
        assertEquals(p.mean(), row.<Vector>getAs("prediction").apply(t), 1e-7);
        assertEquals(p.median(), row.<Vector>getAs("median").apply(t), 1e-7);
        assertEquals(p.standardError(), row.<Vector>getAs("standardError").apply(t), 1e-7);
      }
      assertNull(shares.get(0));
      assertEquals(core.predict(table.x().row(i), 1).probability(2), shares.get(1).apply(2), 1e-7);
      assertNull(shares.get(2));
    }
  }

  @Test
  void classesKeepTheNamesThatAnIndexerGaveThem() {
    Sparks.Table table = table(1, 3);
    Dataset<Row> named =
        table
            .columns(2)
            .filter("y0 is not null and not isnan(y0)")
            .selectExpr("*", "array('low', 'middle', 'high')[int(y0)] as size");
    SlrmRegression estimator = estimator(table, "classes").setLabelCols("index").setFolds(0);
    StringIndexer indexer =
        new StringIndexer()
            .setInputCol("size")
            .setOutputCol("index")
            .setStringOrderType("alphabetAsc");
    PipelineModel fitted =
        new Pipeline().setStages(new PipelineStage[] {indexer, estimator}).fit(named);
    SlrmRegressionModel model = (SlrmRegressionModel) fitted.stages()[1];
    assertEquals(List.of("high", "low", "middle"), model.file().schema().target(0).levels());
    Dataset<Row> scored = fitted.transform(named);
    double right =
        new MulticlassClassificationEvaluator()
            .setLabelCol("index")
            .setMetricName("accuracy")
            .evaluate(scored);
    assertEquals(1, right, 0.35, "share predicted right");
    model.setClassNameCol("name");
    model
        .transform(indexer.fit(named).transform(named))
        .collectAsList()
        .forEach(
            row ->
                assertEquals(
                    List.of("high", "low", "middle")
                        .get(row.<Double>getAs("prediction").intValue()),
                    row.<String>getAs("name")));
  }

  @Test
  void aLearnerTakesClassesAsCoresStreamDoesAndGoesOnWithThem() throws Exception {
    Sparks.Table table = table(1, 3);
    StreamConfig config = StreamConfig.ofRank(2).withWarmUp(100).withBatch(20);
    String state = folder.resolve("state").toString();
    List<String> names = List.of(table.names());
    new SlrmStreamLearner(config, names, List.of("y0"), "classes", state)
        .call(table.columns(1).limit(60), 0L);
    SlrmStreamLearner learner =
        new SlrmStreamLearner(config, names, List.of("y0"), "classes", state);
    learner.call(table.columns(1).offset(60), 1L);
    SlrmStream core = Slrm.stream(config, 8, List.of(LabelKind.CLASSES));
    for (int i = 0; i < table.x().rows(); i++) {
      core.update(table.x().row(i), table.y().valueAt(i, 0));
    }
    Row row = learner.model().transform(table.columns(1)).collectAsList().get(7);
    Prediction p = core.snapshot().predict(table.x().row(7));
    for (int k = 0; k < 3; k++) {
      assertEquals(p.probability(k), row.<Vector>getAs("probability").apply(k), 1e-10);
    }
    SlrmStreamLearner other = new SlrmStreamLearner(config, names, List.of("y0"), state);
    assertEquals(
        "the state in " + state + " must have the same columns and label kinds, but they differ",
        org.junit.jupiter.api.Assertions.assertThrows(
                IllegalArgumentException.class, () -> other.resume(Sparks.session()))
            .getMessage());
  }
}

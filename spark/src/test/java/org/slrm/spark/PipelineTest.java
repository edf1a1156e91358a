package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteRow;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;

/** The estimator as a stage of Spark ML pipelines. */
class PipelineTest {
  private final Sparks.Table table = Sparks.Table.of(200, 6, 2, 1, 2);
  private final Dataset<Row> data = table.columns(2);

  @TempDir Path folder;

  private SlrmRegression estimator() {
    return new SlrmRegression()
        .setMethod("likelihood")
        .setRank(2)
        .setMaxIter(5)
        .setFolds(0)
        .setFeaturesCols(table.names())
        .setLabelCol("y0");
  }

  @Test
  void aPipelineIsSavedAndLoaded() throws Exception {
    VectorAssembler assembler =
        new VectorAssembler()
            .setInputCols(table.names())
            .setOutputCol("features")
            .setHandleInvalid("keep");
    SlrmRegression estimator =
        new SlrmRegression("mine")
            .setMethod("likelihood")
            .setRank(2)
            .setMaxIter(5)
            .setFolds(0)
            .setLabelCol("y0");
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {assembler, estimator});
    pipeline.write().save(folder.resolve("pipeline").toString());
    PipelineModel fitted = Pipeline.load(folder.resolve("pipeline").toString()).fit(data);
    fitted.write().save(folder.resolve("fitted").toString());
    PipelineModel loaded = PipelineModel.load(folder.resolve("fitted").toString());
    List<Row> expected = fitted.transform(data).select("prediction", "lower").collectAsList();
    assertEquals(expected, loaded.transform(data).select("prediction", "lower").collectAsList());
    SlrmRegressionModel last = (SlrmRegressionModel) loaded.stages()[1];
    assertEquals("mine", last.uid());
    assertEquals(List.of(table.names()), last.file().schema().featureNames());
  }

  @Test
  void crossValidationChoosesAmongItsParameters() {
    SlrmRegression estimator = estimator();
    ParamMap[] grid = new ParamGridBuilder().addGrid(estimator.rank(), new int[] {1, 2}).build();
    CrossValidatorModel chosen =
        new CrossValidator()
            .setEstimator(estimator)
            .setEvaluator(new RegressionEvaluator().setLabelCol("y0"))
            .setEstimatorParamMaps(grid)
            .setNumFolds(2)
            .setSeed(1)
            .fit(data.filter("y0 is not null and not isnan(y0)"));
    assertEquals(2, ((SlrmRegressionModel) chosen.bestModel()).model().report().rank());
  }

  @Test
  void copiesRetainParametersAndParent() {
    SlrmRegression estimator = estimator();
    SlrmRegression copy = estimator.copy(new ParamMap().put(estimator.rank().w(1)));
    assertEquals(1, copy.getOrDefault(copy.rank()));
    assertEquals(2, estimator.getOrDefault(estimator.rank()));
    SlrmRegressionModel model = estimator.fit(data);
    assertEquals(estimator, model.parent());
    SlrmRegressionModel same = model.copy(new ParamMap().put(model.predictionCol().w("guess")));
    assertEquals("guess", same.getOrDefault(same.predictionCol()));
    assertNotNull(same.transform(data).schema().apply("guess"));
    assertEquals(estimator.transformSchema(data.schema()), model.transform(data).schema());
  }

  @Test
  void contributionsAddUpAndNextMeasurementsAreNamed() {
    SlrmRegressionModel model =
        estimator().fit(data).setContributionsCol("why").setNextMeasurementsCol("next", 2);
    SlrmModel core = model.model();
    List<Row> rows = model.transform(data).collectAsList();
    for (int i = 0; i < 20; i++) {
      IncompleteRow x = table.x().row(i);
      SparseVector why = rows.get(i).getAs("why");
      double sum = core.explain(x).intercept();
      for (double c : why.values()) {
        sum += c;
      }
      assertEquals(rows.get(i).<Double>getAs("prediction"), sum, 1e-9);
      List<Row> next = rows.get(i).getList(rows.get(i).fieldIndex("next"));
      assertEquals(core.suggestMeasurements(x, 2).size(), next.size());
      if (!next.isEmpty()) {
        int best = core.suggestMeasurements(x, 2).get(0).feature();
        assertEquals("x" + best, next.get(0).getString(0));
        assertEquals(best, next.get(0).getInt(1));
        assertTrue(next.get(0).getDouble(2) >= 0);
      }
    }
  }

  @Test
  void anAbsentEntryOfASparseVectorIsZeroByDefault() {
    SlrmRegressionModel model = estimator().fit(data);
    model.setFeaturesCol("v");
    Vector sparse = new SparseVector(6, new int[] {1, 3}, new double[] {2.5, Double.NaN});
    Dataset<Row> one = vector(sparse);
    double zero = model.transform(one).first().<Double>getAs("prediction");
    assertEquals(
        model.model().predict(IncompleteRow.ofNaN(0, 2.5, 0, Double.NaN, 0, 0)).mean(), zero);
    model.set(model.absent(), "missing");
    double missing = model.transform(one).first().<Double>getAs("prediction");
    double nan = Double.NaN;
    assertEquals(
        model.model().predict(IncompleteRow.ofNaN(nan, 2.5, nan, nan, nan, nan)).mean(), missing);
  }

  private static Dataset<Row> vector(Vector v) {
    return Sparks.session()
        .createDataFrame(
            List.of(org.apache.spark.sql.RowFactory.create(v)),
            org.apache.spark.sql.types.DataTypes.createStructType(
                List.of(
                    org.apache.spark.sql.types.DataTypes.createStructField(
                        "v", org.apache.spark.ml.linalg.SQLDataTypes.VectorType(), true))));
  }

  @Test
  void aModelFileGoesInAndOutUnchanged() throws Exception {
    SlrmRegressionModel model = estimator().fit(data);
    model.write().overwrite().save(folder.resolve("saved").toString());
    Path file = folder.resolve("saved").resolve(SlrmRegressionModel.FILE);
    ModelFile core = ModelFile.read(file);
    IncompleteRow row = table.x().row(3);
    assertEquals(model.model().predict(row).mean(), core.model().predict(row).mean());
    Path elsewhere = folder.resolve("elsewhere.slrm");
    core.write(elsewhere);
    SlrmRegressionModel back = SlrmRegressionModel.load(elsewhere.toString());
    assertArrayEquals(ModelBytes.bytes(model.file()), ModelBytes.bytes(back.file()));
    assertEquals(
        model.transform(data).select("prediction").collectAsList(),
        back.transform(data).select("prediction").collectAsList());
  }

  @Test
  void booleanWordsAreParsedAsInTheModelFile() {
    SlrmModel core = estimator().fit(data).model();
    Schema.Column colour =
        new Schema.Column(
            "colour", Schema.Kind.CATEGORICAL, Schema.Role.FEATURE, List.of("blue", "red"), null);
    Schema.Column flag =
        new Schema.Column(
            "flag", Schema.Kind.BOOLEAN, Schema.Role.FEATURE, List.of("no", "yes"), null);
    List<Schema.Column> columns = new java.util.ArrayList<>(List.of(colour, flag));
    for (String name : List.of("a", "b", "c")) {
      columns.add(
          new Schema.Column(name, Schema.Kind.NUMERIC, Schema.Role.FEATURE, List.of(), null));
    }
    columns.add(new Schema.Column("y", Schema.Kind.NUMERIC, Schema.Role.TARGET, List.of(), null));
    ModelFile file =
        ModelFile.of(
            core,
            new Schema(columns, List.of()),
            ReadOptions.DEFAULT,
            ModelFile.Provenance.ofSeed(1));
    Dataset<Row> rows =
        Sparks.session()
            .sql(
                "select 'red' colour, 'Yes' flag, 1.5D a, cast(null as double) b, 2 c"
                    + " union all select 'green', null, 1.5D, null, 2");
    List<Row> scored = SlrmRegressionModel.of(file).transform(rows).collectAsList();
    double nan = Double.NaN;
    assertEquals(
        core.predict(IncompleteRow.ofNaN(0, 1, 1, 1.5, nan, 2)).mean(),
        scored.get(0).<Double>getAs("prediction"));
    assertEquals(
        core.predict(IncompleteRow.ofNaN(nan, nan, nan, 1.5, nan, 2)).mean(),
        scored.get(1).<Double>getAs("prediction"));
  }
}

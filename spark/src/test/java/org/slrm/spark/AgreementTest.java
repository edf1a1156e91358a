package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.RowBlocks;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.result.ModelState;
import org.slrm.result.Predictions;

/** Results equal those of core for any partitioning of the rows. */
class AgreementTest {
  private static final double TOLERANCE = 1e-8;

  private final Sparks.Table table = Sparks.Table.of(500, 12, 3, 2, 1);
  private final LikelihoodConfig config =
      LikelihoodConfig.defaults().withRank(3).withMaxIterations(12);

  private SlrmRegression estimator() {
    return new SlrmRegression()
        .setMethod("likelihood")
        .setRank(3)
        .setMaxIter(12)
        .setFeaturesCols(table.names())
        .setLabelCols(table.targets())
        .setWeightCol("weight");
  }

  private SlrmModel core() {
    return Slrm.with(config).weights(table.weights()).fit(table.x(), table.y());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void coefficientsNoiseAndPredictionsAreCoresForAnyPartitioning(int partitions) {
    SlrmModel core = core();
    SlrmRegressionModel fitted = estimator().fit(table.columns(partitions));
    assertSame(core.state(), fitted.model().state());
    Predictions expected = core.predict(table.x());
    List<Row> rows = fitted.transform(table.columns(partitions)).collectAsList();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      for (int t = 0; t < 2; t++) {
        int k = 2 * i + t;
        assertClose(expected.mean()[k], row.<Vector>getAs("prediction").apply(t));
        assertClose(expected.standardError()[k], row.<Vector>getAs("standardError").apply(t));
        assertClose(expected.lower()[k], row.<Vector>getAs("lower").apply(t));
        assertClose(expected.upper()[k], row.<Vector>getAs("upper").apply(t));
      }
      assertEquals(expected.observed()[i], (int) row.<Integer>getAs("observed"));
      assertTrue(row.<Boolean>getAs("answered"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 14})
  void statisticsByBlocksOfColumnsGiveTheSame(int block) {
    SlrmRegressionModel fitted =
        estimator().setFeatureBlock(block).setFolds(0).fit(table.columns(7));
    SlrmModel core = Slrm.with(config).weights(table.weights()).folds(0).fit(table.x(), table.y());
    assertSame(core.state(), fitted.model().state());
  }

  @Test
  void aShardedFitIsEvaluatedAndCalibratedByASecondFit() {
    Sparks.Table many = Sparks.Table.of(2000, 12, 3, 1, 4);
    SlrmRegression estimator =
        estimator()
            .setFeaturesCols(many.names())
            .setLabelCols(many.targets())
            .setFeatureBlock(5)
            .setMaxIter(30);
    SlrmModel sharded = estimator.fit(many.columns(3)).model();
    SlrmModel whole = estimator.setFeatureBlock(-1).fit(many.columns(3)).model();
    assertEquals(many.y().known() / 5, sharded.report().scores().get(0).rows());
    assertTrue(
        sharded.report().note("validated-by-second-fit").isPresent(),
        () -> sharded.report().notes().toString());
    double ratio = sharded.report().scores().get(0).mse() / whole.report().scores().get(0).mse();
    assertEquals(1, ratio, 0.25, "mean squared error over that of folds");
    assertEquals(
        1,
        sharded.calibration(0).factor(0.9) / whole.calibration(0).factor(0.9),
        0.1,
        "half width of 90 % intervals over that of folds");
    assertArrayEquals(
        bytes(estimator.setFeatureBlock(5).fit(many.columns(3))),
        bytes(estimator.fit(many.columns(3))));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void aMixtureIsCoresForAnyPartitioning(int partitions) {
    MixtureConfig mixture = MixtureConfig.defaults().withComponents(2).withComponent(config);
    SlrmModel core = Slrm.with(mixture).weights(table.weights()).fit(table.x(), table.y());
    SlrmRegression estimator = estimator().setMethod("mixture").setComponents(2);
    SlrmRegressionModel fitted = estimator.fit(table.columns(partitions));
    assertEquals("mixture", fitted.model().report().method());
    assertEquals(2, fitted.model().report().settings().get("components"));
    Predictions expected = core.predict(table.x());
    List<Row> rows = fitted.transform(table.columns(partitions)).collectAsList();
    for (int i = 0; i < rows.size(); i++) {
      for (int t = 0; t < 2; t++) {
        Row row = rows.get(i);
        assertClose(expected.mean()[2 * i + t], row.<Vector>getAs("prediction").apply(t));
        assertClose(
            expected.standardError()[2 * i + t], row.<Vector>getAs("standardError").apply(t));
        assertClose(expected.lower()[2 * i + t], row.<Vector>getAs("lower").apply(t));
      }
    }
    assertArrayEquals(
        bytes(fitted), bytes(estimator.fit(table.columns(partitions))), "again, to the byte");
  }

  @Test
  void methodsThatVisitRowsInTurnAreCoresByPasses() {
    SlrmRegression estimator =
        new SlrmRegression()
            .setMethod("smpcr")
            .setRank(3)
            .setFeaturesCols(table.names())
            .setLabelCols(table.targets());
    SlrmModel core =
        Slrm.with(SmpcrConfig.defaults().withRank(3)).fit(RowBlocks.of(table.x(), table.y(), 4096));
    SlrmRegressionModel fitted = estimator.fit(table.columns(1));
    assertSame(core.state(), fitted.model().state());
    assertArrayEquals(bytes(fitted), bytes(estimator.fit(table.columns(1))), "again");
  }

  @Test
  void repeatedRunsAreEqualToTheByte() {
    for (int block : new int[] {-1, 5}) {
      SlrmRegression estimator = estimator().setFeatureBlock(block).setFolds(0);
      byte[] first = bytes(estimator.fit(table.columns(7)));
      byte[] second = bytes(estimator.fit(table.columns(7)));
      assertArrayEquals(first, second);
    }
  }

  @Test
  void aVectorColumnEqualsNullableColumns() {
    SlrmRegression byVector =
        new SlrmRegression()
            .setMethod("likelihood")
            .setRank(3)
            .setMaxIter(12)
            .setLabelCols(table.targets())
            .setWeightCol("weight");
    SlrmModel core = Slrm.with(config).weights(table.weights()).folds(0).fit(table.x(), table.y());
    assertSame(core.state(), byVector.setFolds(0).fit(table.vectors(3)).model().state());
  }

  private static byte[] bytes(SlrmRegressionModel model) {
    return ModelBytes.bytes(model.file());
  }

  /** Arrays of models fitted on a cluster, which have no imputation and no blocks of features. */
  private static Map<String, ModelState.Array> shared(ModelState state) {
    Map<String, ModelState.Array> out = new TreeMap<>(state.arrays());
    List<String> blocks = List.of("range_block", "range_group");
    out.keySet().removeIf(n -> n.startsWith("imputation") || blocks.contains(n));
    return out;
  }

  static void assertSame(ModelState expected, ModelState got) {
    assertEquals(shared(expected).keySet(), shared(got).keySet());
    shared(expected)
        .forEach(
            (name, array) -> {
              double[] a = array.data();
              double[] b = got.arrays().get(name).data();
              double scale = Arrays.stream(a).map(Math::abs).max().orElse(0);
              // Means of standardised columns, labels too, are 0 but for rounding: their unit is
              // the
              // column's.
              double least = name.matches(".*_(mean|center|base|intercept)") ? 1 : 1e-300;
              assertArrayEquals(a, b, TOLERANCE * Math.max(scale, least), name);
            });
  }

  private static void assertClose(double expected, double got) {
    assertEquals(expected, got, TOLERANCE * Math.abs(expected));
  }
}

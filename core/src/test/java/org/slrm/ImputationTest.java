package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.RowBlocks;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.TreesConfig;
import org.slrm.result.ModelState;

/** Imputation does not depend on what predicts the label best. */
class ImputationTest {
  private static final int FEATURES = 13;

  /** Rows of rank 3 beside a column that is never missing and makes the label alone. */
  private record Sample(double[][] whole, IncompleteMatrix x, double[] y) {
    static Sample of(int rows, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      SplittableRandom fixed = new SplittableRandom(7);
      double[][] loading = new double[FEATURES][3];
      for (double[] v : loading) {
        Arrays.setAll(v, k -> fixed.nextGaussian());
      }
      double[][] whole = new double[rows][FEATURES];
      double[][] x = new double[rows][FEATURES];
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        double[] code = new double[3];
        Arrays.setAll(code, k -> random.nextGaussian());
        for (int j = 1; j < FEATURES; j++) {
          double sum = 10 * j + 0.4 * random.nextGaussian();
          for (int k = 0; k < 3; k++) {
            sum += loading[j][k] * code[k];
          }
          whole[i][j] = sum;
          x[i][j] = random.nextDouble() < 0.3 ? Double.NaN : sum;
        }
        whole[i][0] = random.nextGaussian();
        x[i][0] = whole[i][0];
        y[i] = 3 * x[i][0] + 0.5 * random.nextGaussian();
      }
      return new Sample(whole, IncompleteMatrix.ofNaN(x), y);
    }
  }

  static Stream<MethodConfig> methods() {
    return Stream.of(
        MeanElasticNetConfig.defaults(),
        TreesConfig.defaults(),
        AutoConfig.defaults().withEffort(AutoConfig.Effort.QUICK));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void hiddenCellsAreImputedByOtherColumnsWithCalibratedErrors(MethodConfig config) {
    Sample train = Sample.of(500, 1);
    Sample test = Sample.of(500, 2);
    SlrmModel model = Slrm.with(config).fit(train.x, train.y);
    double[] mean = train.x.statistics().mean();
    double error = 0;
    double baseline = 0;
    int cells = 0;
    int within = 0;
    for (int i = 0; i < test.x.rows(); i++) {
      SlrmModel.ImputedRow c = model.impute(test.x.row(i));
      for (int j = 0; j < FEATURES; j++) {
        if (!test.x.row(i).isKnown(j)) {
          double e = test.whole[i][j] - c.value(j);
          error += e * e;
          baseline += (test.whole[i][j] - mean[j]) * (test.whole[i][j] - mean[j]);
          within += Math.abs(e) <= 1.645 * c.standardError(j) ? 1 : 0;
          cells++;
        }
      }
    }
    assertTrue(error < 0.25 * baseline, error / cells + " against " + baseline / cells);
    assertEquals(0.9, (double) within / cells, 0.04);
  }

  @Test
  void columnsWithoutCommonFactorsAreImputedByTheirMeans() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[300][8];
    double[] y = new double[300];
    for (int i = 0; i < x.length; i++) {
      Arrays.setAll(x[i], j -> random.nextDouble() < 0.3 ? Double.NaN : random.nextGaussian());
      y[i] = random.nextGaussian();
    }
    IncompleteMatrix table = IncompleteMatrix.ofNaN(x);
    SlrmModel model = Slrm.with(MeanElasticNetConfig.defaults()).fit(table, y);
    assertArrayEquals(
        table.statistics().mean(),
        model.impute(IncompleteRow.of(8, new int[0], new double[0])).value(),
        0.01);
    double[] imputed = model.impute(table.row(0)).value();
    for (int j = 0; j < 8; j++) {
      double expected =
          table.row(0).isKnown(j) ? table.row(0).valueAt(j) : table.statistics().mean(j);
      assertEquals(expected, imputed[j], 0.2);
    }
  }

  @Test
  void aModelTakenApartImputesTheSameAndOneWithoutThePartAsItPredicts() {
    Sample train = Sample.of(200, 4);
    SlrmModel model = Slrm.with(MeanElasticNetConfig.defaults()).fit(train.x, train.y);
    IncompleteRow row = train.x.row(0);
    ModelState state = model.state();
    SlrmModel.ImputedRow again = SlrmModel.of(state).impute(row);
    assertArrayEquals(model.impute(row).value(), again.value());
    assertArrayEquals(model.impute(row).standardError(), again.standardError());
    Map<String, Object> values = new LinkedHashMap<>(state.values());
    values.remove("imputation");
    Map<String, ModelState.Array> arrays = new LinkedHashMap<>(state.arrays());
    arrays.keySet().removeIf(name -> name.startsWith("imputation_"));
    SlrmModel older = SlrmModel.of(new ModelState(values, arrays));
    double[] mean = train.x.statistics().mean();
    for (int j = 0; j < FEATURES; j++) {
      assertTrue(row.isKnown(j) || Math.abs(mean[j] - older.impute(row).value(j)) < 1e-9);
    }
    assertEquals(older.predict(row).mean(), model.predict(row).mean());
  }

  @Test
  void threadsDoNotChangeTheImputationModel() {
    Sample train = Sample.of(300, 5);
    Trainer trainer = Slrm.with(MeanElasticNetConfig.defaults());
    ModelState one = trainer.threads(1).fit(train.x, train.y).state();
    ModelState three = trainer.threads(3).fit(train.x, train.y).state();
    for (String name : one.arrays().keySet()) {
      assertArrayEquals(one.arrays().get(name).data(), three.arrays().get(name).data(), name);
    }
    assertTrue(one.arrays().containsKey("imputation_loadings"));
  }

  @Test
  void fitsByPassesImputeByAModelOfTheirOwn() {
    Sample train = Sample.of(500, 8);
    IncompleteMatrix y =
        IncompleteMatrix.ofNaN(
            Arrays.stream(train.y).mapToObj(v -> new double[] {v}).toArray(double[][]::new));
    // One factor serves the label, three the features.
    SlrmModel model =
        Slrm.with(LikelihoodConfig.defaults().withRank(1))
            .fit(RowBlocks.of(train.x, y, 64), RowBlocks.Passes.defaults());
    assertTrue(model.hasImputationModel());
    double error = 0;
    double baseline = 0;
    for (int i = 0; i < train.x.rows(); i++) {
      double[] imputed = model.impute(train.x.row(i)).value();
      for (int j = 0; j < FEATURES; j++) {
        error += Math.pow(train.whole[i][j] - imputed[j], 2);
        double mean = train.x.row(i).isKnown(j) ? train.whole[i][j] : train.x.statistics().mean(j);
        baseline += Math.pow(train.whole[i][j] - mean, 2);
      }
    }
    assertTrue(error < 0.3 * baseline, error + " against " + baseline);
  }

  @Test
  void mixturesImputeThemselves() {
    Sample train = Sample.of(200, 6);
    SlrmModel model =
        Slrm.with(MixtureConfig.defaults().withComponents(2).withRank(2)).fit(train.x, train.y);
    assertFalse(model.state().values().containsKey("imputation"));
  }
}

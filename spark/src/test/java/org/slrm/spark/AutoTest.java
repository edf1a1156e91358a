package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.factor.Completions;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/** Core chooses on a sample, all rows make the members. */
class AutoTest {
  private final Sparks.Table table = Sparks.Table.of(300, 5, 2, 1, 9);

  private SlrmRegression estimator() {
    return new SlrmRegression().setFeaturesCols(table.names()).setLabelCol("y0");
  }

  @Test
  void aSampleThatIsAllRowsGivesCoresOwnModel() {
    Sparks.Table few = Sparks.Table.of(100, 4, 2, 1, 9);
    SlrmModel core = Slrm.fit(few.x(), column(few.y()));
    SlrmRegressionModel fitted =
        new SlrmRegression().setFeaturesCols(few.names()).setLabelCol("y0").fit(few.columns(2));
    AgreementTest.assertSame(core.state(), fitted.model().state());
    assertEquals(core.report().method(), fitted.model().report().method());
  }

  @Test
  void membersChosenOnASampleAreFittedOnAllRows() {
    SlrmRegressionModel fitted = estimator().setSampleRows(100).fit(table.columns(3));
    assertTrue(
        fitted.model().report().notes().stream()
            .anyMatch(
                n ->
                    n.equals(
                        "chosen on a sample of 100 of 300 rows; the final fit uses all of them")));
    assertTrue(!fitted.model().report().candidates().isEmpty());
    assertTrue(explained(fitted) > 0.6, () -> "R² " + explained(fitted));
    byte[] again = ModelBox.bytes(estimator().setSampleRows(100).fit(table.columns(3)).file());
    assertArrayEquals(ModelBox.bytes(fitted.file()), again);
  }

  @Test
  void indicatorsGoWithAllRowsAndNothingIsKeptAfterwards() {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(Sparks.session().sparkContext());
    java.util.Set<Integer> before = context.getPersistentRDDs().keySet();
    SlrmRegressionModel fitted =
        estimator()
            .setIndicators("on")
            .setRank(1)
            .setSampleRows(60)
            .setFolds(2)
            .fit(table.columns(2));
    assertEquals("on", fitted.model().report().settings().get("indicators"));
    assertTrue(explained(fitted) > 0.2, () -> "R² " + explained(fitted));
    assertEquals(before, context.getPersistentRDDs().keySet());
  }

  @Test
  void aRankIsChosenOnTheSample() {
    SlrmRegressionModel fitted =
        estimator().setMethod("likelihood").setMaxIter(10).setSampleRows(100).fit(table.columns(2));
    assertTrue(fitted.model().report().rank() >= 1);
    assertEquals(300, fitted.model().report().rows());
    assertEquals(100, fitted.model().report().scores().get(0).rows(), 30);
  }

  private double explained(SlrmRegressionModel model) {
    List<Row> rows = model.transform(table.columns(3)).collectAsList();
    double mean = table.y().statistics().mean()[0];
    double error = 0;
    double spread = 0;
    for (int i = 0; i < rows.size(); i++) {
      double y = table.y().valueAt(i, 0);
      if (!Double.isNaN(y)) {
        error += Math.pow(y - rows.get(i).<Double>getAs("prediction"), 2);
        spread += Math.pow(y - mean, 2);
      }
    }
    return 1 - error / spread;
  }

  private static double[] column(IncompleteMatrix y) {
    double[] out = new double[y.rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = y.valueAt(i, 0);
    }
    return out;
  }

  @Test
  void ridgeOverPartitionsIsCoresOwn() {
    IncompleteMatrix x = Scaling.of(table.x(), Scaling.Kind.STANDARDIZE).apply(table.x());
    IncompleteMatrix y = Scaling.of(table.y(), Scaling.Kind.STANDARDIZE).apply(table.y());
    int p = x.columns();
    Factors means = new Factors(1, new double[p], new double[p], new double[] {1, 1, 1, 1, 1});
    double[] filled = Completions.of(means, x, true, Workers.single()).features();
    FoldedProblem.Design design =
        new FoldedProblem.Design() {
          @Override
          public int columns() {
            return p;
          }

          @Override
          public double[] rows(int[] indices) {
            double[] out = new double[indices.length * p];
            for (int r = 0; r < indices.length; r++) {
              System.arraycopy(filled, indices[r] * p, out, r * p, p);
            }
            return out;
          }
        };
    double[] weights = table.weights();
    PenaltyChoice expected = RidgeChoice.of(design, new TrainingData(x, y, weights), 0);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(Sparks.session().sparkContext());
    int[] first = java.util.stream.IntStream.range(0, 130).toArray();
    int[] second = java.util.stream.IntStream.range(130, 300).toArray();
    IncompleteMatrix z = x.besides(y);
    JavaRDD<RowBlock> blocks =
        context.parallelize(
            List.of(
                new RowBlock(z.selectRows(first), p, Arrays.copyOf(weights, 130)),
                new RowBlock(z.selectRows(second), p, Arrays.copyOfRange(weights, 130, 300))),
            2);
    PenaltyChoice got =
        new SparkFinalRows(blocks, x.statistics(), 300, 1, 1, 0, new Jobs(context, "test"))
            .ridge(means, 0);
    assertArrayEquals(expected.w(), got.w(), 1e-10);
    assertEquals(expected.intercept(), got.intercept(), 1e-10);
    assertEquals(expected.error(), got.error(), 1e-10);
  }
}

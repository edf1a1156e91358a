package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Note;

/** Auto selects candidates on a sample and fits members to all rows. */
@Tag("slow")
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
        fitted
            .model()
            .report()
            .notes()
            .contains(Note.of("chosen-on-sample", "sample", 100, "rows", 300)));
    assertTrue(!fitted.model().report().candidates().isEmpty());
    assertTrue(explained(fitted) > 0.6, () -> "R² " + explained(fitted));
    byte[] again = ModelBytes.bytes(estimator().setSampleRows(100).fit(table.columns(3)).file());
    assertArrayEquals(ModelBytes.bytes(fitted.file()), again);
  }

  @Test
  void indicatorsAreFittedToAllRowsAndReleasedAfterwards() {
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
}

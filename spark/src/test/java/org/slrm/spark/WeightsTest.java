package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.FitReport;
import org.slrm.result.Note;

/** Row weights have the same effect on a cluster and in memory. */
@Tag("slow")
class WeightsTest {
  private final Sparks.Table table = Sparks.Table.of(600, 6, 2, 1, 4);

  /** Fixed and selected ranks, statistics in one piece and by blocks of columns. */
  @ParameterizedTest
  @CsvSource({"likelihood, 2, 0", "likelihood, 2, 3", "likelihood, 0, 0", "auto, 0, 0"})
  void rowsOfWeightZeroAreNeitherFittedNorEvaluated(String method, int rank, int block) {
    int[] kept = IntStream.range(0, 600).filter(i -> i % 2 == 1).toArray();
    SlrmModel all = fitted(method, rank, block, outlying());
    SlrmModel some = fitted(method, rank, block, part(kept));
    assertArrayEquals(some.predict(table.x()).mean(), all.predict(table.x()).mean(), 1e-8);
    FitReport.Score expected = some.report().scores().get(0);
    FitReport.Score score = all.report().scores().get(0);
    assertEquals(expected.rows(), score.rows());
    assertEquals(expected.mse(), score.mse(), 1e-8);
    assertEquals(expected.r2(), score.r2(), 1e-8);
    assertEquals(300, all.report().rows());
    assertTrue(all.report().notes().contains(Note.of("rows-of-weight-zero", "rows", 300L)));
  }

  private SlrmModel fitted(String method, int rank, int block, Sparks.Table rows) {
    return new SlrmRegression()
        .setMethod(method)
        .setRank(rank)
        .setMaxIter(12)
        .setFeatureBlock(block)
        .setFeaturesCols(table.names())
        .setLabelCols(table.targets())
        .setWeightCol("weight")
        .fit(rows.columns(1))
        .model();
  }

  /** Every second row has weight 0 and an extreme label. */
  private Sparks.Table outlying() {
    IncompleteMatrix.Builder y = IncompleteMatrix.builder(1);
    double[] weights = table.weights().clone();
    for (int i = 0; i < 600; i++) {
      double label = table.y().valueAt(i, 0);
      if (i % 2 == 0) {
        weights[i] = 0;
        y.entry(0, 1000 * Math.cos(i));
      } else if (!Double.isNaN(label)) {
        y.entry(0, label);
      }
      y.endRow();
    }
    return new Sparks.Table(table.x(), y.build(), weights);
  }

  private Sparks.Table part(int[] rows) {
    return new Sparks.Table(
        table.x().selectRows(rows),
        table.y().selectRows(rows),
        IntStream.of(rows).mapToDouble(i -> table.weights()[i]).toArray());
  }
}

package org.slrm.internal.run;

import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.RowBlocks;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.RowRoles.Role;

/**
 * The results of two readings of all rows, in the columns' own units.
 *
 * @param features statistics of the features over the training rows
 * @param labels statistics of the labels over them
 * @param fitRows number of those rows
 * @param emptyRows rows without an observed feature, whatever their role
 * @param sample some of the training rows
 * @param choose rows held out for choosing
 * @param evaluate rows held out for evaluation
 */
public record DrawnRows(
    ColumnStatistics features,
    ColumnStatistics labels,
    long fitRows,
    long emptyRows,
    TrainingData sample,
    TrainingData choose,
    TrainingData evaluate) {

  /** Reads all blocks, twice: squares are taken around the means. */
  public static DrawnRows of(RowBlocks blocks, RowRoles roles, List<Label> kinds) {
    GatheredRows sample = new GatheredRows();
    GatheredRows choose = new GatheredRows();
    GatheredRows evaluate = new GatheredRows();
    ColumnStatistics.Sums x = new ColumnStatistics.Sums(blocks.features());
    ColumnStatistics.Sums y = new ColumnStatistics.Sums(blocks.targets());
    long fitRows = 0;
    long emptyRows = 0;
    for (int b = 0; b < blocks.blocks(); b++) {
      RowBlocks.Block block = blocks.read(b);
      int[] fit = BlockPasses.rowsOf(block, Role.FIT, roles);
      fitRows += fit.length;
      emptyRows += emptyRows(block);
      sample.add(block, sampled(block, fit, roles));
      choose.add(block, BlockPasses.rowsOf(block, Role.CHOOSE, roles));
      evaluate.add(block, BlockPasses.rowsOf(block, Role.EVALUATE, roles));
      double[] weights = GatheredRows.weights(block, fit);
      x.add(block.x().selectRows(fit), weights);
      y.add(block.y().selectRows(fit), weights);
    }
    double[] xx = new double[blocks.features()];
    double[] yy = new double[blocks.targets()];
    double[] xMean = x.mean();
    double[] yMean = y.mean();
    for (int b = 0; b < blocks.blocks(); b++) {
      RowBlocks.Block block = blocks.read(b);
      int[] fit = BlockPasses.rowsOf(block, Role.FIT, roles);
      double[] weights = GatheredRows.weights(block, fit);
      ColumnStatistics.Sums.addSquares(block.x().selectRows(fit), weights, xMean, xx);
      ColumnStatistics.Sums.addSquares(block.y().selectRows(fit), weights, yMean, yy);
    }
    return new DrawnRows(
        x.statistics(xx),
        y.statistics(yy),
        fitRows,
        emptyRows,
        sample.rows(blocks, kinds),
        choose.rows(blocks, kinds),
        evaluate.rows(blocks, kinds));
  }

  private static int[] sampled(RowBlocks.Block block, int[] fit, RowRoles roles) {
    return IntStream.of(fit)
        .filter(i -> roles.sampled(block.firstRow() + i, block.y().observed(i) > 0))
        .toArray();
  }

  private static long emptyRows(RowBlocks.Block block) {
    return IntStream.range(0, block.x().rows()).filter(i -> block.x().observed(i) == 0).count();
  }

  /** With given held-out rows: every other one for choosing, the others for evaluation. */
  public DrawnRows holding(TrainingData given) {
    int n = given.x().rows();
    int[] even = IntStream.range(0, n).filter(i -> i % 2 == 0).toArray();
    int[] odd = IntStream.range(0, n).filter(i -> i % 2 == 1).toArray();
    return new DrawnRows(
        features, labels, fitRows, emptyRows, sample, given.rows(even), given.rows(odd));
  }
}

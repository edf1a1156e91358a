package org.slrm.internal.run;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.slrm.data.RowBlocks;
import org.slrm.data.Scaling;
import org.slrm.internal.label.Label;
import org.slrm.result.Folds;

/**
 * Passes over rows that are read block by block. Blocks are shuffled and cut into windows that fit
 * in memory, and the rows of a window are shuffled together. If one window holds all blocks, the
 * order is that of {@link RowPasses#of(TrainingData)} for the same seed.
 */
public final class BlockPasses implements RowPasses {
  private final Object reading = new Object();
  private final RowBlocks blocks;
  private final RowRoles roles;
  private final Scaling scaling;
  private final Scaling targetScaling;
  private final int windowBlocks;
  private final long rows;
  private final double weight;
  private final List<Label> kinds;

  /**
   * Passes over the training rows.
   *
   * @param rows their number
   * @param weight their total weight
   * @param windowRows approximate number of rows that are shuffled together
   * @param kinds losses of the label columns
   */
  public BlockPasses(
      RowBlocks blocks,
      RowRoles roles,
      Scaling scaling,
      Scaling targetScaling,
      long rows,
      double weight,
      int windowRows,
      List<Label> kinds) {
    this.blocks = blocks;
    this.roles = roles;
    this.scaling = scaling;
    this.targetScaling = targetScaling;
    this.rows = rows;
    this.weight = weight;
    double blockRows = blocks.rows() / (double) Math.max(1, blocks.blocks());
    windowBlocks = (int) Math.max(1, Math.ceil(windowRows / Math.max(1, blockRows)));
    this.kinds = List.copyOf(kinds);
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public double weight() {
    return weight;
  }

  @Override
  public boolean visit(long seed, Visitor visitor, DoublePredicate goOn) {
    int[] order = Folds.shuffled(blocks.blocks(), seed);
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int at = 0; at < order.length; at += windowBlocks) {
      int last = Math.min(order.length, at + windowBlocks);
      TrainingData window = window(Arrays.copyOfRange(order, at, last));
      // A single window uses the seed itself, as rows in memory do.
      for (int i : Folds.shuffled(window.x().rows(), at == 0 ? seed : seeds.nextLong())) {
        visitor.row(window, i);
      }
      if (last < order.length && !goOn.test((double) last / order.length)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int blocks() {
    return blocks.blocks();
  }

  @Override
  public TrainingData block(int b) {
    return window(new int[] {b});
  }

  /** The training rows of some blocks, in the order of the data. */
  private TrainingData window(int[] chosen) {
    Arrays.sort(chosen);
    GatheredRows window = new GatheredRows();
    for (int b : chosen) {
      RowBlocks.Block block = read(b);
      window.add(block, rowsOf(block, RowRoles.Role.FIT, roles));
    }
    TrainingData raw = window.rows(blocks, kinds);
    return new TrainingData(
        scaling.apply(raw.x()), targetScaling.apply(raw.y()), raw.weights(), kinds);
  }

  /** Reading uses one thread at a time; later steps may use several. */
  private RowBlocks.Block read(int b) {
    synchronized (reading) {
      return blocks.read(b);
    }
  }

  /** Rows of a block with the given role. */
  public static int[] rowsOf(RowBlocks.Block block, RowRoles.Role role, RowRoles roles) {
    return IntStream.range(0, block.x().rows())
        .filter(i -> roles.of(block.firstRow() + i, block.y().observed(i) > 0) == role)
        .toArray();
  }
}

package org.slrm.cli.reproduce;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.paper.Simulation.Sample;
import org.slrm.result.Folds;

/**
 * A real data set, split and masked as in the paper.
 *
 * @param name the task's name
 * @param train number of training rows
 * @param test test rows
 * @param validation validation rows
 * @param observed fraction of observed training entries
 * @param scaling scaling for the paper's methods
 * @param files the files it needs
 * @param table all rows
 */
record RealTask(
    String name,
    int train,
    int test,
    int validation,
    double observed,
    Scaling.Kind scaling,
    List<String> files,
    Supplier<Sample> table) {

  /** A random split with missing entries; equal numbers give equal splits for every method. */
  TaskData split(long seed, int dataSet) {
    Sample all = table.get();
    int[] order = Folds.shuffled(all.x().rows(), 1000 * seed + dataSet);
    SplittableRandom missing = new SplittableRandom(7000 * seed + dataSet);
    Sample training = part(all, order, 0, train, observed, missing);
    double mean = 0;
    for (double y : training.y()) {
      mean += y / train;
    }
    return new TaskData(
        training,
        part(all, order, train, validation, Figures.OBSERVED, missing),
        part(all, order, train + validation, test, Figures.OBSERVED, missing),
        0,
        scaling,
        mean,
        null);
  }

  private static Sample part(
      Sample all, int[] order, int from, int count, double observed, SplittableRandom missing) {
    IncompleteMatrix x = all.x();
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    double[] y = new double[count];
    for (int r = 0; r < count; r++) {
      int i = order[from + r];
      y[r] = all.y(i);
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        if (missing.nextDouble() < observed) {
          out.entry(x.column(k), x.value(k));
        }
      }
      out.endRow();
    }
    return new Sample(out.build(), y);
  }
}

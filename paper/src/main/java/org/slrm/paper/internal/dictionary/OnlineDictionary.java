package org.slrm.paper.internal.dictionary;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

/**
 * Online dictionary learning (Mairal, Bach, Ponce and Sapiro 2009) over observed entries: batch
 * after batch of rows is coded (Z-1), added to the statistics (Z-3), and the atoms are updated
 * (Z-4). Statistics are means over the batches so far, then over about one pass: β_t = 1 − 1/min(t,
 * batches of a pass).
 */
final class OnlineDictionary {
  /**
   * Rows of a batch; smaller tables are one batch, so that learning is alternating minimisation.
   */
  static final int BATCH = 256;

  /** Unused atoms are redrawn in the first passes. */
  private static final int DRAWING_PASSES = 10;

  private final TrainingData data;
  private final FitContext context;
  private final List<Double> history = new ArrayList<>();
  private String stop = "";

  OnlineDictionary(TrainingData data, FitContext context) {
    this.data = data;
    this.context = context;
  }

  /**
   * Settings of the learning.
   *
   * @param atoms K
   * @param l1 λ1
   * @param l2 λ2
   * @param passes the most passes
   * @param tolerance least relative decrease of the mean of (Z-1) in a pass
   */
  record Plan(int atoms, double l1, double l2, int passes, double tolerance) {
    Plan atMost(int fewer) {
      return new Plan(atoms, l1, l2, Math.min(passes, fewer), tolerance);
    }
  }

  Dictionary learn(Plan plan) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    DictionaryStart start = new DictionaryStart(data.x(), seeds.nextLong());
    Dictionary dictionary = start.dictionary(plan.atoms, plan.l1, plan.l2);
    DictionaryStatistics statistics = new DictionaryStatistics(data.x().columns(), plan.atoms);
    AtomStep atomStep = new AtomStep(data.x().columns());
    int n = data.x().rows();
    double[] last = new double[n * plan.atoms];
    int batches = (n + BATCH - 1) / BATCH;
    int t = 0;
    stop = "all passes made";
    for (int pass = 0; pass < plan.passes; pass++) {
      int[] order = batches == 1 ? IntStream.range(0, n).toArray() : shuffled(n, seeds);
      double objective = 0;
      for (int b = 0; b < batches; b++) {
        int[] rows = part(order, b, batches);
        SparseCodes codes = SparseCodes.of(dictionary, data.x(), rows, last, context.workers());
        objective += weighted(codes.objective(), rows);
        double beta = 1 - 1.0 / Math.min(++t, batches);
        statistics.add(beta, data, rows, codes.codes().codes(), context.workers());
        atomStep.update(dictionary, statistics);
      }
      history.add(objective / weight());
      boolean drawing = pass < Math.min(DRAWING_PASSES, plan.passes / 2);
      boolean drawn = drawing && redrawn(dictionary, statistics, start);
      if (!proceed(pass, plan, drawn)) {
        break;
      }
    }
    return dictionary;
  }

  /** The mean of (Z-1) over the rows of each pass, before the update of the atoms. */
  List<Double> history() {
    return history;
  }

  String stop() {
    return stop;
  }

  private boolean proceed(int pass, Plan plan, boolean drawn) {
    double now = history.get(pass);
    if (!context
        .listener()
        .onProgress(
            new FitListener.Progress(
                "dictionary of " + plan.atoms + " atoms", Double.NaN, pass + 1, now))) {
      stop = FitRecord.STOPPED;
      return false;
    }
    double before = pass == 0 ? Double.POSITIVE_INFINITY : history.get(pass - 1);
    if (!drawn && before - now <= plan.tolerance * now) {
      stop = "a pass gained no more than the tolerance";
      return false;
    }
    return true;
  }

  private static boolean redrawn(
      Dictionary dictionary, DictionaryStatistics s, DictionaryStart start) {
    boolean any = false;
    for (int k = 0; k < dictionary.atoms(); k++) {
      if (s.use(k) == 0) {
        start.draw(dictionary, k);
        any = true;
      }
    }
    return any;
  }

  private static int[] shuffled(int n, SplittableRandom seeds) {
    return Folds.shuffled(n, seeds.nextLong());
  }

  private static int[] part(int[] order, int b, int batches) {
    int from = (int) ((long) b * order.length / batches);
    int to = (int) ((long) (b + 1) * order.length / batches);
    return java.util.Arrays.copyOfRange(order, from, to);
  }

  private double weighted(double[] values, int[] rows) {
    return IntStream.range(0, rows.length).mapToDouble(r -> data.weight(rows[r]) * values[r]).sum();
  }

  private double weight() {
    return IntStream.range(0, data.x().rows()).mapToDouble(data::weight).sum();
  }
}

package org.slrm.paper.internal.dictionary;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

/**
 * Task-driven dictionary learning (Mairal, Bach and Ponce 2012) by projected stochastic gradients:
 * batch after batch of rows, D and w take a gradient step (Z-9), and atoms are projected on the
 * unit ball. Steps are ρ_t = min(ρ, ρ t₀/t) with t₀ a tenth of all steps (Z-10), in units of the
 * first gradients: the first steps move D by ρ.
 */
final class TaskDescent {
  /** Rows of a batch. */
  static final int BATCH = 32;

  private static final int BLOCK = 8;

  /** Batches that estimate the size of a gradient. */
  private static final int SAMPLE = 20;

  private final TrainingData data;
  private final FitContext context;
  private final DescentSettings settings;

  /**
   * Settings of the descent.
   *
   * @param rho ρ, 0 for none
   * @param passes over the rows
   * @param supervision μ, weight of the labels' loss
   * @param ridge ν, penalty of w
   */
  record DescentSettings(double rho, int passes, double supervision, double ridge) {}

  TaskDescent(TrainingData data, DescentSettings settings, FitContext context) {
    this.data = data;
    this.settings = settings;
    this.context = context;
  }

  /** The result of a descent. */
  record DescentResult(Dictionary dictionary, CodeRegressors regressors) {}

  /** Descends from a dictionary and its regressors, which are not changed. */
  DescentResult from(Dictionary start, CodeRegressors first) {
    Dictionary dictionary = start.copy();
    CodeRegressors at =
        new CodeRegressors(first.w().clone(), first.b().clone(), first.l1(), first.error());
    int[] rows = rows();
    if (settings.rho == 0 || rows.length == 0) {
      return new DescentResult(dictionary, at);
    }
    SplittableRandom seeds = new SplittableRandom(context.seed());
    TaskGradient[] blocks = new TaskGradient[BATCH / BLOCK];
    double[] last = new double[data.x().rows() * dictionary.atoms()];
    Arrays.setAll(blocks, b -> new TaskGradient(dictionary, at.b().length, last));
    double size = size(blocks, rows, at, seeds.nextLong());
    int batches = (rows.length + BATCH - 1) / BATCH;
    double t0 = Math.max(1, settings.passes * batches / 10.0);
    int t = 0;
    for (int pass = 0; pass < settings.passes && size > 0 && proceed(pass); pass++) {
      int[] order = Folds.shuffled(rows.length, seeds.nextLong());
      for (int batch = 0; batch < batches; batch++) {
        TaskGradient g = gradient(blocks, rows, order, batch, batches, at);
        double decay = Math.min(1, t0 / ++t);
        step(dictionary, g, settings.rho * decay / size);
        step(at, g, decay);
      }
    }
    return new DescentResult(dictionary, at);
  }

  /** Training rows: labelled ones, and all where reconstruction counts. */
  private int[] rows() {
    return IntStream.range(0, data.x().rows())
        .filter(i -> data.x().observed(i) > 0)
        .filter(i -> settings.supervision < 1 || data.y().observed(i) > 0)
        .toArray();
  }

  /** Root mean square of the gradients of the first batches. */
  private double size(TaskGradient[] blocks, int[] rows, CodeRegressors at, long seed) {
    int batches = (rows.length + BATCH - 1) / BATCH;
    int[] order = Folds.shuffled(rows.length, seed);
    int count = Math.min(SAMPLE, batches);
    double sum = 0;
    for (int batch = 0; batch < count; batch++) {
      double[] g = gradient(blocks, rows, order, batch, batches, at).D;
      sum += Vectors.dot(g, 0, g, 0, g.length);
    }
    return Math.sqrt(sum / count);
  }

  /** The sum of a batch, block by block in fixed order. */
  private TaskGradient gradient(
      TaskGradient[] blocks, int[] rows, int[] order, int batch, int batches, CodeRegressors at) {
    int from = (int) ((long) batch * rows.length / batches);
    int to = (int) ((long) (batch + 1) * rows.length / batches);
    int used = (to - from + BLOCK - 1) / BLOCK;
    context
        .workers()
        .run(
            used,
            (worker, b) -> {
              blocks[b].clear();
              for (int r = from + b * BLOCK; r < Math.min(to, from + (b + 1) * BLOCK); r++) {
                blocks[b].add(data, rows[order[r]], at, settings.supervision);
              }
            });
    for (int b = 1; b < used; b++) {
      blocks[0].add(blocks[b]);
    }
    return blocks[0];
  }

  /** D ← Π(D − ρ_t ∇_D), with every atom projected on the unit ball. */
  private static void step(Dictionary dictionary, TaskGradient g, double rho) {
    double[] D = dictionary.D();
    Vectors.add(D, 0, -rho, g.D, 0, D.length);
    int K = dictionary.atoms();
    double[] squares = new double[K];
    for (int e = 0; e < D.length; e++) {
      squares[e % K] += D[e] * D[e];
    }
    for (int e = 0; e < D.length; e++) {
      D[e] /= Math.max(1, Math.sqrt(squares[e % K]));
    }
  }

  /** w ← w − s(∇_w + νw), b ← b − s∇_b, with s limited by the curvature and decreasing like ρ_t. */
  private void step(CodeRegressors at, TaskGradient g, double decay) {
    if (g.squares() > 0) {
      double s = decay / g.squares();
      Vectors.add(g.w, 0, settings.ridge * BATCH, at.w(), 0, g.w.length);
      Vectors.add(at.w(), 0, -s, g.w, 0, g.w.length);
      Vectors.add(at.b(), 0, -s, g.b, 0, g.b.length);
    }
  }

  private boolean proceed(int pass) {
    return context
        .listener()
        .onProgress(
            new FitListener.Progress(
                "task-driven dictionary", (double) pass / settings.passes, pass, Double.NaN));
  }
}

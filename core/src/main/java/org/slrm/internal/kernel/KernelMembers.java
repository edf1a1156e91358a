package org.slrm.internal.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.Completions;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

/** Fits members by kernels to rows whose features have been fitted without labels. */
public final class KernelMembers {
  private KernelMembers() {}

  /** A function of codes, or of completed features, for every target. */
  public static KernelMember fit(
      Factors x, boolean completed, TrainingData data, FitContext context) {
    Completions rows = Completions.of(x, data.x(), completed, context.workers());
    double[] all = completed ? rows.features() : rows.codes();
    int q = completed ? x.columns() : x.d();
    int targets = data.y().columns();
    KernelFit.Chosen[] chosen = new KernelFit.Chosen[targets];
    context
        .workers()
        .run(targets, (worker, t) -> chosen[t] = target(all, q, data, t, context.seed()));
    List<KernelRidge> ridges = new ArrayList<>();
    Arrays.stream(chosen).forEach(c -> ridges.add(c.ridge()));
    double[] error = Arrays.stream(chosen).mapToDouble(KernelFit.Chosen::error).toArray();
    KernelMember bare = new KernelMember(x, completed, ridges, new double[targets]);
    return new KernelMember(x, completed, ridges, LabelNoise.of(bare, data, error));
  }

  private static KernelFit.Chosen target(double[] all, int q, TrainingData data, int t, long seed) {
    int[] rows =
        IntStream.range(0, data.y().rows()).filter(i -> !Double.isNaN(data.label(i, t))).toArray();
    double[] inputs = new double[rows.length * q];
    for (int r = 0; r < rows.length; r++) {
      System.arraycopy(all, rows[r] * q, inputs, r * q, q);
    }
    double[] y = IntStream.of(rows).mapToDouble(i -> data.label(i, t)).toArray();
    double[] weights = IntStream.of(rows).mapToDouble(data::weight).toArray();
    return new KernelFit(inputs, q, y, weights, seed).run();
  }
}

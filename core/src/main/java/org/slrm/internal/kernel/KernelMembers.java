package org.slrm.internal.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;

/** Fits kernel members to rows whose features have a label-free fit. */
public final class KernelMembers {
  /** Rows that choose kernel and penalty: each choice costs the cube of their number. */
  public static final int CHOOSING = 300;

  /** Most rows that are fitted: more add little to some hundreds of centres. */
  static final int ROWS = 20_000;

  /** Most input values held for all rows. */
  private static final int INPUTS = 50_000_000;

  /** Grouped rows are assigned to the same folds for every target. */
  private static final long FOLD_SEED = 1;

  private KernelMembers() {}

  /**
   * The inputs of a function.
   *
   * @param imputed whether they are imputed features, not factor scores
   * @param directions by target, the directions of these that are used; none for all
   */
  public record KernelInputs(boolean imputed, List<Directions> directions) {}

  /**
   * A member and the choice for each target.
   *
   * @param choices kernels, scales and penalties
   */
  public record FittedKernel(KernelMember member, Choices choices) {}

  /** Kernels, scales and penalties of the targets of a table. */
  public static final class Choices {
    private final List<KernelFit.Chosen> each;

    private Choices(List<KernelFit.Chosen> each) {
      this.each = each;
    }
  }

  /** A function of a row's inputs for every target. */
  public static KernelMember fit(
      Factors x, KernelInputs inputs, int centres, TrainingData data, FitContext context) {
    return fit(x, inputs, centres, data, context, null).member();
  }

  /**
   * A function of a row's inputs for every target.
   *
   * @param known the choice on other rows of the table, null to choose on these
   */
  public static FittedKernel fit(
      Factors x,
      KernelInputs inputs,
      int centres,
      TrainingData data,
      FitContext context,
      @Nullable Choices known) {
    boolean imputed = inputs.imputed;
    int q = imputed ? x.columns() : x.d();
    TrainingData some = data.labelled(Math.max(1, Math.min(ROWS, INPUTS / q)), context.seed());
    ImputedFeatures rows = ImputedFeatures.of(x, some.x(), imputed, context.workers());
    double[] seen = imputed ? rows.features() : rows.scores();
    int targets = data.y().columns();
    List<KernelFit.Chosen> all = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      Directions b = inputs.directions.isEmpty() ? null : inputs.directions.get(t);
      KernelRows labelled =
          b == null ? labelled(seen, q, some, t) : labelled(b.ofRows(seen), b.count(), some, t);
      KernelFit fit = new KernelFit(labelled, centres, context.seed(), context.workers());
      all.add(known == null ? fit.run() : fit.like(known.each.get(t)));
    }
    List<KernelRidge> ridges = all.stream().map(KernelFit.Chosen::ridge).toList();
    double[] error = all.stream().mapToDouble(KernelFit.Chosen::error).toArray();
    KernelMember bare =
        new KernelMember(x, imputed, inputs.directions, ridges, new double[targets]);
    double[] noise = LabelNoise.of(bare, data, error);
    KernelMember member = new KernelMember(x, imputed, inputs.directions, ridges, noise);
    return new FittedKernel(member, new Choices(all));
  }

  private static KernelRows labelled(double[] all, int q, TrainingData data, int t) {
    boolean separate = data.units().separate();
    int[] fold = separate ? new int[data.x().rows()] : PenaltyChoice.folds(data, FOLD_SEED);
    TargetRows rows = TargetRows.labelled(data, t, fold);
    double[] inputs = new DenseDesign(all, q).rows(rows.rows());
    KernelRows labelled = new KernelRows(inputs, q, rows.y(), rows.weights(), data.kind(t));
    return separate ? labelled : labelled.in(rows.fold());
  }
}

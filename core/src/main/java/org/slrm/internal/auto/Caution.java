package org.slrm.internal.auto;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.CautiousMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;

/**
 * How far members go wrong on rows that show more entries than those of the fit. Asked of the
 * past: with half of the entries taken away from the rows that are fitted, rows left out show twice
 * as many, and κ = Σ (ŷ − ȳ)(y − ȳ) / Σ (ŷ − ȳ)² says what should be kept of a prediction.
 *
 * @param usual most entries of a row that are usual
 * @param kept κ by recipe and target, a standard error added, up to 1
 */
record Caution(int usual, double[][] kept) {
  private static final int STEPS = 20;

  /** Nothing is held back. */
  static Caution none(int recipes, int targets) {
    return new Caution(1, ones(recipes, targets));
  }

  static Caution of(Search.Found found, int usual, double[][] weights, RecipeEvaluation thinned) {
    double[][] kept = ones(found.judged().size(), weights.length);
    for (int k = 0; k < kept.length; k++) {
      int number = k;
      if (Arrays.stream(weights).anyMatch(w -> w[number] > 0)) {
        thinned
            .run(found.judged().get(k).recipe())
            .ifPresent(
                judged -> Arrays.setAll(kept[number], t -> kept(thinned.data(), judged.mean(), t)));
      }
    }
    return new Caution(usual, kept);
  }

  private static double[][] ones(int recipes, int targets) {
    double[][] out = new double[recipes][targets];
    Arrays.stream(out).forEach(o -> Arrays.fill(o, 1));
    return out;
  }

  /** κ of a target and a standard error, up to 1. */
  private static double kept(TrainingData data, double[] mean, int t) {
    int targets = data.y().columns();
    int[] rows =
        IntStream.range(0, data.x().rows())
            .filter(i -> !Double.isNaN(data.label(i, t)) && !Double.isNaN(mean[i * targets + t]))
            .toArray();
    double total = IntStream.of(rows).mapToDouble(data::weight).sum();
    double center =
        IntStream.of(rows).mapToDouble(i -> data.weight(i) * data.label(i, t)).sum() / total;
    if (!data.kind(t).quadratic()) {
      return keptByDeviance(data, mean, t, rows, data.kind(t).link(center));
    }
    double both = 0;
    double square = 0;
    for (int i : rows) {
      double p = mean[i * targets + t] - center;
      both += data.weight(i) * p * (data.label(i, t) - center);
      square += data.weight(i) * p * p;
    }
    double slope = square > 0 ? both / square : 1;
    double spread = 0;
    for (int i : rows) {
      double p = mean[i * targets + t] - center;
      double pull = data.weight(i) * p * (data.label(i, t) - center - slope * p);
      spread += pull * pull;
    }
    return square > 0 ? Math.min(1, Math.max(0, slope + Math.sqrt(spread) / square)) : 1;
  }

  /** The same κ of least deviance, for labels that are no parabolas; by Newton's method. */
  private static double keptByDeviance(
      TrainingData data, double[] mean, int t, int[] rows, double center) {
    int targets = data.y().columns();
    Label label = data.kind(t);
    double kappa = 1;
    double error = 0;
    for (int step = 0; step < STEPS; step++) {
      double slope = 0;
      double curvature = 0;
      double spread = 0;
      for (int i : rows) {
        double p = mean[i * targets + t] - center;
        double y = data.label(i, t);
        double pull = data.weight(i) * label.gradient(y, center + kappa * p) * p;
        slope += pull;
        spread += pull * pull;
        curvature += data.weight(i) * label.curvature(y, center + kappa * p) * p * p;
      }
      if (!(curvature > 0)) {
        return 1;
      }
      error = Math.sqrt(spread) / curvature;
      kappa = Math.max(0, Math.min(2, kappa - slope / curvature));
    }
    return Math.min(1, kappa + error);
  }

  /** The member, held back if it is to be. */
  Member hold(int recipe, Member member) {
    return Arrays.stream(kept[recipe]).allMatch(k -> k == 1)
        ? member
        : new CautiousMember(member, usual, kept[recipe]);
  }

  void describe(FitRecord record) {
    if (Arrays.stream(kept).flatMapToDouble(Arrays::stream).anyMatch(k -> k < 1)) {
      record.notes.add(
          "rows with more than "
              + usual
              + " known features are new to this model: predictions for them are held back");
    }
  }

  /** Entries of a row that are usual at most. */
  static int usual(IncompleteMatrix x) {
    int[] counts = IntStream.range(0, x.rows()).map(x::observed).sorted().toArray();
    return Math.max(1, counts[(int) Math.ceil(AutoRules.USUAL * counts.length) - 1]);
  }

  /** Whether rows may come that show many more. */
  static boolean roomFor(int usual, IncompleteMatrix x) {
    return usual < AutoRules.ROOM * x.columns();
  }

  /** The table with each entry kept by the toss of a coin. */
  static IncompleteMatrix half(IncompleteMatrix x, long seed) {
    SplittableRandom coin = new SplittableRandom(seed);
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i) + x.observed(i); k++) {
        if (coin.nextBoolean()) {
          out.entry(x.column(k), x.value(k));
        }
      }
      out.endRow();
    }
    return out.build();
  }
}

package org.slrm.internal.auto;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.CandidateRows;
import org.slrm.internal.auto.recipe.Findings;
import org.slrm.internal.auto.recipe.MomentsOfTable;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableRows;
import org.slrm.internal.auto.recipe.WarmStarts;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.RowSplit;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Judges recipes on shared folds, or on one part of the rows when there are enough. The fits of a
 * fold are kept and shared by the recipes that need them.
 */
final class RecipeEvaluation {
  private static final int BLOCK = 256;
  private static final String FAILED = "left out for numerical failure";

  private final TrainingData data;
  private final RowSplit split;
  private final Workers workers;
  private final SharedFits[] sets;
  private final int[][] heldOut;
  private final @Nullable FoldMoments moments;

  private RecipeEvaluation(
      TrainingData data,
      RowSplit split,
      Workers workers,
      SharedFits[] sets,
      @Nullable FoldMoments moments) {
    this.data = data;
    this.split = split;
    this.workers = workers;
    this.sets = sets;
    this.moments = moments;
    heldOut = new int[sets.length][];
    Arrays.setAll(heldOut, split::judged);
  }

  /** Over the rows of a split, of which the last may be given ones that are never fitted. */
  static RecipeEvaluation of(
      TrainingData data,
      JudgingSplit split,
      int maxIterations,
      MissingIndicators indicators,
      FitContext context) {
    SharedFits[] sets = new SharedFits[split.folds()];
    Findings findings = Findings.first();
    for (int f = 0; f < sets.length; f++) {
      // The first fold is fitted alone and has all threads; the others share them out.
      Workers own = f == 0 ? context.workers() : Workers.single();
      FitContext single = new FitContext(context.seed() + 1 + f, own, context.listener(), null);
      int[] in = split.fitted(f);
      sets[f] =
          new SharedFits(
                  new TableRows(data.rows(in), single),
                  indicators,
                  maxIterations,
                  WarmStarts.none())
              .with(f == 0 ? findings : findings.others());
    }
    return new RecipeEvaluation(data, split.split(), context.workers(), sets, null);
  }

  /**
   * The same with folds that start from what the first one's fits know of the features, where rows
   * are enough for that. For those who combine candidates: which of two equal ones is better may
   * then hang on the first fold.
   */
  RecipeEvaluation fromTheFirst() {
    if (data.x().rows() < AutoRules.TALL * data.x().columns()) {
      return this;
    }
    SharedFits[] others = sets.clone();
    for (int f = 1; f < others.length; f++) {
      others[f] = sets[f].from(WarmStarts.ofFold(sets[0].fits()));
    }
    return new RecipeEvaluation(data, split, workers, others, moments);
  }

  /**
   * Rows judged by fits to rows of which half of the entries are taken away, in as many folds as it
   * takes to judge so many.
   */
  RecipeEvaluation thinned(MissingIndicators indicators, int maxIterations, int enough) {
    int folds = 0;
    for (int judged = 0; folds < sets.length && judged < enough; folds++) {
      judged += heldOut[folds].length;
    }
    SharedFits[] others = new SharedFits[folds];
    Findings findings = Findings.first();
    for (int f = 0; f < others.length; f++) {
      TrainingData in = sets[f].data();
      FitContext context = sets[f].rows().context();
      TrainingData half = in.withFeatures(Caution.half(in.x(), context.seed()));
      others[f] =
          new SharedFits(new TableRows(half, context), indicators, maxIterations, WarmStarts.none())
              .with(f == 0 ? findings : findings.others());
    }
    return new RecipeEvaluation(data, split, workers, others, null);
  }

  /** The same with fits by moments, and directions for them up to a rank. */
  RecipeEvaluation byMoments(int mostRank) {
    return over(FoldMoments.of(data, split, mostRank, workers), 0, data.x().rows());
  }

  /** The same with other iterations over the rows after moments, or over the first of them. */
  RecipeEvaluation polished(int iterations, int rows) {
    return over(moments(), iterations, rows);
  }

  private RecipeEvaluation over(FoldMoments of, int polish, int rows) {
    SharedFits[] others = new SharedFits[sets.length];
    for (int f = 0; f < others.length; f++) {
      SharedFits set = sets[f];
      TableRows table = new TableRows(set.data(), set.rows().context());
      others[f] =
          set.over(
              new MomentsOfTable(table, of.fitted()[f], of.iterations()).polished(polish, rows));
    }
    return new RecipeEvaluation(data, split, workers, others, of);
  }

  private FoldMoments moments() {
    return Objects.requireNonNull(moments, "fits must go by moments");
  }

  /**
   * Whether some target's lasso on mean-filled features could clearly beat ridge: on the first
   * fold, with the penalty that is best for the very rows it is judged by.
   */
  boolean lassoMayHelp(JudgedRecipe ridge) {
    for (int t = 0; t < data.y().columns(); t++) {
      double lasso = moments().leastLassoError(data.x().columns(), t, workers);
      if (lasso < (1 - AutoRules.LASSO_GAIN) * error(ridge, heldOut[0], t)) {
        return true;
      }
    }
    return false;
  }

  private double error(JudgedRecipe judged, int[] rows, int target) {
    int targets = data.y().columns();
    double mean =
        MeanLoss.of(
                rows.length,
                r ->
                    data.kind(target)
                        .deviance(
                            data.label(rows[r], target), judged.mean()[rows[r] * targets + target]),
                r -> data.weight(rows[r]))
            .value();
    return Double.isNaN(mean) ? 0 : mean;
  }

  /** All rows by moments as well, with as many iterations over them afterwards. */
  CandidateRows byMoments(CandidateRows all, int mostRank, int polish) {
    FoldMoments of = moments();
    int rows = all.data().x().rows();
    return of.of(all, mostRank)
        .<CandidateRows>map(
            found -> new MomentsOfTable(all, found, of.iterations()).polished(polish, rows))
        .orElse(all);
  }

  /** Fits of the first fold, to start those of all rows from. */
  WarmStarts warmStarts() {
    return WarmStarts.ofPart(sets[0].fits());
  }

  TrainingData data() {
    return data;
  }

  int[] fold() {
    return split.fold();
  }

  /**
   * What came of a recipe.
   *
   * @param judged the recipe with its predictions, none when it was left out
   * @param why why it was
   */
  record Outcome(Optional<JudgedRecipe> judged, String why) {
    static Outcome leftOut(String why) {
      return new Outcome(Optional.empty(), why);
    }
  }

  /** Judges a recipe; none when it failed numerically on some fold. */
  Optional<JudgedRecipe> run(Recipe recipe) {
    return run(recipe, null).judged();
  }

  /**
   * Judges a recipe; it is left out when it failed numerically on some fold, or when there is a
   * rival beside which it would have no weight on the first folds.
   */
  Outcome run(Recipe recipe, @Nullable JudgedRecipe rival) {
    int targets = data.y().columns();
    double[] mean = new double[data.x().rows() * targets];
    double[] variance = new double[mean.length];
    Arrays.fill(mean, Double.NaN);
    Arrays.fill(variance, Double.NaN);
    int folds = sets.length;
    try {
      // What the first fold finds the others take over.
      judge(recipe, 0, mean, variance);
      double least = recipe.bends() ? AutoRules.LEAST_GAIN_BENT : 0;
      boolean telling = folds > 1 && heldOut[0].length >= AutoRules.ROWS_TO_DROP_BY;
      if (rival != null && recipe.bends() && telling && hopeless(mean, rival, false, least)) {
        return Outcome.leftOut("dropped after 1 of " + folds + " folds");
      }
      int next = rival == null ? folds : Math.min(folds, AutoRules.RACED_FOLDS);
      workers.run(next - 1, (worker, f) -> judge(recipe, 1 + f, mean, variance));
      if (rival != null && next < folds && hopeless(mean, rival, recipe.bends(), least)) {
        return Outcome.leftOut("dropped after " + next + " of " + folds + " folds");
      }
      workers.run(folds - next, (worker, f) -> judge(recipe, next + f, mean, variance));
      if (rival != null && recipe.bends() && hopeless(mean, rival, true, least)) {
        return Outcome.leftOut("dropped after all folds");
      }
    } catch (ArithmeticException e) {
      return Outcome.leftOut(FAILED);
    }
    return new Outcome(judged(recipe, mean, variance), FAILED);
  }

  /**
   * Whether the weight that is best beside a rival, Σ e_r(e_r − e) / Σ (e_r − e)² with the
   * gradients e of their loss on the rows judged so far, is next to nothing for every target; or,
   * where it must be, not clearly above it: data that do not bend stay linear. A weight of gain /
   * apart lowers the loss by gain² / apart, which must be a least share of it.
   */
  private boolean hopeless(double[] mean, JudgedRecipe rival, boolean clearly, double least) {
    int targets = data.y().columns();
    for (int t = 0; t < targets; t++) {
      double gain = 0;
      double apart = 0;
      double left = 0;
      double total = 0;
      for (int i = 0; i < data.x().rows(); i++) {
        double y = data.label(i, t);
        double own = data.kind(t).gradient(y, mean[i * targets + t]);
        double other = data.kind(t).gradient(y, rival.mean()[i * targets + t]);
        if (!Double.isNaN(own) && !Double.isNaN(other)) {
          gain += data.weight(i) * other * (other - own);
          apart += data.weight(i) * (other - own) * (other - own);
          left += data.weight(i) * other * other;
          total += data.weight(i);
        }
      }
      boolean clear = gain * gain * total >= AutoRules.CLEARLY * apart * left;
      boolean worthwhile = gain * gain >= least * apart * left;
      boolean weighs = gain >= AutoRules.LEAST_WEIGHT_RACED * apart;
      if (weighs && worthwhile && (clear || !clearly)) {
        return false;
      }
    }
    return true;
  }

  private Optional<JudgedRecipe> judged(Recipe recipe, double[] mean, double[] variance) {
    int targets = data.y().columns();
    double[] mse = new double[targets];
    double[] error = new double[targets];
    for (int t = 0; t < targets; t++) {
      int target = t;
      MeanLoss d =
          MeanLoss.of(
              data.x().rows(),
              i -> data.kind(target).deviance(data.label(i, target), mean[i * targets + target]),
              data::weight);
      mse[t] = d.value();
      error[t] = d.standardError();
    }
    return Arrays.stream(mse).allMatch(Double::isFinite)
        ? Optional.of(new JudgedRecipe(recipe, mean, variance, mse, error))
        : Optional.empty();
  }

  /**
   * Variances of the rows left out as a member has them that is fitted to all rows; it knows their
   * labels, but says no more than for any row with these entries.
   */
  double[] variances(Member member) {
    double[] variance = new double[data.x().rows() * data.y().columns()];
    Arrays.fill(variance, Double.NaN);
    for (int[] rows : heldOut) {
      predict(member, rows, workers, new double[variance.length], variance);
    }
    return variance;
  }

  private void judge(Recipe recipe, int f, double[] mean, double[] variance) {
    Member member = recipe.fit(sets[f]);
    predict(member, heldOut[f], sets[f].rows().context().workers(), mean, variance);
  }

  private void predict(Member member, int[] rows, Workers with, double[] mean, double[] variance) {
    with.run(
        (rows.length + BLOCK - 1) / BLOCK,
        (worker, b) -> {
          int to = Math.min(rows.length, (b + 1) * BLOCK);
          predict(member, Arrays.copyOfRange(rows, b * BLOCK, to), mean, variance);
        });
  }

  private void predict(Member member, int[] rows, double[] mean, double[] variance) {
    int targets = member.targets();
    StackSolver solver = StackSolver.of(member, data.kinds());
    IncompleteMatrix x = data.x();
    double[] z = new double[x.columns()];
    for (int i : rows) {
      solver.pattern(x.row(i).indices(), x.observed(i));
      for (int e = 0; e < x.observed(i); e++) {
        z[e] = x.value(x.rowStart(i) + e);
      }
      solver.row(z);
      for (int t = 0; t < targets; t++) {
        solver.evaluate(t);
        mean[i * targets + t] = solver.mean();
        variance[i * targets + t] = solver.variance();
      }
    }
  }
}

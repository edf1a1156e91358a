package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slrm.internal.auto.Attempts.Glance;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.CodesRecipe;
import org.slrm.internal.auto.recipe.CompletedRecipe;
import org.slrm.internal.auto.recipe.IndicatorRecipe;
import org.slrm.internal.auto.recipe.MeanRecipe;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.auto.recipe.bent.CurvedRecipe;
import org.slrm.internal.auto.recipe.bent.Prospects;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;

/**
 * Goes through the recipes: the simplest rival, joint fits of growing rank while that helps, which
 * the first folds compare, variations around the best rank, then what bends as {@link Prospects}
 * say.
 *
 * <p>With many rows fits go by moments of pairs of columns, which cost next to nothing; only around
 * the best rank a few iterations over the rows follow, if they change anything. Where they change
 * much, moments are too coarse for these data.
 */
final class Search {
  private final AutoConfig config;
  private final Recipes recipes;
  private final MissingIndicators indicators;
  private final SearchClock clock;
  private final FitRecord record;

  /** A search whose notes go to a record. */
  Search(
      AutoConfig config,
      Recipes recipes,
      MissingIndicators indicators,
      SearchClock clock,
      FitRecord record) {
    this.config = config;
    this.recipes = recipes;
    this.indicators = indicators;
    this.clock = clock;
    this.record = record;
  }

  /**
   * What a search found.
   *
   * @param judged every recipe with its predictions
   * @param evaluation what judged them
   * @param fine whether iterations over the rows changed hardly anything
   */
  record Found(List<JudgedRecipe> judged, RecipeEvaluation evaluation, boolean fine) {}

  private Found found(Attempts attempts, boolean fine) {
    attempts.describe(record);
    return new Found(attempts.judged(), attempts.evaluation(), fine);
  }

  /** Goes through the recipes by fits over the rows. */
  Found byRows(RecipeEvaluation evaluation) {
    Attempts attempts = new Attempts(evaluation, thorough(), clock);
    int[] ranks = planned();
    attempts.of(simplest());
    Optional<JudgedRecipe> best = bestRank(ranks, false, attempts);
    judge(others(best, attempts), best, attempts);
    return found(attempts, false);
  }

  /** Goes through the recipes by moments; none when these are too coarse. */
  Optional<Found> byMoments(RecipeEvaluation rows) {
    int[] ranks = planned();
    clock.choosing("moments");
    RecipeEvaluation coarse =
        rows.byMoments(Math.min(AutoRules.FIRST_RANKS, ranks[ranks.length - 1]));
    Attempts first = new Attempts(coarse, thorough(), clock);
    first.of(simplest());
    Optional<JudgedRecipe> best = bestRank(ranks, recipes.manyRows(), first);
    if (best.isEmpty()) {
      judge(worthwhile(others(best, first), best, first), best, first);
      return Optional.of(found(first, false));
    }
    JudgedRecipe plain = best.get();
    clock.choosing("check of moments by rows");
    JudgedRecipe seen = coarse.glanced(plain, first.glanced());
    Optional<JudgedRecipe> few =
        new Trial(coarse.polished(AutoRules.POLISH, AutoRules.POLISHED_ROWS), plain.recipe())
            .glance(first.glanced())
            .judged();
    if (few.isEmpty() || few.get().score() < (1 - AutoRules.COARSE) * seen.score()) {
      return Optional.empty();
    }
    boolean fine = few.get().score() > (1 - AutoRules.FINE) * seen.score();
    RecipeEvaluation polished = coarse.polished(fine ? 0 : AutoRules.POLISH, Integer.MAX_VALUE);
    // The best rank with iterations over rows, where these tell.
    Optional<JudgedRecipe> taken = fine ? Optional.of(plain) : polished.run(plain.recipe());
    if (taken.isEmpty()) {
      return Optional.empty();
    }
    first.replace(plain, taken.get());
    Attempts then = first.by(polished);
    judge(worthwhile(others(taken, then), taken, then), taken, then);
    return Optional.of(found(then, fine));
  }

  private int[] planned() {
    int[] ranks = recipes.ranks(config.rank());
    clock.plan(recipes.simple().size() + ranks.length + 10);
    return ranks;
  }

  private Recipe simplest() {
    return recipes.simple().get(0);
  }

  /**
   * The best joint fit in the plainest form. Ranks are compared by the first folds, and only the
   * best goes through all of them.
   *
   * @param patient whether larger ranks cost next to nothing and do no harm
   */
  private Optional<JudgedRecipe> bestRank(int[] ranks, boolean patient, Attempts attempts) {
    Optional<Glance> best = Optional.empty();
    int worse = 0;
    double gain = patient ? AutoRules.LEAST_GAIN_OF_MANY_ROWS : AutoRules.LEAST_GAIN;
    for (int rank : ranks) {
      int allowed = rank > AutoRules.SMALL_RANK && !patient ? 1 : 2;
      boolean ended = worse >= allowed && !attempts.beaten(best);
      Optional<Glance> next = ended ? Optional.empty() : attempts.glance(joint(rank));
      boolean better =
          next.isPresent()
              && (best.isEmpty() || next.get().score() < (1 - gain) * best.get().score());
      worse = better ? 0 : worse + 1;
      best = better ? next : best;
    }
    boolean grid = !quick() && config.rank() == 0;
    Optional<Glance> chosen = grid ? best.map(b -> between(ranks, b, attempts)) : best;
    chosen.ifPresent(attempts::forgetOthers);
    return chosen.flatMap(attempts::finish);
  }

  private Recipe joint(int rank) {
    return dressed().apply(Recipes.joint(rank));
  }

  /** The best of a rank of the grid and those halfway to its neighbours, while there are any. */
  private Glance between(int[] ranks, Glance best, Attempts attempts) {
    int k = Arrays.binarySearch(ranks, best.seen().recipe().rank());
    int below = k == 0 ? 1 : ranks[k - 1];
    int above = k == ranks.length - 1 ? ranks[k] : ranks[k + 1];
    Glance found = best;
    for (int rank : new int[] {(below + ranks[k]) / 2, (ranks[k] + above + 1) / 2}) {
      if (Arrays.binarySearch(ranks, rank) < 0) {
        Optional<Glance> next = attempts.glance(joint(rank));
        if (next.isPresent() && next.get().score() < found.score()) {
          found = next.get();
        }
      }
    }
    return found;
  }

  /** What is left to judge: the other simple ones, then variations of the best. */
  private List<Recipe> others(Optional<JudgedRecipe> best, Attempts attempts) {
    List<Recipe> out = new ArrayList<>();
    if (quick()) {
      record.notes.add(
          "quick: only lines were tried, with one kind of penalty and no variations of the best rank");
      best.ifPresent(b -> out.add(dressed().apply(recipes.completed(b.recipe().rank()))));
    } else {
      out.addAll(recipes.simple().subList(1, recipes.simple().size()));
      best.ifPresent(b -> out.addAll(around(b, attempts)));
    }
    return out;
  }

  private boolean quick() {
    return config.effort() == AutoConfig.Effort.QUICK;
  }

  private boolean thorough() {
    return config.effort() == AutoConfig.Effort.THOROUGH;
  }

  /** Lines first; then, of what bends, always what promises most, until nothing pays. */
  private void judge(List<Recipe> of, Optional<JudgedRecipe> best, Attempts attempts) {
    TrainingData data = attempts.evaluation().data();
    Prospects prospects = new Prospects(TableSize.of(recipes.rows(), data));
    of.stream().filter(r -> !r.bends()).forEach(attempts::of);
    judge(new ArrayList<>(of.stream().filter(Recipe::bends).toList()), prospects, attempts);
    boolean mixed = data.kinds().stream().allMatch(Search::mixes);
    if (mixed && !quick()) {
      best.ifPresent(b -> mixtures(b.recipe().rank(), prospects, attempts));
    }
  }

  /** The best of what is left, one after another; says so of what was not worth trying. */
  private void judge(List<Recipe> rest, Prospects prospects, Attempts attempts) {
    Optional<Recipe> next = next(rest, prospects);
    while (next.isPresent() && !clock.stopped()) {
      Recipe recipe = next.get();
      rest.remove(recipe);
      if (straight(recipe, attempts.evaluation().data())) {
        attempts.leftOut("not tried, as curves would change no column", recipe);
      } else {
        boolean kept = attempts.of(recipe).isPresent();
        if (!clock.stopped()) {
          prospects.add(recipe, kept);
        }
      }
      next = next(rest, prospects);
    }
    rest.forEach(r -> attempts.notTried(prospects.why(r), r));
  }

  private Optional<Recipe> next(List<Recipe> rest, Prospects prospects) {
    return thorough() ? rest.stream().findFirst() : prospects.best(rest);
  }

  /**
   * Whether unions are worth their time with such a label. Where entries are no bound their steps
   * are short and many, and a gross error looks like another subspace.
   */
  private static boolean mixes(Label label) {
    return label.bounded() && (label.quadratic() || !label.noisy());
  }

  /** Whether curves would change no column of these rows. */
  private static boolean straight(Recipe recipe, TrainingData data) {
    return recipe instanceof CurvedRecipe curved && !curved.bends(data);
  }

  /**
   * Unions of more and more subspaces, until one number, or two in a row, was not worth judging;
   * unless all is to be tried, only where something else that bends was.
   */
  private void mixtures(int rank, Prospects prospects, Attempts attempts) {
    int most = thorough() ? 2 : 1;
    int idle = prospects.bends() || thorough() ? 0 : most;
    for (int components : AutoRules.COMPONENTS) {
      List<Recipe> unions = new ArrayList<>(recipes.mixtures(components, rank));
      if (idle < most) {
        int before = attempts.judged().size();
        judge(unions, prospects, attempts);
        idle = attempts.judged().size() > before ? 0 : idle + 1;
      } else {
        unions.forEach(r -> attempts.notTried(prospects.whyNoUnion(), r));
      }
    }
  }

  /** Variations of the best fit, after noises of the features' own have been tried. */
  private List<Recipe> around(JudgedRecipe best, Attempts attempts) {
    Optional<JudgedRecipe> own = ownNoise(best.recipe().rank(), attempts);
    boolean better = own.isPresent() && own.get().score() < best.score();
    int rank = better ? own.get().recipe().rank() : best.recipe().rank();
    LikelihoodConfig plain = Recipes.plain(rank, better);
    List<Recipe> out = new ArrayList<>();
    Optional<ClassScores> classes = ClassScores.of(attempts.evaluation().data().kinds());
    classes.ifPresent(scores -> out.addAll(recipes.treesOfClasses(plain, scores)));
    recipes.around(plain, config.rank() > 0).forEach(r -> out.add(dressed().apply(r)));
    out.addAll(indicated(better ? own.get() : best, attempts.evaluation().data()));
    classes.ifPresent(scores -> out.add(Recipes.lineOfClasses(plain, scores)));
    return out;
  }

  /** Candidates with indicators, where holes say something about what the best leaves over. */
  private List<Recipe> indicated(JudgedRecipe best, TrainingData data) {
    List<Recipe> all = Recipes.indicated(best.recipe().rank(), use());
    if (use() != AutoConfig.Indicators.TRY || new HoleSignal(data, indicators).speaks(best)) {
      return all;
    }
    record.notes.add("indicators were not tried: holes say nothing about what is left over");
    return List.of();
  }

  private AutoConfig.Indicators use() {
    return indicators.count() > 0 ? config.indicators() : AutoConfig.Indicators.OFF;
  }

  /** With a noise for each feature fewer directions may do: ranks fall while that helps. */
  private Optional<JudgedRecipe> ownNoise(int rank, Attempts attempts) {
    Optional<JudgedRecipe> best = attempts.of(dressed().apply(Recipes.ownNoise(rank)));
    boolean falling = best.isPresent() && config.rank() == 0;
    for (int r = fewer(rank); falling && r < best.get().recipe().rank(); r = fewer(r)) {
      Optional<JudgedRecipe> next = attempts.of(dressed().apply(Recipes.ownNoise(r)));
      falling = next.isPresent() && next.get().score() < best.get().score();
      best = falling ? next : best;
    }
    return best;
  }

  private static int fewer(int rank) {
    return Math.max(1, (int) Math.round(AutoRules.FEWER * rank));
  }

  /**
   * Leaves out what takes long and has little hope: regressions on completed features where the
   * simplest rival is behind the joint fit, a lasso where it cannot beat ridge.
   */
  private List<Recipe> worthwhile(List<Recipe> of, Optional<JudgedRecipe> best, Attempts attempts) {
    if (attempts.judged().isEmpty()) {
      return of;
    }
    boolean cheap = !recipes.wide() && !recipes.manyRows();
    JudgedRecipe simplest = attempts.judged().get(0);
    double behind = recipes.manyRows() ? AutoRules.BEHIND_WITH_MANY_ROWS : AutoRules.BEHIND;
    boolean completed = cheap || best.isEmpty() || simplest.score() < behind * best.get().score();
    boolean noRidge = simplest.recipe() instanceof MeanRecipe;
    boolean lasso = cheap || noRidge || attempts.evaluation().lassoMayHelp(simplest);
    List<Recipe> out = new ArrayList<>();
    for (Recipe r : of) {
      boolean onCompleted = r instanceof CompletedRecipe;
      boolean byLasso =
          r instanceof MeanRecipe
              || r instanceof CodesRecipe
              || r instanceof CompletedRecipe c && c.lasso();
      if ((completed || !onCompleted) && (lasso || !byLasso)) {
        out.add(r);
      } else {
        attempts.leftOut("not worth judging by what was known", r);
      }
    }
    return out;
  }

  /** Indicators are for what is linear in a pattern. */
  private UnaryOperator<Recipe> dressed() {
    return r -> use() == AutoConfig.Indicators.ON && !r.bends() ? new IndicatorRecipe(r) : r;
  }
}

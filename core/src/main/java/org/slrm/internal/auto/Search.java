package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.BaselineRecipe;
import org.slrm.internal.auto.recipe.CodesRecipe;
import org.slrm.internal.auto.recipe.CompletedRecipe;
import org.slrm.internal.auto.recipe.IndicatorRecipe;
import org.slrm.internal.auto.recipe.MeanRecipe;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.TableSize;
import org.slrm.internal.auto.recipe.bent.CurvedRecipe;
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
  private static final String BETWEEN = "between candidates";
  private static final String TIME_UP = "not tried, as time was up";

  private final AutoConfig config;
  private final Recipes recipes;
  private final MissingIndicators indicators;
  private final SearchClock clock;
  private final FitRecord record;
  private final List<JudgedRecipe> judged = new ArrayList<>();
  private final Map<String, List<String>> left = new LinkedHashMap<>();

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

  private Found found(RecipeEvaluation evaluation, boolean fine) {
    if (!judged.isEmpty()) {
      evaluation.run(new BaselineRecipe()).ifPresent(judged::add);
    }
    left.forEach((why, names) -> record.notes.add(why + ": " + String.join("; ", names)));
    return new Found(judged, evaluation, fine);
  }

  private void leftOut(String why, Recipe recipe) {
    left.computeIfAbsent(why, w -> new ArrayList<>()).add(recipe.name());
  }

  /** Goes through the recipes by fits over the rows. */
  Found byRows(RecipeEvaluation evaluation) {
    Attempts attempts = new Attempts(evaluation, false);
    int[] ranks = planned();
    attempts.of(simplest());
    Optional<ClassScores> classes = ClassScores.of(evaluation.data().kinds());
    classes.filter(c -> !quick()).ifPresent(c -> ofClasses(c).forEach(attempts::of));
    Optional<JudgedRecipe> best = bestRank(ranks, attempts);
    judge(others(best, attempts), best, attempts);
    return found(evaluation, false);
  }

  /** Candidates for three classes or more that need no factor model. */
  private List<Recipe> ofClasses(ClassScores scores) {
    List<Recipe> out = new ArrayList<>();
    out.add(Recipes.simpleOfClasses(scores, use() != AutoConfig.Indicators.OFF));
    out.addAll(recipes.rawTrees(scores.kinds().size()));
    return out;
  }

  /** Goes through the recipes by moments; none when these are too coarse. */
  Optional<Found> byMoments(RecipeEvaluation rows) {
    int[] ranks = planned();
    clock.choosing("moments");
    RecipeEvaluation coarse =
        rows.byMoments(Math.min(AutoRules.FIRST_RANKS, ranks[ranks.length - 1]));
    Attempts first = new Attempts(coarse, true);
    first.of(simplest());
    Optional<JudgedRecipe> best = bestRank(ranks, first);
    if (best.isEmpty()) {
      judge(worthwhile(others(best, first), best, coarse), best, first);
      return Optional.of(found(coarse, false));
    }
    JudgedRecipe plain = best.get();
    clock.choosing("check of moments by rows");
    JudgedRecipe seen = coarse.glanced(plain, first.glanced);
    Optional<JudgedRecipe> few =
        new Trial(coarse.polished(AutoRules.POLISH, AutoRules.POLISHED_ROWS), plain.recipe())
            .glance(first.glanced)
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
    judged.set(judged.indexOf(plain), taken.get());
    clock.choosing(BETWEEN);
    Attempts then = new Attempts(polished, true);
    judge(worthwhile(others(taken, then), taken, polished), taken, then);
    return Optional.of(found(polished, fine));
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
   */
  private Optional<JudgedRecipe> bestRank(int[] ranks, Attempts attempts) {
    Optional<Glance> best = Optional.empty();
    int worse = 0;
    boolean patient = attempts.byMoments && recipes.manyRows();
    double gain = patient ? AutoRules.LEAST_GAIN_OF_MANY_ROWS : AutoRules.LEAST_GAIN;
    for (int k = 0; k < ranks.length; k++) {
      int rank = ranks[k];
      if (k == AutoRules.RANKS_OF_CLASSES && attempts.farBehind(best)) {
        attempts.forgetAll();
        return Optional.empty();
      }
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
    int k = Arrays.binarySearch(ranks, best.seen.recipe().rank());
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

  /**
   * A trial that was begun.
   *
   * @param trial the trial, null when it is at its end
   * @param seen what the folds so far say
   */
  private record Glance(@Nullable Trial trial, JudgedRecipe seen) {
    double score() {
      return seen.score();
    }
  }

  /** What is left to judge: the other simple ones, then variations of the best. */
  private List<Recipe> others(Optional<JudgedRecipe> best, Attempts attempts) {
    List<Recipe> out = new ArrayList<>();
    if (quick()) {
      record.notes.add(
          "quick: only lines were tried, with no variation of the best rank and no second penalty");
      best.ifPresent(b -> out.add(dressed().apply(recipes.completed(b.recipe().rank()))));
    } else {
      out.addAll(recipes.simple().subList(1, recipes.simple().size()));
      List<Label> kinds = attempts.evaluation.data().kinds();
      Optional<ClassScores> classes = ClassScores.of(kinds);
      if (classes.isPresent()) {
        best.ifPresent(b -> out.addAll(aroundOfClasses(b, classes.get(), attempts)));
        return out;
      }
      out.addAll(recipes.rawTrees(kinds.size()));
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
    TrainingData data = attempts.evaluation.data();
    Prospects prospects = new Prospects(TableSize.of(recipes.rows(), data));
    of.stream().filter(r -> !r.bends()).forEach(attempts::of);
    judge(new ArrayList<>(of.stream().filter(Recipe::bends).toList()), prospects, attempts);
    boolean mixed =
        data.kinds().stream().allMatch(Search::mixes) && ClassScores.of(data.kinds()).isEmpty();
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
      if (straight(recipe, attempts.evaluation.data())) {
        leftOut("not tried, as curves would change no column", recipe);
      } else {
        boolean kept = attempts.of(recipe).isPresent();
        if (!clock.stopped()) {
          prospects.add(recipe, kept);
        }
      }
      next = next(rest, prospects);
    }
    rest.forEach(r -> leftOut(clock.stopped() ? TIME_UP : prospects.why(r), r));
  }

  private Optional<Recipe> next(List<Recipe> rest, Prospects prospects) {
    Optional<Recipe> net = rest.stream().filter(Recipe::safetyNet).findFirst();
    return thorough() ? rest.stream().findFirst() : net.or(() -> prospects.best(rest));
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
        int before = judged.size();
        judge(unions, prospects, attempts);
        idle = judged.size() > before ? 0 : idle + 1;
      } else {
        unions.forEach(r -> leftOut(clock.stopped() ? TIME_UP : prospects.whyNoUnion(), r));
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
    recipes.around(plain, config.rank() > 0).forEach(r -> out.add(dressed().apply(r)));
    out.addAll(indicated(better ? own.get() : best, attempts.evaluation.data()));
    return out;
  }

  /**
   * Variations of the best factor model for three classes or more, where it is not far behind the
   * candidates without one. Nonlinear candidates for one question at a time are left out: they take
   * longest, and trees for all classes together have smaller errors.
   */
  private List<Recipe> aroundOfClasses(JudgedRecipe best, ClassScores scores, Attempts attempts) {
    if (best.score() > AutoRules.FAR_BEHIND * attempts.best().score()) {
      record.notes.add(
          "skipped variations of the factor model: candidates without one are far better");
      return List.of();
    }
    LikelihoodConfig plain = Recipes.plain(best.recipe().rank(), false);
    List<Recipe> out = new ArrayList<>();
    recipes.around(plain, config.rank() > 0).stream()
        .filter(r -> !r.bends())
        .forEach(r -> out.add(dressed().apply(r)));
    out.addAll(recipes.treesOfClasses(plain, scores));
    out.addAll(indicated(best, attempts.evaluation.data()));
    out.add(Recipes.lineOfClasses(plain, scores));
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
  private List<Recipe> worthwhile(
      List<Recipe> of, Optional<JudgedRecipe> best, RecipeEvaluation evaluation) {
    if (judged.isEmpty()) {
      return of;
    }
    boolean cheap = !recipes.wide() && !recipes.manyRows();
    JudgedRecipe simplest = judged.get(0);
    double behind = recipes.manyRows() ? AutoRules.BEHIND_WITH_MANY_ROWS : AutoRules.BEHIND;
    boolean completed = cheap || best.isEmpty() || simplest.score() < behind * best.get().score();
    boolean noRidge = simplest.recipe() instanceof MeanRecipe;
    boolean lasso = cheap || noRidge || evaluation.lassoMayHelp(simplest);
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
        leftOut("not worth judging by what was known", r);
      }
    }
    return out;
  }

  /** Indicators are for what is linear in a pattern. */
  private UnaryOperator<Recipe> dressed() {
    return r -> use() == AutoConfig.Indicators.ON && !r.bends() ? new IndicatorRecipe(r) : r;
  }

  /** Judges one recipe after another by an evaluation. */
  private final class Attempts {
    private final RecipeEvaluation evaluation;
    private final boolean byMoments;
    private final int glanced;
    private final List<Glance> begun = new ArrayList<>();
    private @Nullable JudgedRecipe stacked;
    private int stackedOf;

    Attempts(RecipeEvaluation evaluation, boolean byMoments) {
      this.evaluation = evaluation;
      this.byMoments = byMoments;
      int enough = thorough() ? evaluation.folds() : AutoRules.RACED_FOLDS;
      while (enough < evaluation.folds() && tooFew(enough)) {
        enough++;
      }
      glanced = Math.min(enough, evaluation.folds());
    }

    private boolean tooFew(int folds) {
      return evaluation.rows(folds) < AutoRules.GLANCED_ROWS
          || evaluation.labels(folds) < AutoRules.FEWEST_GIVEN_LABELS;
    }

    /** None when there is no time left or the recipe was left out. */
    Optional<JudgedRecipe> of(Recipe recipe) {
      return begins(recipe)
          ? finish(new Trial(evaluation, recipe), rival(recipe))
          : Optional.empty();
    }

    private boolean begins(Recipe recipe) {
      boolean begins = judged.isEmpty() || clock.goOn(recipe.name());
      if (!begins) {
        leftOut(TIME_UP, recipe);
      }
      return begins;
    }

    /** Goes through the folds that are left. */
    Optional<JudgedRecipe> finish(Glance of) {
      return of.trial == null ? Optional.of(of.seen) : finish(of.trial, null);
    }

    /** Goes through the folds that are left, unless a rival tells that it is no use. */
    private Optional<JudgedRecipe> finish(Trial trial, @Nullable JudgedRecipe rival) {
      clock.choosing(trial.recipe().name());
      Trial.Outcome outcome = trial.finish(rival);
      outcome.judged().ifPresentOrElse(judged::add, () -> leftOut(outcome.why(), trial.recipe()));
      clock.done(outcome.judged().map(JudgedRecipe::score).orElse(Double.NaN));
      clock.choosing(BETWEEN);
      return outcome.judged();
    }

    /** The first folds alone, if they are not all; none when there is no time left or it failed. */
    Optional<Glance> glance(Recipe recipe) {
      if (glanced == evaluation.folds()) {
        return of(recipe).map(whole -> new Glance(null, whole));
      }
      if (!begins(recipe)) {
        return Optional.empty();
      }
      clock.choosing(recipe.name());
      Trial trial = new Trial(evaluation, recipe);
      Trial.Outcome outcome = trial.glance(glanced);
      Optional<Glance> seen = outcome.judged().map(some -> new Glance(trial, some));
      seen.ifPresentOrElse(begun::add, () -> leftOut(outcome.why(), recipe));
      clock.done(seen.map(Glance::score).orElse(Double.NaN));
      clock.choosing(BETWEEN);
      return seen;
    }

    /** Says of trials that they were begun and are not gone on with. */
    void forgetOthers(Glance chosen) {
      begun.remove(chosen);
      String why =
          "given up after "
              + glanced
              + " of "
              + evaluation.folds()
              + " folds, as another rank was better";
      begun.forEach(other -> leftOut(why, other.seen.recipe()));
      begun.clear();
    }

    /** Says that no factor model goes through the other folds. */
    void forgetAll() {
      String why =
          "stopped early after "
              + glanced
              + " of "
              + evaluation.folds()
              + " folds, as candidates without a factor model are far better";
      begun.forEach(other -> leftOut(why, other.seen.recipe()));
      begun.clear();
    }

    /**
     * Whether factor models are far behind candidates for three classes or more that need none.
     * Categorical features with rules have no low rank, and larger ranks take longest.
     */
    boolean farBehind(Optional<Glance> best) {
      return best.isPresent()
          && !thorough()
          && !judged.isEmpty()
          && ClassScores.of(evaluation.data().kinds()).isPresent()
          && best.get().score()
              > AutoRules.FAR_BEHIND * evaluation.glanced(best(), glanced).score();
    }

    /**
     * Whether the simplest rival is far ahead of every joint fit so far: then the label lies in
     * directions of the features that come late, and larger ranks will find them.
     */
    boolean beaten(Optional<Glance> best) {
      return best.isPresent()
          && !judged.isEmpty()
          && evaluation.glanced(judged.get(0), glanced).score()
              < AutoRules.FAR_AHEAD * best.get().score();
    }

    /**
     * What a candidate races against: the best so far, or if it bends the stack of all that there
     * is, beside which it has to be worth its time.
     */
    private @Nullable JudgedRecipe rival(Recipe recipe) {
      if (judged.size() <= 1) {
        return null;
      }
      if (recipe.bends() && !thorough()) {
        return stack();
      }
      return best();
    }

    /** The candidate of least error so far. */
    JudgedRecipe best() {
      JudgedRecipe best = judged.get(0);
      for (JudgedRecipe each : judged) {
        best = each.score() < best.score() ? each : best;
      }
      return best;
    }

    private JudgedRecipe stack() {
      if (stacked == null || stackedOf != judged.size()) {
        stacked = new Stacking(evaluation, judged, AutoRules.LEAST_WEIGHT).stack();
        stackedOf = judged.size();
      }
      return stacked;
    }
  }
}

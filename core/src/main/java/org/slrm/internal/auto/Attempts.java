package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.solver.FitRecord;

/**
 * Judges one recipe after another by an evaluation, and keeps what was judged and why others were
 * left out.
 */
final class Attempts {
  private static final String BETWEEN = "between candidates";
  private static final String TIME_UP = "not tried, as time was up";

  private final RecipeEvaluation evaluation;
  private final boolean thorough;
  private final SearchClock clock;
  private final List<JudgedRecipe> judged;
  private final Map<String, List<String>> left;
  private final int glanced;
  private final List<Glance> begun = new ArrayList<>();
  private @Nullable JudgedRecipe stacked;
  private int stackedOf;

  /**
   * No attempt yet.
   *
   * @param thorough whether all folds compare ranks, and what bends races as all others do
   */
  Attempts(RecipeEvaluation evaluation, boolean thorough, SearchClock clock) {
    this(evaluation, thorough, clock, new ArrayList<>(), new LinkedHashMap<>());
  }

  private Attempts(
      RecipeEvaluation evaluation,
      boolean thorough,
      SearchClock clock,
      List<JudgedRecipe> judged,
      Map<String, List<String>> left) {
    this.evaluation = evaluation;
    this.thorough = thorough;
    this.clock = clock;
    this.judged = judged;
    this.left = left;
    int enough = thorough ? evaluation.folds() : AutoRules.RACED_FOLDS;
    while (enough < evaluation.folds() && tooFew(enough)) {
      enough++;
    }
    glanced = Math.min(enough, evaluation.folds());
  }

  private boolean tooFew(int folds) {
    return evaluation.rows(folds) < AutoRules.GLANCED_ROWS
        || evaluation.labels(folds) < AutoRules.FEWEST_GIVEN_LABELS;
  }

  /** The same attempts, with others to come by another evaluation of the same rows. */
  Attempts by(RecipeEvaluation other) {
    return new Attempts(other, thorough, clock, judged, left);
  }

  /** What judges. */
  RecipeEvaluation evaluation() {
    return evaluation;
  }

  /** Every recipe that was judged and not left out, the simplest first. */
  List<JudgedRecipe> judged() {
    return judged;
  }

  /** How many folds compare ranks. */
  int glanced() {
    return glanced;
  }

  /** Puts what another evaluation says of a recipe in the place of what was said. */
  void replace(JudgedRecipe old, JudgedRecipe by) {
    judged.set(judged.indexOf(old), by);
    clock.choosing(BETWEEN);
  }

  /** Says why a recipe is no candidate. */
  void leftOut(String why, Recipe recipe) {
    left.computeIfAbsent(why, w -> new ArrayList<>()).add(recipe.name());
  }

  /** Says why a recipe was not tried, unless that is because time was up. */
  void notTried(String why, Recipe recipe) {
    leftOut(clock.stopped() ? TIME_UP : why, recipe);
  }

  /** Tells of all that were left out. */
  void describe(FitRecord record) {
    left.forEach((why, names) -> record.notes.add(why + ": " + String.join("; ", names)));
  }

  /**
   * A trial that was begun.
   *
   * @param trial the trial, null when it is at its end
   * @param seen what the folds so far say
   */
  record Glance(@Nullable Trial trial, JudgedRecipe seen) {
    double score() {
      return seen.score();
    }
  }

  /** None when there is no time left or the recipe was left out. */
  Optional<JudgedRecipe> of(Recipe recipe) {
    return begins(recipe) ? finish(new Trial(evaluation, recipe), rival(recipe)) : Optional.empty();
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
   * What a candidate races against: the best so far, or if it bends the stack of all that there is,
   * beside which it has to be worth its time.
   */
  private @Nullable JudgedRecipe rival(Recipe recipe) {
    if (judged.size() <= 1) {
      return null;
    }
    if (recipe.bends() && !thorough) {
      return stack();
    }
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

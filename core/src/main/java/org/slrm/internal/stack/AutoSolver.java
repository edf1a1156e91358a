package org.slrm.internal.stack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slrm.AutoConfig;
import org.slrm.FitReport;
import org.slrm.LikelihoodConfig;
import org.slrm.internal.Certificate;
import org.slrm.internal.FitContext;
import org.slrm.internal.Fitted;
import org.slrm.internal.Solver;
import org.slrm.internal.TrainingData;
import org.slrm.internal.model.Member;
import org.slrm.internal.model.MissingIndicators;
import org.slrm.select.CrossValidated;

/**
 * The default method:
 *
 * <ol>
 *   <li>split the rows into folds, or leave a part out when there are plenty; rows given to
 *       validate with take the folds' place;
 *   <li>judge the simplest rivals, joint fits of growing rank while that helps, and variations
 *       around the best rank;
 *   <li>weight them by stacking, drop what weighs next to nothing;
 *   <li>refit the rest on all rows.
 * </ol>
 */
public final class AutoSolver implements Solver {
  static final int DEFAULT_FOLDS = 5;
  private static final int FINAL_ITERATIONS = 30;

  /** Fits to part of the rows are near the end already. */
  private static final int FINAL_ITERATIONS_WITH_PLENTY = 8;

  /** Beyond it one rank that does not help ends the search; before it, two in a row. */
  private static final int SMALL_RANK = 20;

  /** A larger rank must lower the error by this share to be taken. */
  private static final double LEAST_GAIN = 0.005;

  private static final double LEAST_WEIGHT = 0.02;

  /** The simplest rival is far ahead when its error is below this share of another's. */
  private static final double FAR_AHEAD = 0.8;

  private final AutoConfig config;
  private final int folds;

  /** A solver that chooses by as many folds, by five when fewer than two are asked for. */
  public AutoSolver(AutoConfig config, int folds) {
    this.config = config;
    this.folds = folds < 2 ? DEFAULT_FOLDS : folds;
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    return fit(data, null, context);
  }

  /** Chooses on the given rows; when these are a sample, fits the members on all of them. */
  public Fitted fit(TrainingData data, @Nullable FinalRows everything, FitContext context) {
    Certificate certificate = new Certificate();
    Pace pace = new Pace(config.timeBudget(), context.listener());
    FitContext paced = context.with(pace);
    TrainingData given = context.validation();
    boolean judges = given != null && Split.enough(given);
    TrainingData table = judges ? data.above(given) : data;
    Split split =
        judges
            ? Split.given(table, data.x().rows(), config.choosingRows(), context.seed())
            : Split.of(data, config.choosingRows(), folds, context.seed());
    split.describe(certificate);
    Judge judge = split.judge(table, paced);
    MissingIndicators indicators = indicators(data, certificate);
    judge.indicate(indicators);
    List<Trial> trials = search(judge, split, indicators.count() > 0, pace, certificate);
    if (trials.isEmpty()) {
      return simplest(data, paced, certificate);
    }
    double[][] weights = Stacking.weights(judge, trials, LEAST_WEIGHT);
    CrossValidated cv = split.validation(table, trials, weights);
    describe(certificate, trials, weights, pace);
    pace.last();
    int iterations = split.plenty() ? FINAL_ITERATIONS_WITH_PLENTY : FINAL_ITERATIONS;
    TrainingSet all = new TrainingSet(data, paced, iterations, judge.warmStarts()).over(everything);
    all.indicate(indicators);
    return refit(all, trials, weights, certificate, cv);
  }

  /** With too few labels to judge anything by, the simplest thing. */
  private static Fitted simplest(TrainingData data, FitContext context, Certificate c) {
    c.criterion = "none";
    c.stop = "too few labelled rows to judge candidates by";
    c.notes.add("too few labelled rows to choose by: the simplest method was fitted unjudged");
    Family family = new Family(data.x().rows(), data.x().columns(), false);
    TrainingSet all = new TrainingSet(data, context, FINAL_ITERATIONS, new HashMap<>());
    return Fitted.of(family.simple().get(0).fit(all), c);
  }

  private List<Trial> search(
      Judge judge, Split split, boolean indicated, Pace pace, Certificate certificate) {
    List<Trial> trials = new ArrayList<>();
    Family family = new Family(split.fitted(), judge.data().x().columns(), split.plenty());
    int[] ranks = family.ranks(config.rank());
    pace.plan(family.simple().size() + ranks.length + 10);
    attempt(judge, family.simple().get(0), trials, pace, certificate);
    AutoConfig.Indicators indicators = indicated ? config.indicators() : AutoConfig.Indicators.OFF;
    UnaryOperator<Recipe> dressed =
        r -> indicators == AutoConfig.Indicators.ON ? new IndicatorRecipe(r) : r;
    Trial best = null;
    int worse = 0;
    for (int rank : ranks) {
      boolean ended = worse >= (rank > SMALL_RANK ? 1 : 2) && !beaten(best, trials);
      Trial trial =
          ended
              ? null
              : attempt(judge, dressed.apply(Family.joint(rank)), trials, pace, certificate);
      if (trial != null) {
        boolean better = best == null || trial.score() < (1 - LEAST_GAIN) * best.score();
        worse = better ? 0 : worse + 1;
        best = better ? trial : best;
      }
    }
    for (Recipe recipe : family.simple().subList(1, family.simple().size())) {
      attempt(judge, recipe, trials, pace, certificate);
    }
    if (best != null) {
      int first = best.recipe().rank();
      Trial own = attempt(judge, dressed.apply(Family.ownNoise(first)), trials, pace, certificate);
      boolean better = own != null && own.score() < best.score();
      LikelihoodConfig plain = Family.plain(first, better);
      for (Recipe recipe : family.around(plain, config.rank() > 0)) {
        attempt(judge, dressed.apply(recipe), trials, pace, certificate);
      }
      for (Recipe recipe : Family.indicated(first, indicators)) {
        attempt(judge, recipe, trials, pace, certificate);
      }
    }
    return trials;
  }

  /**
   * Whether the simplest rival is far ahead of every joint fit so far: then the label lies in
   * directions of the features that come late, and larger ranks will find them.
   */
  private static boolean beaten(@Nullable Trial best, List<Trial> trials) {
    return best != null && trials.get(0).score() < FAR_AHEAD * best.score();
  }

  /** Indicators of all rows if asked for: the same features in every fold and in the final fit. */
  private MissingIndicators indicators(TrainingData data, Certificate certificate) {
    if (config.indicators() == AutoConfig.Indicators.OFF) {
      return new MissingIndicators(data.x().columns(), new int[0], new double[0]);
    }
    MissingIndicators found = MissingIndicators.of(data.x());
    if (found.count() == 0) {
      certificate.notes.add("no feature is missing now and then: nothing to indicate");
    }
    return found;
  }

  private static @Nullable Trial attempt(
      Judge judge, Recipe recipe, List<Trial> trials, Pace pace, Certificate certificate) {
    if (!trials.isEmpty() && !pace.goOn(recipe.name())) {
      return null;
    }
    Trial trial = judge.run(recipe);
    if (trial == null) {
      certificate.notes.add("left out for numerical failure: " + recipe.name());
    } else {
      trials.add(trial);
    }
    pace.done(trial == null ? Double.NaN : trial.score());
    return trial;
  }

  private void describe(Certificate c, List<Trial> trials, double[][] weights, Pace pace) {
    c.criterion = "cross-validated squared error";
    c.stop = pace.stopped() ? pace.reason() : "all " + trials.size() + " candidates were judged";
    c.iterations = trials.size();
    list(c, trials, weights);
    int heaviest = 0;
    for (int k = 0; k < trials.size(); k++) {
      boolean ranked = trials.get(k).recipe().rank() > 0;
      heaviest = ranked && weights[0][k] > weights[0][heaviest] ? k : heaviest;
    }
    c.rank = trials.get(heaviest).recipe().rank();
  }

  /** Tells of every candidate. */
  static void list(Certificate c, List<Trial> trials, double[][] weights) {
    for (int t = 0; t < weights.length; t++) {
      for (int k = 0; k < trials.size(); k++) {
        Trial trial = trials.get(k);
        c.candidates.add(
            new FitReport.Candidate(
                trial.recipe().name(),
                trial.recipe().rank(),
                t,
                trial.mse()[t],
                trial.standardError()[t],
                weights[t][k],
                trial.recipe().settings()));
      }
    }
  }

  private static Fitted refit(
      TrainingSet all,
      List<Trial> trials,
      double[][] weights,
      Certificate certificate,
      CrossValidated cv) {
    List<Member> members = new ArrayList<>();
    List<Integer> kept = new ArrayList<>();
    for (int k = 0; k < trials.size(); k++) {
      int number = k;
      if (Arrays.stream(weights).anyMatch(w -> w[number] > 0)) {
        kept.add(k);
        members.add(trials.get(k).recipe().fit(all));
      }
    }
    double[][] final_ =
        Arrays.stream(weights)
            .map(w -> kept.stream().mapToDouble(k -> w[k]).toArray())
            .toArray(double[][]::new);
    var latest = all.latest();
    if (latest != null) {
      certificate.history.addAll(latest.history());
      certificate.objective.put(
          "logLikelihoodAndPrior", latest.history().get(latest.history().size() - 1));
    }
    return new Fitted(members, final_, certificate, cv);
  }
}

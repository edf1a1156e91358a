package org.slrm.internal.stack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.slrm.AutoConfig;
import org.slrm.FitReport;
import org.slrm.internal.Certificate;
import org.slrm.internal.FitContext;
import org.slrm.internal.Fitted;
import org.slrm.internal.Solver;
import org.slrm.internal.TrainingData;
import org.slrm.internal.model.Member;
import org.slrm.internal.model.MissingIndicators;
import org.slrm.select.CrossValidated;
import org.slrm.select.CrossValidation;
import org.slrm.select.Folds;

/**
 * The default method:
 *
 * <ol>
 *   <li>take up to {@code choosingRows} rows and split them into folds;
 *   <li>judge the simplest rivals, joint fits of growing rank while that helps, and variations
 *       around the best rank;
 *   <li>weight them by stacking, drop what weighs next to nothing;
 *   <li>refit the rest on all rows.
 * </ol>
 */
public final class AutoSolver implements Solver {
  static final int DEFAULT_FOLDS = 5;
  private static final int CHOOSING_ITERATIONS = 20;
  private static final int FINAL_ITERATIONS = 50;

  /** With rows to spare, fewer folds and iterations tell candidates apart as well. */
  private static final int FOLDS_WHEN_CAPPED = 3;

  private static final int CHOOSING_ITERATIONS_WHEN_CAPPED = 12;
  private static final int FINAL_ITERATIONS_WHEN_CAPPED = 20;

  /** Beyond it one rank that does not help ends the search; before it, two in a row. */
  private static final int SMALL_RANK = 20;

  /** A larger rank must lower the error by this share to be taken. */
  private static final double LEAST_GAIN = 0.003;

  private static final double LEAST_WEIGHT = 0.02;

  private final AutoConfig config;
  private final int folds;

  /** A solver that chooses by as many folds, by five when fewer than two are asked for. */
  public AutoSolver(AutoConfig config, int folds) {
    this.config = config;
    this.folds = folds < 2 ? DEFAULT_FOLDS : folds;
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    Certificate certificate = new Certificate();
    Pace pace = new Pace(config.timeBudget(), context.listener());
    FitContext paced = context.with(pace);
    int[] chosen = choosingRows(data, config.choosingRows(), context.seed(), certificate);
    boolean capped = chosen.length < data.x().rows();
    int count = capped ? Math.min(folds, FOLDS_WHEN_CAPPED) : folds;
    Judge judge = judge(data, chosen, count, paced);
    List<Trial> trials = search(judge, count, pace, certificate);
    if (trials.isEmpty()) {
      return simplest(data, paced, certificate);
    }
    double[][] weights = Stacking.weights(judge, trials, LEAST_WEIGHT);
    CrossValidated cv = validation(data, chosen, judge, trials, weights);
    describe(certificate, trials, weights, pace);
    pace.last();
    return refit(data, paced, judge, trials, weights, certificate, cv);
  }

  /** With too few labels to judge anything by, the simplest thing. */
  private static Fitted simplest(TrainingData data, FitContext context, Certificate c) {
    c.criterion = "none";
    c.stop = "too few labelled rows to judge candidates by";
    c.notes.add("too few labelled rows to choose by: the simplest method was fitted unjudged");
    Family family = new Family(data.x().rows(), data.x().columns());
    TrainingSet all = new TrainingSet(data, context, FINAL_ITERATIONS, new HashMap<>());
    return Fitted.of(family.simple().get(0).fit(all), c);
  }

  /** Labelled rows first, then unlabelled ones, in a seeded order, up to the cap. */
  static int[] choosingRows(TrainingData data, int cap, long seed, Certificate certificate) {
    int n = data.x().rows();
    if (n <= cap) {
      return IntStream.range(0, n).toArray();
    }
    int[] order = Folds.shuffled(n, seed);
    IntStream labelled = Arrays.stream(order).filter(i -> data.y().observed(i) > 0);
    IntStream others = Arrays.stream(order).filter(i -> data.y().observed(i) == 0);
    certificate.notes.add(
        "chosen on " + cap + " of " + n + " rows; the final fit uses all of them");
    return IntStream.concat(labelled, others).limit(cap).sorted().toArray();
  }

  static Judge judge(TrainingData data, int[] chosen, int folds, FitContext context) {
    TrainingData part = chosen.length == data.x().rows() ? data : data.rows(chosen);
    int[] labelled =
        IntStream.range(0, chosen.length).filter(i -> part.y().observed(i) > 0).toArray();
    int[] fold = new int[chosen.length];
    Arrays.fill(fold, -1);
    int count = Math.max(2, Math.min(folds, labelled.length));
    if (labelled.length >= 2) {
      int[] of = Folds.assign(labelled.length, count, context.seed());
      for (int r = 0; r < labelled.length; r++) {
        fold[labelled[r]] = of[r];
      }
    }
    boolean capped = chosen.length < data.x().rows();
    int iterations = capped ? CHOOSING_ITERATIONS_WHEN_CAPPED : CHOOSING_ITERATIONS;
    return new Judge(part, fold, count, iterations, context);
  }

  private List<Trial> search(Judge judge, int count, Pace pace, Certificate certificate) {
    List<Trial> trials = new ArrayList<>();
    int n = (int) Math.round(judge.data().x().rows() * (1 - 1.0 / count));
    Family family = new Family(n, judge.data().x().columns());
    int[] ranks = family.ranks(config.rank());
    pace.plan(family.simple().size() + ranks.length + 10);
    attempt(judge, family.simple().get(0), trials, pace, certificate);
    AutoConfig.Indicators indicators = indicators(judge, certificate);
    UnaryOperator<Recipe> dressed =
        r -> indicators == AutoConfig.Indicators.ON ? new IndicatorRecipe(r) : r;
    List<Trial> joint = new ArrayList<>();
    Trial best = null;
    int worse = 0;
    for (int rank : ranks) {
      Trial trial =
          worse >= (rank > SMALL_RANK ? 1 : 2)
              ? null
              : attempt(judge, dressed.apply(Family.joint(rank)), trials, pace, certificate);
      if (trial != null) {
        joint.add(trial);
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
      int second = secondRank(joint, first);
      for (Recipe recipe : family.around(first, second)) {
        attempt(judge, dressed.apply(recipe), trials, pace, certificate);
      }
      for (Recipe recipe : Family.indicated(first, indicators)) {
        attempt(judge, recipe, trials, pace, certificate);
      }
    }
    return trials;
  }

  /** What was asked for, unless no feature is missing now and then. */
  private AutoConfig.Indicators indicators(Judge judge, Certificate certificate) {
    if (config.indicators() != AutoConfig.Indicators.OFF
        && MissingIndicators.of(judge.data().x()).count() == 0) {
      certificate.notes.add("no feature is missing now and then: nothing to indicate");
      return AutoConfig.Indicators.OFF;
    }
    return config.indicators();
  }

  private static int secondRank(List<Trial> joint, int first) {
    return joint.stream()
        .filter(t -> t.recipe().rank() != first)
        .min(java.util.Comparator.comparingDouble(Trial::score))
        .map(t -> t.recipe().rank())
        .orElse(0);
  }

  private static @org.jspecify.annotations.Nullable Trial attempt(
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

  static CrossValidated validation(
      TrainingData data, int[] chosen, Judge judge, List<Trial> trials, double[][] weights) {
    int[] fold = new int[data.x().rows()];
    Arrays.fill(fold, -1);
    for (int r = 0; r < chosen.length; r++) {
      fold[chosen[r]] = judge.fold()[r];
    }
    CrossValidated cv = CrossValidation.empty(data.x(), data.y(), fold);
    Stacking.fill(cv, chosen, trials, weights);
    return cv;
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
      TrainingData data,
      FitContext context,
      Judge judge,
      List<Trial> trials,
      double[][] weights,
      Certificate certificate,
      CrossValidated cv) {
    boolean capped = judge.data().x().rows() < data.x().rows();
    int iterations = capped ? FINAL_ITERATIONS_WHEN_CAPPED : FINAL_ITERATIONS;
    TrainingSet all = new TrainingSet(data, context, iterations, judge.warmStarts());
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

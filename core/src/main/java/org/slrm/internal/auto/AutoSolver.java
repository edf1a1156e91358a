package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.Certificate;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.Fitted;
import org.slrm.internal.run.Solver;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.AutoConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;

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
  private static final int FINAL_ITERATIONS = 30;

  /** Fits to part of the rows are near the end already. */
  private static final int FINAL_ITERATIONS_WITH_PLENTY = 8;

  /**
   * Iterations over all rows after a fit to their moments: once if those changed something for
   * candidates, and once more without rows in plenty.
   */
  private static final int FINAL_POLISH = 2;

  private static final double LEAST_WEIGHT = 0.02;

  /** With rows in plenty a member costs much and small weights gain nothing. */
  private static final double LEAST_WEIGHT_WITH_PLENTY = 0.1;

  private final AutoConfig config;
  private final int folds;

  /** A solver that chooses by as many folds, by the default when fewer than two are asked for. */
  public AutoSolver(AutoConfig config, int folds) {
    this.config = config;
    this.folds = Folds.orDefault(folds);
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
    MissingIndicators indicators = indicators(data, certificate);
    boolean byMoments = !judges && Split.byMoments(data) && indicators.count() == 0;
    Split split =
        judges
            ? Split.given(table, data.x().rows(), config.choosingRows(), folds, context.seed())
            : byMoments
                ? Split.forMoments(data, config.choosingRows(), folds, context.seed())
                : Split.of(data, config.choosingRows(), folds, context.seed());
    Judge judge = split.judge(table, paced);
    judge.indicate(indicators);
    Search search = search(judge, split, indicators, byMoments, pace, certificate);
    List<Trial> trials = search.run();
    if (trials == null) {
      certificate.notes.add("moments of pairs of columns were too coarse to choose by");
      byMoments = false;
      split = Split.of(data, config.choosingRows(), folds, context.seed());
      judge = split.judge(data, paced);
      trials = search(judge, split, indicators, false, pace, certificate).run();
    }
    split.describe(certificate);
    if (trials == null || trials.isEmpty()) {
      return simplest(data, paced, certificate);
    }
    double least = byMoments && split.plenty() ? LEAST_WEIGHT_WITH_PLENTY : LEAST_WEIGHT;
    double[][] weights = Stacking.weights(judge, trials, least);
    CrossValidated cv = split.validation(table, trials, weights);
    describe(certificate, trials, weights, pace);
    pace.last();
    int iterations = split.plenty() ? FINAL_ITERATIONS_WITH_PLENTY : FINAL_ITERATIONS;
    TrainingSet all = new TrainingSet(data, paced, iterations, judge.warmStarts()).over(everything);
    all.indicate(indicators);
    if (byMoments && everything == null) {
      int most = trials.stream().mapToInt(t -> t.recipe().rank()).max().orElse(1);
      int more = split.plenty() ? 0 : FINAL_POLISH;
      judge.moments(all, most, more + (search.fine() ? 0 : FINAL_POLISH));
    }
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

  private Search search(
      Judge judge,
      Split split,
      MissingIndicators indicators,
      boolean byMoments,
      Pace pace,
      Certificate certificate) {
    Family family = new Family(split.fitted(), judge.data().x().columns(), split.plenty());
    AutoConfig.Indicators use =
        indicators.count() > 0 ? config.indicators() : AutoConfig.Indicators.OFF;
    return new Search(config, judge, family, use, byMoments, pace, certificate);
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

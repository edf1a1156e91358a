package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.candidate.ImputedCandidate;
import org.slrm.internal.candidate.IndicatorCandidate;
import org.slrm.internal.candidate.MeanLassoCandidate;
import org.slrm.internal.candidate.ScoresCandidate;
import org.slrm.internal.candidate.TransformedCandidate;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.BaselineCandidate;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.CandidateEvaluation;
import org.slrm.internal.selection.CandidateRace;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.PartialEvaluation;
import org.slrm.internal.selection.SearchClock;
import org.slrm.internal.selection.SearchResults;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.selection.rows.TableSize;
import org.slrm.internal.solver.FitRecord;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.result.FitReport.SkipReason;

/**
 * The order in which candidates are evaluated: the simplest one, factor models of growing rank,
 * variations around the best rank, then nonlinear candidates by {@link CandidatePriority}.
 *
 * <p>With many rows candidates are fitted to pairwise second moments, which cost little; around the
 * best rank a few iterations over rows follow if they change the error. Where they change it much,
 * moments are too coarse for the table.
 */
final class Search {
  private final AutoConfig config;
  private final Portfolio portfolio;
  private final MissingIndicators indicators;
  private final SearchClock clock;
  private final FitRecord record;
  private final SearchResults results = new SearchResults();

  /** A search whose notes go to a record. */
  Search(
      AutoConfig config,
      Portfolio portfolio,
      MissingIndicators indicators,
      SearchClock clock,
      FitRecord record) {
    this.config = config;
    this.portfolio = portfolio;
    this.indicators = indicators;
    this.clock = clock;
    this.record = record;
  }

  /**
   * The result of a search.
   *
   * @param results every evaluated candidate with its predictions
   * @param evaluation the evaluation of its candidates
   * @param fine whether iterations over the rows hardly changed the error
   */
  record SearchResult(
      List<CandidateResult> results, CandidateEvaluation evaluation, boolean fine) {}

  private SearchResult found(CandidateRace race, boolean fine) {
    if (!results.isEmpty()) {
      // The null model is always a candidate, so the ensemble is never worse than it.
      race.evaluation()
          .run(BaselineCandidate.of(race.evaluation().data()))
          .ifPresent(results.evaluated()::add);
    }
    results.describe(record);
    return new SearchResult(results.evaluated(), race.evaluation(), fine);
  }

  /** Evaluates candidates by fits over the rows. */
  SearchResult byRows(CandidateEvaluation evaluation) {
    CandidateRace race = race(evaluation);
    int[] ranks = planned();
    race.evaluate(simplest());
    Optional<ClassScores> classes = ClassScores.of(evaluation.data().kinds());
    classes.filter(c -> !quick()).ifPresent(c -> ofClasses(c).forEach(race::evaluate));
    Optional<CandidateResult> best = rankSearch(race, false).best(ranks);
    evaluate(others(best, race), best, race);
    return found(race, false);
  }

  /** Candidates for three classes or more that need no factor model. */
  private List<Candidate> ofClasses(ClassScores scores) {
    List<Candidate> out = new ArrayList<>();
    out.add(Portfolio.meanImputedClasses(scores, indicators() != AutoConfig.Indicators.OFF));
    out.addAll(portfolio.rawTrees(scores.kinds().size()));
    return out;
  }

  /** Evaluates candidates by second moments; none when these are too coarse. */
  Optional<SearchResult> byMoments(CandidateEvaluation rows) {
    int[] ranks = planned();
    clock.announce("moments");
    CandidateEvaluation coarse =
        rows.byMoments(Math.min(SelectionRules.FIRST_RANKS, ranks[ranks.length - 1]));
    CandidateRace first = race(coarse);
    first.evaluate(simplest());
    Optional<CandidateResult> best = rankSearch(first, true).best(ranks);
    if (best.isEmpty()) {
      evaluate(eligible(others(best, first), best, coarse), best, first);
      return Optional.of(found(first, false));
    }
    CandidateResult plain = best.get();
    clock.announce("check of moments by rows");
    CandidateResult seen = first.onPartialFolds(plain);
    CandidateEvaluation few = coarse.polished(AutoRules.POLISH, AutoRules.POLISHED_ROWS);
    Optional<CandidateResult> check =
        new PartialEvaluation(few, plain.candidate()).partial(first.partialFolds()).result();
    if (check.isEmpty() || check.get().score() < (1 - AutoRules.COARSE) * seen.score()) {
      return Optional.empty();
    }
    boolean fine = check.get().score() > (1 - AutoRules.FINE) * seen.score();
    CandidateEvaluation polished = coarse.polished(fine ? 0 : AutoRules.POLISH, Integer.MAX_VALUE);
    Optional<CandidateResult> factorModel = fine ? best : polished.run(plain.candidate());
    if (factorModel.isEmpty()) {
      return Optional.empty();
    }
    results.replace(plain, factorModel.get());
    CandidateRace refinedRace = race(polished);
    evaluate(
        eligible(others(factorModel, refinedRace), factorModel, polished),
        factorModel,
        refinedRace);
    return Optional.of(found(refinedRace, fine));
  }

  private CandidateRace race(CandidateEvaluation evaluation) {
    int folds = thorough() ? evaluation.folds() : SelectionRules.PARTIAL_FOLDS;
    while (folds < evaluation.folds()
        && (evaluation.rows(folds) < AutoRules.PARTIAL_ROWS
            || evaluation.labels(folds) < SelectionRules.MIN_VALIDATION_LABELS)) {
      folds++;
    }
    return new CandidateRace(evaluation, results, clock, folds, AutoRules.MIN_WEIGHT, thorough());
  }

  private FactorRankSearch rankSearch(CandidateRace race, boolean byMoments) {
    boolean cheapRanks = byMoments && portfolio.manyRows();
    boolean between = !quick() && config.rank() == 0;
    return new FactorRankSearch(
        race,
        results,
        rank -> withIndicators(Portfolio.joint(rank)),
        cheapRanks,
        between,
        thorough());
  }

  private int[] planned() {
    int[] ranks = portfolio.ranks(config.rank());
    clock.plan(portfolio.simple().size() + ranks.length + 10);
    return ranks;
  }

  private Candidate simplest() {
    return portfolio.simple().get(0);
  }

  /** The other simple candidates, then variations of the best factor model. */
  private List<Candidate> others(Optional<CandidateResult> best, CandidateRace race) {
    List<Candidate> out = new ArrayList<>();
    if (quick()) {
      record.note("quick-effort");
      best.ifPresent(b -> out.addAll(quickVariations(b.candidate().rank())));
      return out;
    }
    out.addAll(portfolio.simple().subList(1, portfolio.simple().size()));
    List<Label> kinds = race.evaluation().data().kinds();
    Optional<ClassScores> classes = ClassScores.of(kinds);
    if (classes.isPresent()) {
      best.ifPresent(b -> out.addAll(aroundOfClasses(b, classes.get(), race)));
      return out;
    }
    out.addAll(portfolio.rawTrees(kinds.size()));
    best.ifPresent(b -> out.addAll(variations(b, race)));
    return out;
  }

  private List<Candidate> quickVariations(int rank) {
    List<Candidate> out = new ArrayList<>();
    out.add(withIndicators(portfolio.imputed(rank)));
    out.addAll(portfolio.imputedLogarithm(rank));
    if (config.missingness() == Mechanism.SELF_MASKING) {
      out.add(
          withIndicators(
              new FactorCandidate(
                  FactorCandidate.plain(rank, false).withMechanism(Mechanism.SELF_MASKING))));
    }
    return out;
  }

  private boolean quick() {
    return config.effort() == AutoConfig.Effort.QUICK;
  }

  private boolean thorough() {
    return config.effort() == AutoConfig.Effort.THOROUGH;
  }

  /** Linear candidates first; then nonlinear ones by priority, and mixtures. */
  private void evaluate(List<Candidate> of, Optional<CandidateResult> best, CandidateRace race) {
    TrainingData data = race.evaluation().data();
    CandidatePriority priority = new CandidatePriority(TableSize.of(portfolio.rows(), data));
    of.stream().filter(c -> !c.nonlinear()).forEach(race::evaluate);
    byPriority(of.stream().filter(Candidate::nonlinear).toList(), priority, race);
    boolean mixtures =
        data.kinds().stream().allMatch(Search::mixes) && ClassScores.of(data.kinds()).isEmpty();
    if (mixtures && !quick()) {
      best.ifPresent(b -> mixtures(b, priority, race));
    }
  }

  /** Nonlinear candidates by priority until none is worth its cost; the rest is skipped. */
  private void byPriority(List<Candidate> of, CandidatePriority priority, CandidateRace race) {
    List<Candidate> remaining = new ArrayList<>(of);
    Optional<Candidate> next = next(remaining, priority);
    while (next.isPresent() && !clock.stopped()) {
      Candidate candidate = next.get();
      remaining.remove(candidate);
      if (candidate instanceof TransformedCandidate t && !t.transforms(race.evaluation().data())) {
        results.skip(candidate, SkipReason.NO_TRANSFORM, 0);
      } else {
        boolean successful = race.evaluate(candidate).isPresent();
        if (!clock.stopped()) {
          priority.add(candidate, successful);
        }
      }
      next = next(remaining, priority);
    }
    remaining.forEach(c -> skip(c, priority.reason(c)));
  }

  private void skip(Candidate candidate, SkipReason reason) {
    results.skip(candidate, clock.stopped() ? SkipReason.TIME_LIMIT : reason, 0);
  }

  private Optional<Candidate> next(List<Candidate> remaining, CandidatePriority priority) {
    Optional<Candidate> first = remaining.stream().filter(Candidate::alwaysEvaluated).findFirst();
    return thorough() ? remaining.stream().findFirst() : first.or(() -> priority.best(remaining));
  }

  /**
   * Whether mixtures are worth their cost with such a label. Without a bound they take many short
   * steps, and an outlier looks like another component.
   */
  private static boolean mixes(Label label) {
    return label.bounded() && (label.quadratic() || !label.noisy());
  }

  /**
   * Mixtures with a growing number of components, while they lower the error of one factor model
   * and of fewer components (with thorough effort until two in a row do not). With normal effort
   * only where another nonlinear candidate was kept.
   */
  private void mixtures(CandidateResult one, CandidatePriority priority, CandidateRace race) {
    double least = one.score();
    int maxIdle = thorough() ? 2 : 1;
    int idle = priority.nonlinear() || thorough() ? 0 : maxIdle;
    for (int components : SelectionRules.COMPONENTS) {
      List<Candidate> mixtures = portfolio.mixtures(components, one.candidate().rank());
      if (idle < maxIdle) {
        int before = results.evaluated().size();
        byPriority(mixtures, priority, race);
        double reached =
            results.evaluated().stream()
                .skip(before)
                .mapToDouble(CandidateResult::score)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        idle = reached < least ? 0 : idle + 1;
        least = Math.min(least, reached);
      } else {
        SkipReason reason =
            priority.nonlinear() || thorough()
                ? SkipReason.FEWER_COMPONENTS
                : SkipReason.NO_NONLINEAR_GAIN;
        mixtures.forEach(c -> skip(c, reason));
      }
    }
  }

  /** Variations of the best fit, after one noise variance per feature has been tried. */
  private List<Candidate> variations(CandidateResult best, CandidateRace race) {
    Optional<CandidateResult> perFeature = perFeatureNoise(best.candidate().rank(), race);
    boolean better = perFeature.isPresent() && perFeature.get().score() < best.score();
    CandidateResult base = better ? perFeature.get() : best;
    LikelihoodConfig plain =
        withMechanism(FactorCandidate.plain(base.candidate().rank(), better), base, race);
    List<Candidate> out = new ArrayList<>();
    portfolio.variations(plain, config.rank() > 0).forEach(c -> out.add(withIndicators(c)));
    out.addAll(indicated(base, race.evaluation().data()));
    return out;
  }

  /**
   * Variations of the best factor model for three classes or more, where it is not far behind the
   * candidates without one. Nonlinear candidates that predict one class at a time are skipped: they
   * are slowest, and trees for all classes together have smaller errors.
   */
  private List<Candidate> aroundOfClasses(
      CandidateResult best, ClassScores scores, CandidateRace race) {
    if (best.score() > AutoRules.FAR_BEHIND * results.best().score()) {
      record.note("factor-model-far-behind");
      return List.of();
    }
    LikelihoodConfig plain =
        withMechanism(FactorCandidate.plain(best.candidate().rank(), false), best, race);
    List<Candidate> out = new ArrayList<>();
    portfolio.variations(plain, config.rank() > 0).stream()
        .filter(c -> !c.nonlinear())
        .forEach(c -> out.add(withIndicators(c)));
    out.addAll(portfolio.treesOfClasses(plain, scores));
    out.addAll(indicated(best, race.evaluation().data()));
    out.add(Portfolio.imputedClasses(plain, scores));
    return out;
  }

  /**
   * The best factor model's settings, with self-masking where that is asked for, or where
   * missingness is related to the values that are missing and the model with self-masking has a
   * smaller error.
   */
  private LikelihoodConfig withMechanism(
      LikelihoodConfig plain, CandidateResult best, CandidateRace race) {
    LikelihoodConfig masking = plain.withMechanism(Mechanism.SELF_MASKING);
    return switch (config.missingness()) {
      case IGNORABLE -> plain;
      case SELF_MASKING -> {
        race.evaluate(withIndicators(new FactorCandidate(masking)));
        yield masking;
      }
      case AUTO -> {
        if (!race.evaluation().selfMasking(plain, AutoRules.SIGNIFICANCE)) {
          yield plain;
        }
        Optional<CandidateResult> found =
            race.evaluate(withIndicators(new FactorCandidate(masking)));
        yield found.isPresent() && found.get().score() < best.score() ? masking : plain;
      }
    };
  }

  /** Candidates with indicators, where missingness is related to the residuals of the best. */
  private List<Candidate> indicated(CandidateResult best, TrainingData data) {
    List<Candidate> all = Portfolio.indicated(best.candidate().rank(), indicators());
    if (indicators() != AutoConfig.Indicators.TRY
        || new MissingnessTest(data, indicators).related(best)) {
      return all;
    }
    record.note("indicators-skipped");
    return List.of();
  }

  private AutoConfig.Indicators indicators() {
    return indicators.count() > 0 ? config.indicators() : AutoConfig.Indicators.OFF;
  }

  /** Factor analysis, whose noise explains part of the table: ranks fall while that helps. */
  private Optional<CandidateResult> perFeatureNoise(int rank, CandidateRace race) {
    Optional<CandidateResult> best = race.evaluate(withIndicators(Portfolio.perFeatureNoise(rank)));
    boolean improving = best.isPresent() && config.rank() == 0;
    for (int r = lower(rank); improving && r < best.get().candidate().rank(); r = lower(r)) {
      Optional<CandidateResult> next = race.evaluate(withIndicators(Portfolio.perFeatureNoise(r)));
      improving = next.isPresent() && next.get().score() < best.get().score();
      best = improving ? next : best;
    }
    return best;
  }

  private static int lower(int rank) {
    return Math.max(1, (int) Math.round(AutoRules.RANK_STEP_DOWN * rank));
  }

  /**
   * Skips slow candidates that cannot win: regressions on imputed features where the simplest
   * candidate is behind the factor model, and a lasso where it cannot beat ridge.
   */
  private List<Candidate> eligible(
      List<Candidate> of, Optional<CandidateResult> best, CandidateEvaluation evaluation) {
    if (results.isEmpty()) {
      return of;
    }
    boolean smallTable = !portfolio.wide() && !portfolio.manyRows();
    CandidateResult simplest = results.evaluated().get(0);
    double limit = portfolio.manyRows() ? AutoRules.BEHIND_WITH_MANY_ROWS : AutoRules.BEHIND;
    boolean imputed = smallTable || best.isEmpty() || simplest.score() < limit * best.get().score();
    boolean noRidge = simplest.candidate() instanceof MeanLassoCandidate;
    boolean lasso = smallTable || noRidge || evaluation.lassoMayHelp(simplest);
    List<Candidate> out = new ArrayList<>();
    for (Candidate c : of) {
      boolean onImputed = c instanceof ImputedCandidate;
      boolean byLasso =
          c instanceof MeanLassoCandidate
              || c instanceof ScoresCandidate
              || c instanceof ImputedCandidate i && i.lasso();
      if ((imputed || !onImputed) && (lasso || !byLasso)) {
        out.add(c);
      } else {
        results.skip(c, SkipReason.CANNOT_WIN, 0);
      }
    }
    return out;
  }

  /** Adds indicators to a candidate that is linear for a given pattern, where asked for. */
  private Candidate withIndicators(Candidate c) {
    return indicators() == AutoConfig.Indicators.ON && !c.nonlinear()
        ? new IndicatorCandidate(c)
        : c;
  }
}

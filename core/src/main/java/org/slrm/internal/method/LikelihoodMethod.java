package org.slrm.internal.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.candidate.MeanLassoCandidate;
import org.slrm.internal.candidate.ScoresLasso;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.SharedChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.CandidateEvaluation;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.RankSearch;
import org.slrm.internal.selection.ValidationSplit;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.internal.selection.rows.TableRows;
import org.slrm.internal.selection.rows.WarmStarts;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * The likelihood method by itself:
 *
 * <ol>
 *   <li>choose the rank with the smallest cross-validated error, unless it is given; where this
 *       rank is too small for the labels, also the supervision weight; where asked for, whether
 *       entries are missing because of their values;
 *   <li>fit features and labels jointly on all rows, started from the folds' fits;
 *   <li>rotate to the canonical basis;
 *   <li>refit the coefficients by a lasso on label-free factor scores, when asked for.
 * </ol>
 */
public record LikelihoodMethod(LikelihoodConfig config, int folds) implements Solver {
  /** An error below this multiple of another is clearly smaller. */
  private static final double CLEARLY = 0.9;

  /** Chance that self-masking is evaluated where missingness is independent of all values. */
  private static final double SIGNIFICANCE = 0.01;

  private static final int ITERATIONS = SelectionRules.SUPERVISED_ITERATIONS;

  /** Chooses its rank by the given number of folds; by the default number if fewer than two. */
  public LikelihoodMethod {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    if (config.rank() > 0) {
      int limit = Math.min(data.x().rows(), data.x().columns());
      Checks.between("rank", config.rank(), 1, limit);
      return given(data, context);
    }
    FitRecord c = new FitRecord();
    ValidationSplit split = split(data, context, c);
    CandidateEvaluation evaluation = evaluation(data, split, context);
    DoublePredicate unacceptable = worseThanMeans(evaluation);
    List<CandidateResult> results =
        new ArrayList<>(
            RankSearch.growing(
                evaluation,
                folds,
                rank -> List.of(new FactorCandidate(withoutMechanism().withRank(rank))),
                unacceptable));
    if (results.isEmpty()) {
      c.note("no-candidate-evaluated");
      return fit(data, withoutMechanism().withRank(1), WarmStarts.none(), context, c, null);
    }
    if (config.supervision() == 0 && unacceptable.test(RankSearch.best(results).score())) {
      LikelihoodConfig best = ((FactorCandidate) RankSearch.best(results).candidate()).config();
      results.addAll(RankSearch.evaluated(evaluation, List.of(supervised(best))));
    }
    addSelfMasking(results, evaluation);
    return best(data, split, results, evaluation, context, c);
  }

  /** The settings with ignorable missingness where validation decides about it. */
  private LikelihoodConfig withoutMechanism() {
    return config.mechanism() == Mechanism.AUTO ? config.plain().ignorable() : config.plain();
  }

  /**
   * Where validation decides, evaluates self-masking beside the best candidate, if missingness is
   * related to the values that are missing (N-7).
   */
  private void addSelfMasking(List<CandidateResult> results, CandidateEvaluation evaluation) {
    if (config.mechanism() != Mechanism.AUTO || results.isEmpty()) {
      return;
    }
    LikelihoodConfig best = ((FactorCandidate) RankSearch.best(results).candidate()).config();
    if (evaluation.selfMasking(best, SIGNIFICANCE)) {
      LikelihoodConfig masking = best.withMechanism(Mechanism.SELF_MASKING);
      results.addAll(RankSearch.evaluated(evaluation, List.of(new FactorCandidate(masking))));
    }
  }

  /** The given rank with the mechanism that folds choose. */
  private Fitted givenWithMechanism(TrainingData data, FitContext context) {
    CandidateEvaluation evaluation =
        evaluation(data, split(data, context, new FitRecord()), context);
    List<CandidateResult> results =
        new ArrayList<>(
            RankSearch.evaluated(evaluation, List.of(new FactorCandidate(withoutMechanism()))));
    addSelfMasking(results, evaluation);
    Mechanism found =
        results.isEmpty()
            ? Mechanism.IGNORABLE
            : ((FactorCandidate) RankSearch.best(results).candidate()).config().mechanism();
    Fitted fitted = new LikelihoodMethod(config.withMechanism(found), folds).given(data, context);
    fitted.record().found.put("missingness", found.word());
    return fitted;
  }

  /**
   * The given rank. Where a ridge regression clearly beats the plain likelihood, the rank is too
   * small for the labels, and folds choose the supervision weight.
   */
  private Fitted given(TrainingData data, FitContext context) {
    if (config.mechanism() == Mechanism.AUTO) {
      return givenWithMechanism(data, context);
    }
    Fitted plain = fit(data, config.plain(), WarmStarts.none(), context, new FitRecord(), null);
    if (config.supervision() == 0) {
      plain.record().found.put("supervision", 1.0);
    }
    if (config.supervision() != 0
        || FitRecord.STOPPED.equals(plain.record().stop)
        || !RidgeBaseline.doesBetter(plain.members().get(0), data, context.seed())) {
      return plain;
    }
    FitRecord c = new FitRecord();
    ValidationSplit split = split(data, context, c);
    CandidateEvaluation evaluation = evaluation(data, split, context);
    List<CandidateResult> results =
        RankSearch.evaluated(
            evaluation, List.of(new FactorCandidate(config.plain()), supervised(config)));
    return results.isEmpty() ? plain : best(data, split, results, evaluation, context, c);
  }

  private static FactorCandidate supervised(LikelihoodConfig plain) {
    return new FactorCandidate(plain.withSupervision(SelectionRules.STRONG_SUPERVISION));
  }

  private ValidationSplit split(TrainingData data, FitContext context, FitRecord c) {
    ValidationSplit split =
        ValidationSplit.of(data, AutoConfig.defaults().choosingRows(), folds, context.seed());
    split.describe(c);
    return split;
  }

  private static CandidateEvaluation evaluation(
      TrainingData data, ValidationSplit split, FitContext context) {
    return split.evaluation(data, MissingIndicators.none(data.x().columns()), context);
  }

  /**
   * Whether a score is clearly worse than that of a lasso on mean-imputed features, which is
   * evaluated on first use. Then the ranks so far lack the directions that labels depend on.
   */
  private static DoublePredicate worseThanMeans(CandidateEvaluation evaluation) {
    double[] reference = {Double.NaN};
    return score -> {
      if (Double.isNaN(reference[0])) {
        reference[0] =
            evaluation
                .run(new MeanLassoCandidate(MeanElasticNetConfig.defaults()))
                .map(CandidateResult::score)
                .orElse(Double.POSITIVE_INFINITY);
      }
      return reference[0] < CLEARLY * score;
    };
  }

  /** The fit of all rows with the settings of the best result. */
  private Fitted best(
      TrainingData data,
      ValidationSplit split,
      List<CandidateResult> results,
      CandidateEvaluation evaluation,
      FitContext context,
      FitRecord c) {
    CandidateResult best = RankSearch.best(results);
    RankSearch.validated(data, split, results, best, c);
    LikelihoodConfig found = ((FactorCandidate) best.candidate()).config();
    if (config.supervision() == 0) {
      c.found.put("supervision", found.supervision());
      c.chosen = found;
    }
    if (config.mechanism() == Mechanism.AUTO) {
      c.found.put("missingness", found.mechanism().word());
    }
    Fitted fitted = fit(data, found, evaluation.warmStarts(), context, c, null);
    return fitted.with(validation(data, split, best, evaluation, fitted, context));
  }

  /**
   * Held-out predictions with the standard errors of the final member, because the noise estimates
   * of fold fits are less precise. With many rows they come from a fit on more of them.
   */
  private static CrossValidated validation(
      TrainingData data,
      ValidationSplit split,
      CandidateResult best,
      CandidateEvaluation evaluation,
      Fitted fitted,
      FitContext context) {
    ValidationSplit last = split;
    CandidateEvaluation by = evaluation;
    CandidateResult evaluated = best;
    if (split.ofOnePart()) {
      ValidationSplit more = split.withMoreRows(data, SelectionRules.REFINED_ROWS, context.seed());
      CandidateEvaluation refined =
          CandidateEvaluation.of(
                  data.rows(more.rows()),
                  more,
                  SelectionRules.FINAL_ITERATIONS,
                  MissingIndicators.none(data.x().columns()),
                  context)
              .from(evaluation.warmStarts());
      Optional<CandidateResult> warmed = refined.run(best.candidate());
      if (warmed.isPresent()) {
        last = more;
        by = refined;
        evaluated = warmed.get();
      }
    }
    double[][] one = Fitted.single(data.y().columns());
    CandidateResult refitted = evaluated.with(by.variances(fitted.members().get(0)));
    return last.validation(data, List.of(refitted), one);
  }

  private static Fitted fit(
      TrainingData data,
      LikelihoodConfig config,
      WarmStarts warm,
      FitContext context,
      FitRecord c,
      @Nullable CrossValidated cv) {
    Factors start = warm.fits().get(new SharedFits.Key(config, true, SharedFits.View.PLAIN));
    // The same number of iterations as in the evaluation: more overfit the label.
    boolean searched = c.chosen != null && config.supervision() != 1;
    int limit =
        searched
            ? Math.min(config.stopping().maxIterations(), ITERATIONS)
            : config.stopping().maxIterations();
    ExpectationMaximization.Result result =
        new TableRows(data, context).joint(config, limit, start).result();
    int features = data.x().columns();
    Factors f = Canonical.of(result.factors(), features);
    LikelihoodMember member = LikelihoodMember.of(f, features);
    if (config.sparse()) {
      SharedFits set =
          new SharedFits(
              new TableRows(data, context),
              MissingIndicators.none(features),
              config.stopping().maxIterations(),
              WarmStarts.none());
      ScoresLasso lasso = ScoresLasso.of(f.columns(0, features), set, SharedChoice.Norm.ALL);
      member = lasso.member();
      describe(c, lasso);
    }
    describe(c, config, result);
    c.chosen = config;
    return Fitted.of(member, c).with(cv);
  }

  /** Adds the result of a joint fit made elsewhere to the record. */
  public static Fitted fitted(
      LikelihoodConfig config,
      ExpectationMaximization.Result result,
      int features,
      FitRecord c,
      @Nullable CrossValidated cv) {
    describe(c, config, result);
    Factors f = Canonical.of(result.factors(), features);
    return Fitted.of(LikelihoodMember.of(f, features), c).with(cv);
  }

  private static void describe(
      FitRecord c, LikelihoodConfig config, ExpectationMaximization.Result result) {
    c.rank = config.rank();
    c.criterion = "log-likelihood plus log prior";
    c.tolerance = config.stopping().tolerance();
    c.stop = result.stop();
    c.iterations = result.iterations();
    c.history.addAll(result.history());
    c.objective.put("logLikelihood", result.objective() - result.logPrior());
    c.objective.put("logPrior", result.logPrior());
  }

  private static void describe(FitRecord c, ScoresLasso lasso) {
    if (lasso.chosen().tried()) {
      c.found.put("shared", lasso.chosen().norm().word());
    }
    for (int t = 0; t < lasso.chosen().choices().size(); t++) {
      PenaltyChoice chosen = lasso.chosen().choices().get(t);
      String suffix = t == 0 ? "" : " of target " + t;
      c.found.put("l1" + suffix, chosen.l1());
      c.found.put("l2" + suffix, chosen.l2());
      c.found.put("nonZeros" + suffix, lasso.member().nonZeros(t));
    }
  }
}

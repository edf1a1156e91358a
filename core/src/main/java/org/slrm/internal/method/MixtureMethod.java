package org.slrm.internal.method;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.candidate.MixtureCandidate;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.mixture.MixtureSolver;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.CandidateEvaluation;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.selection.ValidationSplit;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * The mixture of factor analysers as a method:
 *
 * <ol>
 *   <li>choose the number of components and the rank with the smallest cross-validated error,
 *       unless they are given;
 *   <li>one component is the likelihood method;
 *   <li>more components are fitted on all rows, started from one factor model.
 * </ol>
 */
public record MixtureMethod(MixtureConfig config, int folds) implements Solver {
  /** Chooses by the given number of folds; by the default number if fewer than two. */
  public MixtureMethod {
    folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    if (config.rank() > 0) {
      Checks.between("rank", config.rank(), 1, Math.min(data.x().rows(), data.x().columns()));
    }
    if (config.components() == 1) {
      return new LikelihoodMethod(config.component(), folds).fit(data, context);
    }
    FitRecord record = new FitRecord();
    if (config.components() > 0 && config.rank() > 0) {
      return fit(data, config, context, record, null);
    }
    ValidationSplit split =
        ValidationSplit.of(data, AutoConfig.defaults().choosingRows(), folds, context.seed());
    split.describe(record);
    CandidateEvaluation evaluation =
        split.evaluation(data, MissingIndicators.none(data.x().columns()), context);
    MixtureSearch search = new MixtureSearch(config, evaluation, split.fitted());
    List<CandidateResult> results = search.results();
    if (results.isEmpty()) {
      record.note("no-candidate-evaluated");
      return fit(data, config.with(1, 1), context, record, null);
    }
    CandidateResult best = search.chosen();
    double[][] weights = new double[data.y().columns()][results.size()];
    for (double[] w : weights) {
      w[results.indexOf(best)] = 1;
    }
    CandidateResult.list(record, results, weights);
    if (results.stream().anyMatch(t -> t.score() < best.score())) {
      record.note("fewest-components");
    }
    CrossValidated cv = split.validation(data, results, weights);
    return fit(data, ((MixtureCandidate) best.candidate()).config(), context, record, cv);
  }

  private Fitted fit(
      TrainingData data,
      MixtureConfig chosen,
      FitContext context,
      FitRecord record,
      @Nullable CrossValidated cv) {
    record.chosen = chosen;
    record.found.put("components", chosen.components());
    record.found.put("rank", chosen.rank());
    var joint = new LikelihoodSolver(chosen.component()).joint(data, null, context);
    int features = data.x().columns();
    if (chosen.components() == 1) {
      return LikelihoodMethod.fitted(chosen.component(), joint, features, record, cv);
    }
    Factors one = joint.factors();
    MixtureRun.MixtureResult result =
        new MixtureSolver(chosen, chosen.component().stopping().maxIterations())
            .fit(data, one, context);
    return fitted(chosen, result, features, record, cv);
  }

  /** Adds the result of a fit made elsewhere to the record. */
  public static Fitted fitted(
      MixtureConfig chosen,
      MixtureRun.MixtureResult result,
      int features,
      FitRecord record,
      @Nullable CrossValidated cv) {
    describe(record, chosen, result);
    return Fitted.of(MixtureMember.of(result.mixture(), features), record).with(cv);
  }

  private static void describe(FitRecord c, MixtureConfig config, MixtureRun.MixtureResult result) {
    c.rank = config.rank();
    c.criterion = "log-likelihood plus log prior";
    c.tolerance = config.component().stopping().tolerance();
    c.stop = result.stop();
    c.iterations = result.iterations();
    c.history.addAll(result.history());
    c.objective.put("logLikelihood", result.objective() - result.logPrior());
    c.objective.put("logPrior", result.logPrior());
    c.found.put("components", result.mixture().size());
    c.chosen = config.with(result.mixture().size(), config.rank());
    int removed = config.components() - result.mixture().size();
    if (removed > 0) {
      c.note("components-removed", "removed", removed, "of", config.components());
    }
    c.note(
        "component-weights",
        "weights",
        Arrays.stream(result.mixture().proportions()).boxed().toList());
  }
}

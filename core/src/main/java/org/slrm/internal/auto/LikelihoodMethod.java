package org.slrm.internal.auto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.auto.recipe.CodeLasso;
import org.slrm.internal.auto.recipe.JointRecipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableRows;
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
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.Solver;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * The likelihood method by itself:
 *
 * <ol>
 *   <li>choose the rank of smallest error on folds, unless it is given;
 *   <li>fit features and labels together on all rows, from what the folds found;
 *   <li>turn to the canonical basis;
 *   <li>refit the coefficients by a lasso on label-free codes, when asked for.
 * </ol>
 */
public final class LikelihoodMethod implements Solver {
  private final LikelihoodConfig config;
  private final int folds;

  /**
   * A method that chooses its rank by as many folds, by the default when fewer than two are given.
   */
  public LikelihoodMethod(LikelihoodConfig config, int folds) {
    this.config = config;
    this.folds = Folds.orDefault(folds);
  }

  @Override
  public Fitted fit(TrainingData data, FitContext context) {
    FitRecord c = new FitRecord();
    if (config.rank() > 0) {
      int most = Math.min(data.x().rows(), data.x().columns());
      Checks.between("rank", config.rank(), 1, most);
      return fit(data, config, new HashMap<>(), context, c, null);
    }
    JudgingSplit split =
        JudgingSplit.of(data, AutoConfig.defaults().choosingRows(), folds, context.seed());
    split.describe(c);
    RecipeEvaluation evaluation =
        split.evaluation(data, MissingIndicators.none(data.x().columns()), context);
    List<JudgedRecipe> trials =
        RankSearch.growing(
            evaluation, folds, rank -> List.of(new JointRecipe(config.withRank(rank))));
    if (trials.isEmpty()) {
      c.notes.add("no rank could be judged on folds; 1 was taken");
      return fit(data, config.withRank(1), new HashMap<>(), context, c, null);
    }
    JudgedRecipe best = RankSearch.best(trials);
    CrossValidated cv = RankSearch.validated(data, split, trials, best, c);
    LikelihoodConfig found = config.withRank(best.recipe().rank());
    return fit(data, found, evaluation.warmStarts(), context, c, cv);
  }

  private static Fitted fit(
      TrainingData data,
      LikelihoodConfig config,
      Map<SharedFits.Key, Factors> warm,
      FitContext context,
      FitRecord c,
      @Nullable CrossValidated cv) {
    Factors start = warm.get(new SharedFits.Key(config, true, SharedFits.View.PLAIN));
    ExpectationMaximization.Result result =
        new TableRows(data, context).joint(config, config.maxIterations(), start).result();
    int features = data.x().columns();
    Factors f = Canonical.of(result.factors(), features);
    LikelihoodMember member = LikelihoodMember.of(f, features);
    if (config.sparse()) {
      SharedFits set =
          new SharedFits(
              new TableRows(data, context),
              MissingIndicators.none(features),
              config.maxIterations(),
              Map.of());
      CodeLasso lasso = CodeLasso.of(f.columns(0, features), set, SharedChoice.Norm.ALL);
      member = lasso.member();
      describe(c, lasso);
    }
    describe(c, config, result);
    Fitted fitted = Fitted.of(member, c);
    return new Fitted(fitted.members(), fitted.weights(), c, cv);
  }

  /** What a joint fit made elsewhere comes to, added to what is recorded already. */
  public static Fitted fitted(
      LikelihoodConfig config,
      ExpectationMaximization.Result result,
      int features,
      FitRecord c,
      @Nullable CrossValidated cv) {
    describe(c, config, result);
    Factors f = Canonical.of(result.factors(), features);
    Fitted fitted = Fitted.of(LikelihoodMember.of(f, features), c);
    return new Fitted(fitted.members(), fitted.weights(), c, cv);
  }

  private static void describe(
      FitRecord c, LikelihoodConfig config, ExpectationMaximization.Result result) {
    c.rank = config.rank();
    c.criterion = "log-likelihood plus log prior";
    c.tolerance = config.tolerance();
    c.stop = result.stop();
    c.iterations = result.iterations();
    c.history.addAll(result.history());
    c.objective.put("logLikelihood", result.objective() - result.logPrior());
    c.objective.put("logPrior", result.logPrior());
  }

  private static void describe(FitRecord c, CodeLasso lasso) {
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

package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.CodeLasso;
import org.slrm.internal.auto.recipe.JointRecipe;
import org.slrm.internal.auto.recipe.MeanRecipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.auto.recipe.TableRows;
import org.slrm.internal.auto.recipe.WarmStarts;
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
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.Folds;

/**
 * The likelihood method by itself:
 *
 * <ol>
 *   <li>choose the rank of smallest error on folds, unless it is given; where that leaves labels to
 *       features that the rank has no room for, also how often labels count;
 *   <li>fit features and labels together on all rows, from what the folds found;
 *   <li>turn to the canonical basis;
 *   <li>refit the coefficients by a lasso on label-free codes, when asked for.
 * </ol>
 */
public final class LikelihoodMethod implements Solver {
  /** Errors as a share of others that are clearly less. */
  private static final double CLEARLY = 0.9;

  private static final int ITERATIONS = AutoRules.SUPERVISED_ITERATIONS;

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
    if (config.rank() > 0) {
      int most = Math.min(data.x().rows(), data.x().columns());
      Checks.between("rank", config.rank(), 1, most);
      return given(data, context);
    }
    FitRecord c = new FitRecord();
    JudgingSplit split = split(data, context, c);
    RecipeEvaluation evaluation = evaluation(data, split, context);
    DoublePredicate tooBad = worseThanMeans(evaluation);
    List<JudgedRecipe> trials =
        new ArrayList<>(
            RankSearch.growing(
                evaluation,
                folds,
                rank -> List.of(new JointRecipe(config.plain().withRank(rank))),
                tooBad));
    if (trials.isEmpty()) {
      c.notes.add("no rank could be judged on folds; 1 was taken");
      return fit(data, config.plain().withRank(1), WarmStarts.none(), context, c, null);
    }
    if (config.supervision() == 0 && tooBad.test(RankSearch.best(trials).score())) {
      LikelihoodConfig best = ((JointRecipe) RankSearch.best(trials).recipe()).config();
      trials.addAll(RankSearch.judged(evaluation, List.of(supervised(best))));
    }
    return best(data, split, trials, evaluation, context, c);
  }

  /**
   * The rank asked for. Where a plain ridge regression does better than the plain likelihood, the
   * rank has no room for what labels depend on, and folds say whether labels should count more.
   */
  private Fitted given(TrainingData data, FitContext context) {
    Fitted plain = fit(data, config.plain(), WarmStarts.none(), context, new FitRecord(), null);
    if (config.supervision() == 0) {
      plain.record().found.put("supervision", 1.0);
    }
    if (config.supervision() != 0
        || FitRecord.STOPPED.equals(plain.record().stop)
        || !PlainRidge.doesBetter(plain.members().get(0), data, context.seed())) {
      return plain;
    }
    FitRecord c = new FitRecord();
    JudgingSplit split = split(data, context, c);
    RecipeEvaluation evaluation = evaluation(data, split, context);
    List<JudgedRecipe> trials =
        RankSearch.judged(evaluation, List.of(new JointRecipe(config.plain()), supervised(config)));
    return trials.isEmpty() ? plain : best(data, split, trials, evaluation, context, c);
  }

  private static JointRecipe supervised(LikelihoodConfig plain) {
    return new JointRecipe(plain.withSupervision(AutoRules.SUPERVISED));
  }

  private JudgingSplit split(TrainingData data, FitContext context, FitRecord c) {
    JudgingSplit split =
        JudgingSplit.of(data, AutoConfig.defaults().choosingRows(), folds, context.seed());
    split.describe(c);
    return split;
  }

  private static RecipeEvaluation evaluation(
      TrainingData data, JudgingSplit split, FitContext context) {
    return split.evaluation(data, MissingIndicators.none(data.x().columns()), context);
  }

  /**
   * Whether a score is clearly worse than that of a lasso on mean-filled features, which is judged
   * when first asked for: then growing ranks have not come to what labels depend on.
   */
  private static DoublePredicate worseThanMeans(RecipeEvaluation evaluation) {
    double[] reference = {Double.NaN};
    return score -> {
      if (Double.isNaN(reference[0])) {
        reference[0] =
            evaluation
                .run(new MeanRecipe(MeanElasticNetConfig.defaults()))
                .map(JudgedRecipe::score)
                .orElse(Double.POSITIVE_INFINITY);
      }
      return reference[0] < CLEARLY * score;
    };
  }

  /** The fit of all rows by the best of the trials. */
  private Fitted best(
      TrainingData data,
      JudgingSplit split,
      List<JudgedRecipe> trials,
      RecipeEvaluation evaluation,
      FitContext context,
      FitRecord c) {
    JudgedRecipe best = RankSearch.best(trials);
    RankSearch.validated(data, split, trials, best, c);
    LikelihoodConfig found = ((JointRecipe) best.recipe()).config();
    if (config.supervision() == 0) {
      c.found.put("supervision", found.supervision());
    }
    Fitted fitted = fit(data, found, evaluation.warmStarts(), context, c, null);
    return fitted.with(validation(data, split, best, evaluation, fitted, context));
  }

  /**
   * Held-out predictions with standard errors as the final member has them: those of a fold know
   * their noise less well. With many rows they come from a fit to more of them.
   */
  private static CrossValidated validation(
      TrainingData data,
      JudgingSplit split,
      JudgedRecipe best,
      RecipeEvaluation evaluation,
      Fitted fitted,
      FitContext context) {
    JudgingSplit last = split;
    RecipeEvaluation by = evaluation;
    JudgedRecipe judged = best;
    if (split.ofOnePart()) {
      JudgingSplit more = split.more(data, AutoRules.REFINED_ROWS, context.seed());
      RecipeEvaluation refined =
          RecipeEvaluation.of(
                  data.rows(more.rows()),
                  more,
                  AutoRules.FINAL_ITERATIONS,
                  MissingIndicators.none(data.x().columns()),
                  context)
              .from(evaluation.warmStarts());
      Optional<JudgedRecipe> again = refined.run(best.recipe());
      if (again.isPresent()) {
        last = more;
        by = refined;
        judged = again.get();
      }
    }
    double[][] one = new double[data.y().columns()][];
    Arrays.fill(one, new double[] {1});
    JudgedRecipe final_ = judged.with(by.variances(fitted.members().get(0)));
    return last.validation(data, List.of(final_), one);
  }

  private static Fitted fit(
      TrainingData data,
      LikelihoodConfig config,
      WarmStarts warm,
      FitContext context,
      FitRecord c,
      @Nullable CrossValidated cv) {
    Factors start = warm.fits().get(new SharedFits.Key(config, true, SharedFits.View.PLAIN));
    // As it was judged: run to the end, labels that count often are overfitted.
    boolean chosen = c.found.containsKey("supervision") && config.supervision() != 1;
    int most = chosen ? Math.min(config.maxIterations(), ITERATIONS) : config.maxIterations();
    ExpectationMaximization.Result result =
        new TableRows(data, context).joint(config, most, start).result();
    int features = data.x().columns();
    Factors f = Canonical.of(result.factors(), features);
    LikelihoodMember member = LikelihoodMember.of(f, features);
    if (config.sparse()) {
      SharedFits set =
          new SharedFits(
              new TableRows(data, context),
              MissingIndicators.none(features),
              config.maxIterations(),
              WarmStarts.none());
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

package org.slrm.internal.auto.recipe.classes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.internal.auto.recipe.CandidateRows;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.SharedFits;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.CompletedMember;
import org.slrm.internal.factor.member.Completions;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.ClassChoice;
import org.slrm.internal.regression.family.ClassProblem;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;

/**
 * One lasso of several classes, whose features matter for all or for none (Y-14), on features
 * completed by a label-free fit; other targets by the same lasso as everywhere.
 */
public record ClassLassoRecipe(LikelihoodConfig config, ClassScores scores) implements Recipe {
  @Override
  public String name() {
    return "completed features + lasso of all classes, rank " + config.rank();
  }

  @Override
  public int rank() {
    return config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config.settings());
    s.put("penalty", "grouped l1");
    return s;
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return !rows.whole();
  }

  @Override
  public Member fit(SharedFits set) {
    TrainingData data = set.data();
    FitContext context = set.rows().context();
    Factors f = set.labelFree(config);
    int p = f.columns();
    int columns = scores.kinds().size();
    double[] intercept = new double[columns];
    double[] beta = new double[columns * p];
    double[] x = Completions.of(f, data.x(), true, context.workers()).features();
    DenseDesign design = new DenseDesign(x, p);
    for (ClassScores.Group g : scores.groups()) {
      ClassChoice chosen = chosen(design, data, g, context);
      System.arraycopy(chosen.intercepts(), 0, intercept, g.level(), g.tree().levels());
      System.arraycopy(chosen.w(), 0, beta, g.level() * p, g.tree().levels() * p);
    }
    for (int c = 0; c < scores.plain().length; c++) {
      int to = scores.plain()[c];
      if (to >= 0) {
        PenaltyChoice one = PenaltyChoice.of(design, data, c, 1, context);
        intercept[to] = one.intercept();
        System.arraycopy(one.w(), 0, beta, to * p, p);
      }
    }
    Member inner = new CompletedMember(f, intercept, beta, new double[columns]);
    return new ClassScoresMember(inner, scores);
  }

  private ClassChoice chosen(
      DenseDesign design, TrainingData data, ClassScores.Group g, FitContext context) {
    int levels = g.tree().levels();
    int[] rows =
        IntStream.range(0, data.y().rows())
            .filter(i -> !Double.isNaN(ClassScores.level(g, data.y(), i)))
            .toArray();
    if (rows.length < 2) {
      return new ClassChoice(new double[levels], new double[levels * design.columns()], 1, 0);
    }
    int[] level = IntStream.of(rows).map(i -> (int) ClassScores.level(g, data.y(), i)).toArray();
    double[] weights = IntStream.of(rows).mapToDouble(data::weight).toArray();
    ClassProblem problem =
        ClassProblem.ofRows(design.rows(rows), design.columns(), level, levels, weights);
    int folds = Math.min(PenaltyChoice.FOLDS, rows.length);
    int[] fold = data.units().folds(rows, folds, context.seed());
    return ClassChoice.of(problem, fold, true, context.workers());
  }
}

package org.slrm.internal.candidate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.factor.member.ImputedFeaturesMember;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.IndicatorMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.family.ClassChoice;
import org.slrm.internal.regression.family.ClassProblem;
import org.slrm.internal.regression.family.DenseDesign;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.rows.CandidateRows;
import org.slrm.internal.selection.rows.SharedFits;
import org.slrm.method.LikelihoodConfig;

/**
 * Multinomial (softmax) lasso: a feature has coefficients for all classes or for none (Y-14). Other
 * targets have the usual lasso.
 *
 * @param config the factor model that imputes the features; null for their means
 * @param indicated whether "is missing" indicators are further features; for a categorical column
 *     this makes missing a level
 * @param scores the classes
 */
public record MultinomialCandidate(
    @Nullable LikelihoodConfig config, boolean indicated, ClassScores scores) implements Candidate {
  @Override
  public String name() {
    return config == null
        ? "multinomial lasso (mean-imputed features" + (indicated ? ", indicators)" : ")")
        : "multinomial lasso (imputed features)";
  }

  @Override
  public int rank() {
    return config == null ? 0 : config.rank();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(config == null ? Map.of() : config.settings());
    s.put("penalty", "grouped l1");
    s.put("indicators", indicated);
    return s;
  }

  @Override
  public boolean sampleOnly(CandidateRows rows) {
    return !rows.inMemory();
  }

  @Override
  public Member fit(SharedFits set) {
    ImputedFeaturesMember linear = linear(indicated ? set.withIndicators() : set);
    return new ClassScoresMember(
        indicated ? new IndicatorMember(set.indicators(), linear) : linear, scores);
  }

  private ImputedFeaturesMember linear(SharedFits set) {
    TrainingData data = set.data();
    FitContext context = set.rows().context();
    Factors f =
        config == null ? ImputedCandidate.noLoadings(set.rows().features()) : set.labelFree(config);
    int p = f.columns();
    int columns = scores.kinds().size();
    double[] intercept = new double[columns];
    double[] beta = new double[columns * p];
    double[] x = ImputedFeatures.of(f, data.x(), true, context.workers()).features();
    DenseDesign design = new DenseDesign(x, p);
    Tuned known = set.tunedByFolds(this, Tuned.class);
    List<ClassChoice> found = new ArrayList<>();
    for (ClassScores.Group g : scores.groups()) {
      ClassChoice firstFold =
          known == null || x.length / p > 2 * known.rows ? null : known.choices.get(found.size());
      ClassChoice chosen = chosen(design, data, g, firstFold, context);
      found.add(chosen);
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
    set.store(this, new Tuned(found, x.length / p));
    return new ImputedFeaturesMember(f, intercept, beta, new double[columns]);
  }

  /** The chosen penalties and the number of rows they were chosen on. */
  private record Tuned(List<ClassChoice> choices, int rows) {}

  private static ClassChoice chosen(
      DenseDesign design,
      TrainingData data,
      ClassScores.Group g,
      @Nullable ClassChoice firstFold,
      FitContext context) {
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
    if (firstFold != null && firstFold.l1() > 0) {
      return firstFold.over(problem, true);
    }
    int folds = Math.min(PenaltyChoice.FOLDS, rows.length);
    int[] fold = data.units().folds(rows, folds, context.seed());
    return ClassChoice.of(problem, fold, true, context.workers());
  }
}

package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.List;
import org.slrm.internal.candidate.ClassTreesCandidate;
import org.slrm.internal.candidate.FactorCandidate;
import org.slrm.internal.candidate.ImputedCandidate;
import org.slrm.internal.candidate.ImputedTreesCandidate;
import org.slrm.internal.candidate.IndicatorCandidate;
import org.slrm.internal.candidate.KernelCandidate;
import org.slrm.internal.candidate.MeanLassoCandidate;
import org.slrm.internal.candidate.MixtureCandidate;
import org.slrm.internal.candidate.MultinomialCandidate;
import org.slrm.internal.candidate.RawTreesCandidate;
import org.slrm.internal.candidate.ScoresCandidate;
import org.slrm.internal.candidate.TransformedCandidate;
import org.slrm.internal.candidate.TransformedLabelsCandidate;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.regression.family.SharedChoice.Norm;
import org.slrm.internal.selection.Candidate;
import org.slrm.internal.selection.RankSearch;
import org.slrm.internal.selection.rows.SelectionRules;
import org.slrm.internal.transform.Shape;
import org.slrm.internal.trees.imputed.RidgeUse;
import org.slrm.internal.trees.imputed.TreeFeatures;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Noise;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MixtureConfig;

/** Decides which candidates are evaluated. */
public final class Portfolio {
  private final int features;
  private final int n;
  private final boolean manyRows;
  private final boolean learnsMissingness;
  private final boolean sharedPatterns;
  private final boolean skewedLabels;

  /** The candidates for n training rows. With many rows none has a stronger prior. */
  public Portfolio(int n, int features, boolean manyRows) {
    this(n, features, manyRows, true, false, false);
  }

  /**
   * The candidates for n training rows. With learnsMissingness, trees may use which entries are
   * missing; several numeric targets may share a sparsity pattern; skewed labels may be fitted by
   * their logarithm.
   */
  Portfolio(
      int n,
      int features,
      boolean manyRows,
      boolean learnsMissingness,
      boolean sharedPatterns,
      boolean skewedLabels) {
    this.skewedLabels = skewedLabels;
    this.sharedPatterns = sharedPatterns;
    this.n = n;
    this.features = features;
    this.manyRows = manyRows;
    this.learnsMissingness = learnsMissingness;
  }

  /** Whether regressions on all features are slow because there are many. */
  boolean wide() {
    return features > AutoRules.WIDE;
  }

  /** Whether there are many rows. */
  boolean manyRows() {
    return manyRows;
  }

  /** Rows on which a candidate is fitted. */
  int rows() {
    return n;
  }

  /** A regression on imputed features. */
  Candidate imputed(int rank) {
    return new ImputedCandidate(FactorCandidate.plain(rank, false), !ridge());
  }

  /** A regression of a skewed target's logarithm on imputed features. */
  List<Candidate> imputedLogarithm(int rank) {
    return skewedLabels ? List.of(new TransformedLabelsCandidate(imputed(rank))) : List.of();
  }

  /** The simplest candidates, always evaluated, the fastest first. */
  public List<Candidate> simple() {
    Candidate lasso = new MeanLassoCandidate(meanLasso());
    return ridge() ? List.of(new ImputedCandidate(null, false), lasso) : List.of(lasso);
  }

  /** The ranks of the grid, or the given rank. */
  int[] ranks(int given) {
    return RankSearch.grid(n, features, given);
  }

  /** A factor model of features and labels with one noise variance. */
  static Candidate joint(int rank) {
    return new FactorCandidate(FactorCandidate.plain(rank, false));
  }

  /** A factor model of features and labels with one noise variance per feature. */
  static Candidate perFeatureNoise(int rank) {
    return new FactorCandidate(FactorCandidate.plain(rank, true));
  }

  /**
   * Variations around the best fit.
   *
   * @param given whether the user gave its rank, so that no other may be tried
   */
  public List<Candidate> variations(LikelihoodConfig best, boolean given) {
    List<Candidate> out = new ArrayList<>();
    imputed(out, best);
    if (given) {
      // Directions that explain much of the label and little of the features need a supervision
      // weight.
      out.add(new FactorCandidate(best.withSupervision(SelectionRules.STRONG_SUPERVISION)));
    }
    int maxRank = Math.max(1, Math.min(features - 1, n / 4));
    int imputationRank = Math.min(maxRank, AutoRules.IMPUTATION_RANK);
    if (manyRows) {
      nonlinear(out, best, given ? best.rank() : imputationRank);
      return out;
    }
    out.add(new FactorCandidate(best.withLoadingPrior(AutoRules.STRONGER_PRIOR)));
    out.add(new FactorCandidate(best.withSupervision(AutoRules.SUPERVISION)));
    int largeRank = Math.min(maxRank, AutoRules.LARGE_IMPUTATION_RANK);
    // Imputation supports a larger rank than prediction of a label.
    if (imputationRank > best.rank() && !given) {
      imputed(out, best.withRank(imputationRank).withLoadingPrior(AutoRules.STRONGER_PRIOR));
    }
    if (largeRank > imputationRank && imputationRank > best.rank() && !given) {
      imputed(out, best.withRank(largeRank));
    }
    int smallRank = given ? best.rank() : Math.min(best.rank(), AutoRules.SUPERVISED_RANK);
    out.add(
        new FactorCandidate(
            best.withRank(smallRank)
                .withNoise(Noise.ISOTROPIC)
                .withSupervision(SelectionRules.STRONG_SUPERVISION)
                .withLoadingPrior(AutoRules.STRONGEST_PRIOR)));
    out.add(new ScoresCandidate(best, Norm.NONE));
    if (sharedPatterns) {
      out.add(new ScoresCandidate(best, Norm.L21));
      out.add(new ScoresCandidate(best, Norm.NUCLEAR));
    }
    nonlinear(out, best, given ? best.rank() : imputationRank);
    return out;
  }

  /**
   * Nonlinear candidates on imputed features, at a rank that imputes well and at a smaller one if
   * there is one. Trees have the prediction of a ridge regression as an input.
   */
  private void nonlinear(List<Candidate> out, LikelihoodConfig best, int imputationRank) {
    if (n < AutoRules.ROWS_FOR_NONLINEAR) {
      return;
    }
    int largeRank = Math.max(imputationRank, best.rank());
    int smallRank =
        best.rank() < largeRank
            ? best.rank()
            : Math.min(largeRank, AutoRules.SMALL_IMPUTATION_RANK);
    LikelihoodConfig imputing = best.withRank(largeRank);
    if (skewedLabels) {
      for (Candidate inner :
          List.of(
              new ImputedCandidate(imputing, !ridge()), kernel(imputing, true), trees(imputing))) {
        out.add(new TransformedLabelsCandidate(inner));
      }
    }
    out.add(trees(imputing));
    kernels(out, imputing);
    if (smallRank < largeRank && imputationRank != best.rank()) {
      kernels(out, best.withRank(smallRank));
      out.add(trees(best.withRank(smallRank)));
    }
    for (Shape shape : Shape.values()) {
      out.add(new TransformedCandidate(kernel(imputing, true), shape));
    }
    // Trees are invariant to monotone transforms, but the imputed values differ.
    out.add(new TransformedCandidate(trees(imputing), Shape.NORMAL));
  }

  private ImputedTreesCandidate trees(LikelihoodConfig imputing) {
    TreeFeatures inputs = new TreeFeatures(RidgeUse.INPUT, learnsMissingness);
    return new ImputedTreesCandidate(imputing, AutoRules.TREES, inputs);
  }

  /** Factor scores with a common noise variance separate rows better than with one per feature. */
  private static void kernels(List<Candidate> out, LikelihoodConfig imputing) {
    out.add(kernel(imputing, true));
    out.add(kernel(imputing.withNoise(Noise.ISOTROPIC), false));
  }

  private static Candidate kernel(LikelihoodConfig config, boolean imputed) {
    return new KernelCandidate(config, imputed, AutoRules.CENTRES);
  }

  /** Mixtures whose component ranks sum to the best rank of one factor model, or each equal it. */
  List<Candidate> mixtures(int components, int rank) {
    List<Candidate> out = new ArrayList<>();
    int maxRank = n / components / AutoRules.ROWS_PER_COMPONENT_RANK;
    if (n >= AutoRules.ROWS_FOR_NONLINEAR && maxRank >= 1) {
      int shared = Math.min(maxRank, Math.max(1, (rank + components - 1) / components));
      int each = Math.min(maxRank, rank);
      out.add(new MixtureCandidate(MixtureConfig.defaults().with(components, shared)));
      if (each > shared) {
        out.add(new MixtureCandidate(MixtureConfig.defaults().with(components, each)));
      }
    }
    return out;
  }

  /** Boosted trees for targets of three classes or more, with one score per class. */
  List<Candidate> treesOfClasses(LikelihoodConfig best, ClassScores scores) {
    if (n < AutoRules.ROWS_FOR_NONLINEAR) {
      return List.of();
    }
    int maxRank = Math.max(1, Math.min(features - 1, n / 4));
    int rank = Math.max(best.rank(), Math.min(maxRank, AutoRules.IMPUTATION_RANK));
    return List.of(new ClassTreesCandidate(trees(best.withRank(rank)), scores));
  }

  /** A linear model for three classes or more on imputed features. */
  static Candidate imputedClasses(LikelihoodConfig best, ClassScores scores) {
    return new MultinomialCandidate(best, false, scores);
  }

  /** A linear model for three or more classes on mean-imputed features, maybe with indicators. */
  static Candidate meanImputedClasses(ClassScores scores, boolean indicated) {
    return new MultinomialCandidate(null, indicated, scores);
  }

  /**
   * Boosted trees on raw features. There are none with too few rows for nonlinear candidates, or
   * where no candidate may learn from missingness.
   */
  List<Candidate> rawTrees(int columns) {
    if (n < AutoRules.ROWS_FOR_NONLINEAR || !learnsMissingness) {
      return List.of();
    }
    Candidate trees = new RawTreesCandidate(AutoRules.RAW_TREES, columns);
    return skewedLabels ? List.of(trees, new TransformedLabelsCandidate(trees)) : List.of(trees);
  }

  private void imputed(List<Candidate> out, LikelihoodConfig config) {
    out.add(new ImputedCandidate(config, true));
    if (ridge()) {
      out.add(new ImputedCandidate(config, false));
    }
  }

  /** Candidates with "is missing" indicators, in addition to those that always have them. */
  public static List<Candidate> indicated(int best, AutoConfig.Indicators indicators) {
    Candidate mean = new IndicatorCandidate(new MeanLassoCandidate(meanLasso()));
    LikelihoodConfig plain = FactorCandidate.plain(best, true);
    return switch (indicators) {
      case OFF -> List.of();
      case ON -> List.of(mean);
      case TRY ->
          List.of(
              mean,
              new IndicatorCandidate(new ImputedCandidate(plain, true)),
              new IndicatorCandidate(new FactorCandidate(plain)));
    };
  }

  private static MeanElasticNetConfig meanLasso() {
    return new MeanElasticNetConfig(
        null, 0, 1, AutoRules.LASSO_POINTS, false, AutoRules.LASSO_TOLERANCE);
  }

  private boolean ridge() {
    return Math.min(n, features) <= AutoRules.MAX_FOR_RIDGE;
  }
}

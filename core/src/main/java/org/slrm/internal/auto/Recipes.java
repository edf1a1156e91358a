package org.slrm.internal.auto;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.auto.recipe.AutoRules;
import org.slrm.internal.auto.recipe.CodesRecipe;
import org.slrm.internal.auto.recipe.CompletedRecipe;
import org.slrm.internal.auto.recipe.IndicatorRecipe;
import org.slrm.internal.auto.recipe.JointRecipe;
import org.slrm.internal.auto.recipe.MeanRecipe;
import org.slrm.internal.auto.recipe.Recipe;
import org.slrm.internal.auto.recipe.bent.CurvedRecipe;
import org.slrm.internal.auto.recipe.bent.KernelRecipe;
import org.slrm.internal.auto.recipe.bent.MixtureRecipe;
import org.slrm.internal.auto.recipe.bent.RawTreesRecipe;
import org.slrm.internal.auto.recipe.bent.TreesRecipe;
import org.slrm.internal.auto.recipe.classes.ClassLassoRecipe;
import org.slrm.internal.auto.recipe.classes.ClassTreesRecipe;
import org.slrm.internal.curve.Shape;
import org.slrm.internal.label.ClassScores;
import org.slrm.internal.regression.family.SharedChoice.Norm;
import org.slrm.internal.trees.completed.LineUse;
import org.slrm.internal.trees.completed.Sight;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Noise;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MixtureConfig;
import org.slrm.method.TreesConfig;

/** Which recipes are tried: the one place that decides. */
public final class Recipes {
  private final int features;
  private final int n;
  private final boolean manyRows;
  private final boolean holes;
  private final boolean sharing;

  /** The recipes for n training rows; with many rows shrinkage has nothing to win. */
  public Recipes(int n, int features, boolean manyRows) {
    this(n, features, manyRows, true, false);
  }

  /**
   * The same; with holes trees may see which entries are missing, and several targets that are
   * numbers may share what matters for them.
   */
  Recipes(int n, int features, boolean manyRows, boolean holes, boolean sharing) {
    this.sharing = sharing;
    this.n = n;
    this.features = features;
    this.manyRows = manyRows;
    this.holes = holes;
  }

  /** Whether there are so many features that regressions on them take long. */
  boolean wide() {
    return features > AutoRules.WIDE;
  }

  /** Whether there are many rows. */
  boolean manyRows() {
    return manyRows;
  }

  /** Rows that a candidate is fitted to. */
  int rows() {
    return n;
  }

  /** A regression on completed features. */
  Recipe completed(int rank) {
    return new CompletedRecipe(plain(rank, false), !ridge());
  }

  /** The simplest rivals, always in, the quickest first. */
  public List<Recipe> simple() {
    Recipe lasso = new MeanRecipe(meanLasso());
    return ridge() ? List.of(new CompletedRecipe(null, false), lasso) : List.of(lasso);
  }

  /** Ranks worth trying: up to D − 1 of features that vary, a quarter of the rows, and 60. */
  int[] ranks(int fixed) {
    if (fixed > 0) {
      return new int[] {fixed};
    }
    int most =
        Math.max(
            1,
            Math.min(Math.min(features - 1, n / 4), AutoRules.RANKS[AutoRules.RANKS.length - 1]));
    int least =
        n >= AutoRules.LARGE_TABLE && most >= 3 * AutoRules.SMALLEST_RANK_OF_LARGE_TABLE
            ? AutoRules.SMALLEST_RANK_OF_LARGE_TABLE
            : 1;
    IntStream grid = IntStream.of(AutoRules.RANKS).filter(r -> r >= least && r < most * 0.9);
    return IntStream.concat(grid, IntStream.of(most)).toArray();
  }

  /** Features and labels together, in the plainest form. */
  static Recipe joint(int rank) {
    return joint(rank, Noise.ISOTROPIC, 1, 1);
  }

  /** The same with a noise for each feature. */
  static Recipe ownNoise(int rank) {
    return new JointRecipe(plain(rank, true));
  }

  /** Settings of the plainest fit with one noise, or with one for each feature. */
  public static LikelihoodConfig plain(int rank, boolean ownNoise) {
    return config(rank, ownNoise ? Noise.PER_FEATURE : Noise.ISOTROPIC, 1, 1);
  }

  /**
   * Variations around the best fit.
   *
   * @param given whether its rank was asked for, so that no other may be tried
   */
  public List<Recipe> around(LikelihoodConfig best, boolean given) {
    List<Recipe> out = new ArrayList<>();
    completed(out, best);
    if (given) {
      // Directions that say much about the label and little about the features need help.
      out.add(joint(best.rank(), best.noise(), AutoRules.SUPERVISED, 1));
    }
    int most = Math.max(1, Math.min(features - 1, n / 4));
    int more = Math.min(most, AutoRules.COMPLETING_RANK);
    if (manyRows) {
      bent(out, best, given ? best.rank() : more);
      return out;
    }
    out.add(joint(best.rank(), best.noise(), 1, AutoRules.SHRUNK));
    out.add(joint(best.rank(), best.noise(), AutoRules.WELL_SUPERVISED, 1));
    int many = Math.min(most, AutoRules.LARGE_COMPLETING_RANK);
    // Completing a table bears more directions than predicting a label from them.
    if (more > best.rank() && !given) {
      completed(out, config(more, best.noise(), 1, AutoRules.SHRUNK));
    }
    if (many > more && more > best.rank() && !given) {
      completed(out, config(many, best.noise(), 1, 1));
    }
    int few = given ? best.rank() : Math.min(best.rank(), AutoRules.SUPERVISED_RANK);
    out.add(joint(few, Noise.ISOTROPIC, AutoRules.SUPERVISED, AutoRules.STRONGLY_SHRUNK));
    out.add(new CodesRecipe(best, Norm.NONE));
    if (sharing) {
      out.add(new CodesRecipe(best, Norm.L21));
      out.add(new CodesRecipe(best, Norm.NUCLEAR));
    }
    bent(out, best, given ? best.rank() : more);
    return out;
  }

  /**
   * Nonlinear candidates on imputed features, at a rank that imputes well and at a smaller one
   * unless there is but one. Trees see the prediction of a ridge regression or not.
   */
  private void bent(List<Recipe> out, LikelihoodConfig best, int more) {
    if (n < AutoRules.ROWS_TO_BEND) {
      return;
    }
    int wide = Math.max(more, best.rank());
    int few = best.rank() < wide ? best.rank() : Math.min(wide, AutoRules.FEW_DIRECTIONS);
    LikelihoodConfig completing = config(wide, best.noise(), 1, 1);
    out.add(trees(completing, AutoRules.TREES, LineUse.INPUT));
    kernels(out, wide, best.noise());
    out.add(trees(completing, AutoRules.SMALL_TREES, LineUse.NONE));
    if (few < wide && more != best.rank()) {
      kernels(out, few, best.noise());
      out.add(trees(config(few, best.noise(), 1, 1), AutoRules.TREES, LineUse.INPUT));
    }
    for (Shape shape : Shape.values()) {
      out.add(new CurvedRecipe(kernel(completing, true), shape));
    }
    // Trees see through curves; what one completes for them still makes them differ.
    out.add(new CurvedRecipe(trees(completing, AutoRules.TREES, LineUse.INPUT), Shape.NORMAL));
  }

  private TreesRecipe trees(LikelihoodConfig completing, TreesConfig config, LineUse line) {
    return new TreesRecipe(completing, config, new Sight(line, holes));
  }

  /** Codes of features with one noise tell rows apart better than those with a noise for each. */
  private static void kernels(List<Recipe> out, int rank, Noise noise) {
    out.add(kernel(config(rank, noise, 1, 1), true));
    out.add(kernel(config(rank, Noise.ISOTROPIC, 1, 1), false));
  }

  private static Recipe kernel(LikelihoodConfig config, boolean completed) {
    return new KernelRecipe(config, completed, AutoRules.CENTRES);
  }

  /** So many subspaces that share out the best rank of one, or have it each. */
  List<Recipe> mixtures(int components, int rank) {
    List<Recipe> out = new ArrayList<>();
    int most = n / components / AutoRules.ROWS_PER_DIRECTION;
    if (n >= AutoRules.ROWS_TO_BEND && most >= 1) {
      int shared = Math.min(most, Math.max(1, (rank + components - 1) / components));
      int each = Math.min(most, rank);
      out.add(new MixtureRecipe(MixtureConfig.builder().build().with(components, shared)));
      if (each > shared) {
        out.add(new MixtureRecipe(MixtureConfig.builder().build().with(components, each)));
      }
    }
    return out;
  }

  /** Trees for targets of three classes or more, which know each class by a score. */
  List<Recipe> treesOfClasses(LikelihoodConfig best, ClassScores scores) {
    if (n < AutoRules.ROWS_TO_BEND) {
      return List.of();
    }
    int most = Math.max(1, Math.min(features - 1, n / 4));
    int rank = Math.max(best.rank(), Math.min(most, AutoRules.COMPLETING_RANK));
    LikelihoodConfig completing = config(rank, best.noise(), 1, 1);
    return List.of(new ClassTreesRecipe(trees(completing, AutoRules.TREES, LineUse.INPUT), scores));
  }

  /** A linear model for the same on imputed features. */
  static Recipe lineOfClasses(LikelihoodConfig best, ClassScores scores) {
    return new ClassLassoRecipe(best, false, scores);
  }

  /** A linear model for the same on mean-imputed features, with indicators or without. */
  static Recipe simpleOfClasses(ClassScores scores, boolean indicated) {
    return new ClassLassoRecipe(null, indicated, scores);
  }

  /**
   * Boosted trees on raw features; none where rows are too few for nonlinear candidates, or where
   * no candidate may learn from missingness.
   */
  List<Recipe> rawTrees(int columns) {
    return n < AutoRules.ROWS_TO_BEND || !holes
        ? List.of()
        : List.of(new RawTreesRecipe(AutoRules.RAW_TREES, columns));
  }

  private void completed(List<Recipe> out, LikelihoodConfig config) {
    out.add(new CompletedRecipe(config, true));
    if (ridge()) {
      out.add(new CompletedRecipe(config, false));
    }
  }

  /** Candidates with "is missing" indicators besides those that have them anyway. */
  public static List<Recipe> indicated(int best, AutoConfig.Indicators indicators) {
    Recipe mean = new IndicatorRecipe(new MeanRecipe(meanLasso()));
    LikelihoodConfig own = config(best, Noise.PER_FEATURE, 1, 1);
    return switch (indicators) {
      case OFF -> List.of();
      case ON -> List.of(mean);
      case TRY ->
          List.of(
              mean,
              new IndicatorRecipe(new CompletedRecipe(own, true)),
              new IndicatorRecipe(new JointRecipe(own)));
    };
  }

  private static MeanElasticNetConfig meanLasso() {
    return new MeanElasticNetConfig(
        null, 0, 1, AutoRules.LASSO_POINTS, false, AutoRules.LASSO_TOLERANCE);
  }

  private boolean ridge() {
    return Math.min(n, features) <= AutoRules.MOST_FOR_RIDGE;
  }

  private static Recipe joint(int rank, Noise noise, double supervision, double prior) {
    return new JointRecipe(config(rank, noise, supervision, prior));
  }

  private static LikelihoodConfig config(int rank, Noise noise, double supervision, double prior) {
    return LikelihoodConfig.builder()
        .rank(rank)
        .noise(noise)
        .supervision(supervision)
        .loadingPrior(prior)
        .patience(2)
        .build();
  }
}

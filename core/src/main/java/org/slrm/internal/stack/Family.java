package org.slrm.internal.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.AutoConfig;
import org.slrm.LikelihoodConfig;
import org.slrm.LikelihoodConfig.Noise;
import org.slrm.baseline.MeanElasticNetConfig;

/** Which recipes are tried: the one place that decides. */
final class Family {
  /** glmnet's α for a fit that is ridge in all but name. */
  private static final double NEARLY_RIDGE = 0.05;

  private static final int[] RANKS = {2, 5, 10, 20, 30, 45, 60};

  private Family() {}

  /** The simplest rivals, always in. */
  static List<Recipe> simple() {
    MeanElasticNetConfig lasso = MeanElasticNetConfig.defaults();
    return List.of(new MeanRecipe(lasso), new MeanRecipe(lasso.withL1Ratio(NEARLY_RIDGE)));
  }

  /**
   * Ranks worth trying for n training rows and D features: up to D − 1, a quarter of the rows, and
   * 60.
   */
  static int[] ranks(int n, int features, int fixed) {
    if (fixed > 0) {
      return new int[] {fixed};
    }
    int most = Math.max(1, Math.min(Math.min(features - 1, n / 4), RANKS[RANKS.length - 1]));
    IntStream grid = IntStream.of(RANKS).filter(r -> r < most * 0.9);
    return IntStream.concat(grid, IntStream.of(most)).toArray();
  }

  static Recipe joint(int rank, Noise noise, double supervision, double prior) {
    return new JointRecipe(config(rank, noise, supervision, prior));
  }

  /** Variations around the best ranks, the most promising first. */
  static List<Recipe> around(int best, int second, Noise noise) {
    Noise other = noise == Noise.ISOTROPIC ? Noise.PER_FEATURE : Noise.ISOTROPIC;
    List<Recipe> out = new ArrayList<>();
    out.add(joint(best, other, 1, 1));
    out.add(new CompletedRecipe(config(best, noise, 1, 1), 1));
    out.add(new CompletedRecipe(config(best, noise, 1, 1), NEARLY_RIDGE));
    out.add(joint(best, noise, 1, 5));
    out.add(joint(Math.max(1, Math.min(best, 10)), noise, 10, 1));
    out.add(new CodesRecipe(config(best, noise, 1, 1)));
    if (second > 0) {
      out.add(joint(second, other, 1, 1));
      out.add(new CompletedRecipe(config(second, other, 1, 1), 1));
    }
    return out;
  }

  /** Candidates with "is missing" indicators besides those that have them anyway. */
  static List<Recipe> indicated(int best, AutoConfig.Indicators indicators) {
    Recipe mean = new IndicatorRecipe(new MeanRecipe(MeanElasticNetConfig.defaults()));
    LikelihoodConfig own = config(best, Noise.PER_FEATURE, 1, 1);
    return switch (indicators) {
      case OFF -> List.of();
      case ON -> List.of(mean);
      case TRY ->
          List.of(
              mean,
              new IndicatorRecipe(new CompletedRecipe(own, 1)),
              new IndicatorRecipe(new JointRecipe(own)));
    };
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

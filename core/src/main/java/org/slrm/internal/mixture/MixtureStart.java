package org.slrm.internal.mixture;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;

/**
 * Starting points of a mixture: rows are clustered by their factor scores in the one-component fit,
 * and a factor model is fitted briefly to each cluster. The rank of the one-component fit is large
 * enough for all components together.
 */
final class MixtureStart {
  /** Iterations and rank of the one-component fit for clustering, which need not converge. */
  private static final int CODE_ITERATIONS = 30;

  private static final int MAX_SCORES = 40;
  private static final int GROUP_ITERATIONS = 6;

  private final TrainingData data;
  private final LikelihoodConfig component;
  private final Factors one;
  private final FitContext context;
  private final double[] scores;
  private final int q;

  /** Starts for the given number of components around the one-component fit of their rank. */
  MixtureStart(
      TrainingData data, LikelihoodConfig component, int count, Factors one, FitContext context) {
    this.data = data;
    this.component = component;
    this.one = one;
    this.context = context;
    int features = data.x().columns();
    int limit = Math.min(Math.min(MAX_SCORES, features), Math.max(1, data.x().rows() / 4));
    q = Math.max(one.d(), Math.min(count * one.d(), limit));
    Factors wideFit =
        q == one.d()
            ? one
            : new LikelihoodSolver(component.withRank(q), CODE_ITERATIONS)
                .joint(data, null, context)
                .factors();
    // Labels of other losses enter only through the features.
    scores =
        wideFit.bounded()
            ? ImputedFeatures.of(wideFit.columns(0, features), data.x(), false, context.workers())
                .scores()
            : ImputedFeatures.of(wideFit, data.x().besides(data.y()), false, context.workers())
                .scores();
  }

  /** A start with at most the given number of components, by k-means and k-flats alternately. */
  Mixture of(int count, int number) {
    boolean flats = number % 2 == 0 && q > one.d();
    int[] group =
        new ScoreClusters(scores, q, flats ? one.d() : 0)
            .groups(count, context.seed() + 7919L * number);
    List<Factors> components = new ArrayList<>();
    List<Double> rows = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int cluster = k;
      int[] members = IntStream.range(0, group.length).filter(i -> group[i] == cluster).toArray();
      if (members.length >= Math.max(2, one.d())) {
        components.add(fit(data.rows(members)));
        rows.add((double) members.length);
      }
    }
    if (components.isEmpty()) {
      return new Mixture(new double[] {1}, List.of(one));
    }
    double total = rows.stream().mapToDouble(v -> v).sum();
    return new Mixture(rows.stream().mapToDouble(v -> v / total).toArray(), components);
  }

  private Factors fit(TrainingData rows) {
    return new LikelihoodSolver(component, GROUP_ITERATIONS).joint(rows, null, context).factors();
  }
}

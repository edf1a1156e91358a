package org.slrm.internal.fit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.StudentT;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Folds;

/**
 * Estimates the degrees of freedom of heavy-tailed labels or the overdispersion of counts (Y-9): a
 * small joint fit to some of the rows, then the shape that maximises its likelihood, repeated.
 */
final class ShapePilot {
  private static final int MAX_ROWS = 2000;

  /** Rank of the pilot fit: missing directions would look like overdispersion. */
  private static final int RANK = 40;

  private static final int ROWS_PER_DIRECTION = 20;
  private static final int ITERATIONS = 20;
  private static final int ROUNDS = 3;

  /** With fewer labels the shape cannot be estimated. */
  private static final int MIN_ROWS = 20;

  private static final double[] DEGREES = {1.5, 2, 3, 4, 6, 8, 12, 20, 50, 1000};
  private static final double[] SIZES = {
    0.25, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.7, 8, 12, 16, 32, 64, Double.POSITIVE_INFINITY
  };

  private ShapePilot() {}

  /** The estimated shape, starting with a given one. */
  static Label of(IncompleteMatrix x, int[] rows, double[] labels, Label first, long seed) {
    int rank = Math.min(RANK, Math.min((x.columns() + 1) / 2, rows.length / ROWS_PER_DIRECTION));
    if (rows.length < MIN_ROWS || rank < 1 || x.known() == 0) {
      return first;
    }
    int[] drawn =
        IntStream.of(Folds.shuffled(rows.length, seed)).limit(MAX_ROWS).sorted().toArray();
    IncompleteMatrix part = x.selectRows(IntStream.of(drawn).map(r -> rows[r]).toArray());
    IncompleteMatrix features = Scaling.of(part, Scaling.Kind.STANDARDIZE).apply(part);
    IncompleteMatrix y =
        IncompleteMatrix.ofColumn(IntStream.of(drawn).mapToDouble(r -> labels[r]).toArray());
    LikelihoodSolver solver =
        new LikelihoodSolver(LikelihoodConfig.defaults().withRank(rank), ITERATIONS);
    Label label = first;
    Factors theta = null;
    for (int round = 0; round < ROUNDS; round++) {
      TrainingData data = new TrainingData(features, y, null, List.of(label));
      Factors start = theta == null ? null : theta.of(List.of(label));
      theta = solver.joint(data, start, FitContext.of(seed)).factors();
      Label better = best(theta, new RowPlan(features.besides(y), null, 0));
      if (better.equals(label)) {
        break;
      }
      label = better;
    }
    return label;
  }

  /** The shape that maximises the likelihood for given parameters. */
  private static Label best(Factors theta, RowPlan plan) {
    double[] omega = new double[theta.columns()];
    Arrays.fill(omega, 1);
    Label best = theta.labels().get(0);
    double highest = Double.NEGATIVE_INFINITY;
    for (Label label : alternatives(theta)) {
      Factors relabelled = theta.of(List.of(label));
      double objective =
          new ExpectationStep(relabelled, omega).run(plan, Workers.single()).objective;
      if (objective > highest) {
        highest = objective;
        best = label;
      }
    }
    return best;
  }

  private static List<Label> alternatives(Factors theta) {
    double tau = theta.psi()[theta.columns() - 1];
    return theta.labels().get(0) instanceof Counts
        ? DoubleStream.of(SIZES).<Label>mapToObj(Counts::new).toList()
        : DoubleStream.of(DEGREES).<Label>mapToObj(nu -> new StudentT(nu, tau)).toList();
  }
}

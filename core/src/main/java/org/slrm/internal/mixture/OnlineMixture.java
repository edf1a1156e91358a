package org.slrm.internal.mixture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.factor.online.ForgettingSchedule;
import org.slrm.internal.factor.online.OnlineModel;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.MixtureConfig;
import org.slrm.result.ModelState.Array;

/**
 * Online EM for a mixture of factor analysers (U-10): the E step of a few new rows is added to the
 * faded statistics of all earlier rows, then one M step and one whitening of each component. A
 * component's sums fade only with its own rows, so a component without new rows keeps its shape;
 * its mixing proportion fades with all rows. The steps are those of {@link MixtureRun}.
 */
final class OnlineMixture implements OnlineModel {
  /** A component with mixing proportion 0 could never regain rows. */
  private static final double MIN_PROPORTION = 1e-6;

  private final MixtureMaximization maximization;
  private final int features;
  private final Factors one;
  private final MixtureStatistics statistics;
  private final double[][] seen;
  private final double[] rows;
  private Mixture theta;

  /** The learned state: sums, rows seen by component and column, faded rows of each component. */
  record MixtureSums(MixtureStatistics statistics, double[][] seen, double[] rows) {
    static MixtureSums none(int size, int columns, int d) {
      return new MixtureSums(
          MixtureStatistics.empty(size, columns, d),
          new double[size][columns + 1],
          new double[size]);
    }
  }

  /** Continues from the given parameters and sums, with the one-component fit as prior. */
  OnlineMixture(MixtureConfig config, int features, Factors one, Mixture theta, MixtureSums sums) {
    this.features = features;
    this.one = one;
    this.theta = theta;
    statistics = sums.statistics;
    seen = sums.seen;
    rows = sums.rows;
    maximization = MixtureMaximization.of(config, one, features);
  }

  /** Starts with a batch fit to the first rows. */
  static OnlineMixture start(MixtureConfig config, TrainingData first, FitContext context) {
    LikelihoodSolver single = new LikelihoodSolver(config.component());
    Factors one = single.joint(first, null, context).factors();
    MixtureSolver solver = new MixtureSolver(config, config.component().stopping().maxIterations());
    Mixture found = solver.fit(first, one, context).mixture();
    int features = first.x().columns();
    MixtureSums none = MixtureSums.none(found.size(), one.columns(), one.d());
    OnlineMixture out = new OnlineMixture(config, features, one, found, none);
    out.add(out.expectation(first.x().besides(first.y())));
    return out;
  }

  @Override
  public void learn(
      IncompleteMatrix z, IncompleteMatrix again, int remembered, ForgettingSchedule fading) {
    MixtureStatistics batch = expectation(z);
    if (again.rows() > 0) {
      MixtureStatistics old = expectation(again);
      for (int k = 0; k < old.size(); k++) {
        batch.component(k).mergeColumns(old.component(k), features);
      }
    }
    fade(fading, batch, again.rows() > 0 ? remembered : Double.POSITIVE_INFINITY);
    add(batch);
    // The M step adds the prior's pseudo-rows, which must count once.
    MixtureStatistics counted = statistics.copy();
    Mixture next = maximization.run(counted, theta, Workers.single());
    theta = new Mixture(proportions(), whitened(next, counted));
  }

  @Override
  public double error(IncompleteMatrix z) {
    MixtureStatistics batch = expectation(z);
    double misfit = 0;
    double entries = 0;
    for (int k = 0; k < batch.size(); k++) {
      misfit += batch.component(k).misfit;
      entries += batch.component(k).entries();
    }
    return entries > 0 ? misfit / entries : 1;
  }

  private MixtureStatistics expectation(IncompleteMatrix z) {
    long bytes = theta.size() * FactorStatistics.bytes(z.columns(), one.d());
    return new MixtureExpectation(theta, maximization.omega())
        .run(new RowPlan(z, null, bytes), Workers.single());
  }

  private void fade(ForgettingSchedule fading, MixtureStatistics batch, double maxLabels) {
    int p = one.columns();
    double keep = fading.keep(all(p), weight(batch), weight());
    for (int k = 0; k < theta.size(); k++) {
      FactorStatistics s = statistics.component(k);
      FactorStatistics fresh = batch.component(k);
      for (int j = 0; j < p; j++) {
        s.scaleColumn(j, fading.keep(seen[k][j], fresh.count(j), s.count(j)));
      }
      s.scaleTotal(fading.keep(seen[k][p], fresh.rows(), s.rows()));
      rows[k] *= keep;
    }
    statistics.scaleObjective(keep);
    for (int j = features; j < p; j++) {
      limit(j, maxLabels - count(batch, j));
    }
  }

  /** Replayed labels weigh as much as one pass over them: older factor scores are outdated. */
  private void limit(int j, double limit) {
    double weight = count(statistics, j);
    if (weight > limit) {
      for (int k = 0; k < theta.size(); k++) {
        statistics.component(k).scaleColumn(j, Math.max(0, limit) / weight);
      }
    }
  }

  private void add(MixtureStatistics batch) {
    int p = one.columns();
    statistics.merge(batch);
    for (int k = 0; k < theta.size(); k++) {
      for (int j = 0; j < p; j++) {
        seen[k][j] += batch.component(k).count(j);
      }
      seen[k][p] += batch.rows(k);
      rows[k] += batch.rows(k);
    }
  }

  private double[] proportions() {
    double[] proportions = rows.clone();
    double n = weight();
    double sum = 0;
    for (int k = 0; k < proportions.length; k++) {
      proportions[k] = Math.max(MIN_PROPORTION, proportions[k] / n);
      sum += proportions[k];
    }
    // They sum to one unless a proportion was raised to the minimum.
    for (int k = 0; sum > 1 + 1e-9 && k < proportions.length; k++) {
      proportions[k] /= sum;
    }
    return proportions;
  }

  /** Each component and its sums with whitened factor scores. */
  private List<Factors> whitened(Mixture next, MixtureStatistics counted) {
    List<Factors> out = new ArrayList<>();
    for (int k = 0; k < next.size(); k++) {
      Whitening w = Whitening.of(counted.component(k));
      Factors f = next.component(k);
      out.add(w == null ? f : f.transformed(w.R(), w.nu()));
      if (w != null) {
        statistics.component(k).whiten(w);
      }
    }
    return out;
  }

  private double all(int column) {
    return Arrays.stream(seen).mapToDouble(s -> s[column]).sum();
  }

  private static double count(MixtureStatistics s, int column) {
    return IntStream.range(0, s.size()).mapToDouble(k -> s.component(k).count(column)).sum();
  }

  private static double weight(MixtureStatistics s) {
    return IntStream.range(0, s.size()).mapToDouble(s::rows).sum();
  }

  @Override
  public boolean seen(int column) {
    return all(column) > 0;
  }

  @Override
  public double weight() {
    return Arrays.stream(rows).sum();
  }

  @Override
  public double logLikelihood() {
    return statistics.objective() / weight();
  }

  @Override
  public MixtureMember member() {
    return MixtureMember.of(theta, features);
  }

  @Override
  public void write(Map<String, Object> values, Map<String, Array> arrays) {
    OnlineMixtureState.write(this, values, arrays);
  }

  Mixture mixture() {
    return theta;
  }

  Factors one() {
    return one;
  }

  MixtureSums sums() {
    return new MixtureSums(statistics, seen, rows);
  }
}

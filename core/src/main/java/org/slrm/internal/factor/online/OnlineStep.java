package org.slrm.internal.factor.online;

import java.util.List;
import java.util.Map;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.LocalRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.factor.SelfMasking;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.label.Label;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Online EM (Cappé and Moulines 2009): the E step of a few new rows is added to the faded
 * statistics of all earlier rows, then one M step and one whitening (O-1), (O-2), (O-4). The steps
 * are those of {@link ExpectationMaximization}; memory does not grow with the rows. The curves of a
 * self-masking model are those of the first rows.
 */
public final class OnlineStep implements OnlineModel {
  private final double[] omega;
  private final MaximizationStep maximization;
  private final int features;
  final FactorStatistics statistics;
  private final double[] seen;
  private final List<MaskingCurve> curves;
  Factors theta;

  /** Continues from the given parameters of all values, with their curves, and statistics. */
  OnlineStep(
      LikelihoodConfig config,
      int features,
      Factors theta,
      FactorStatistics statistics,
      double[] seen) {
    this.seen = seen;
    this.features = features;
    this.theta = theta.masked(List.of());
    curves = theta.curves();
    this.statistics = statistics;
    omega = ExpectationMaximization.omega(theta.columns(), features, config.plain().supervision());
    Prior prior = LikelihoodSolver.prior(config, theta.d());
    maximization = new MaximizationStep(prior, omega, features);
  }

  /** Starts with a batch fit to the first rows, on the context's threads. */
  public static OnlineStep start(LikelihoodConfig config, TrainingData first, FitContext context) {
    Factors fitted = new LikelihoodSolver(config).joint(first, null, context).factors();
    Factors f =
        fitted.curves().isEmpty() ? fitted : SelfMasking.allValues(fitted).masked(fitted.curves());
    OnlineStep step =
        new OnlineStep(
            config,
            first.x().columns(),
            f,
            new FactorStatistics(f.columns(), config.rank()),
            new double[f.columns() + 1]);
    step.add(step.expectation(first.x().besides(first.y())));
    return step;
  }

  @Override
  public void learn(
      IncompleteMatrix z, IncompleteMatrix again, int remembered, ForgettingSchedule fading) {
    FactorStatistics batch = expectation(z);
    if (again.rows() > 0) {
      batch.mergeColumns(expectation(again), features);
    }
    fade(fading, batch, again.rows() > 0 ? remembered : Double.POSITIVE_INFINITY);
    add(batch);
    theta = maximization.run(statistics, theta, Workers.single());
    Whitening w = Whitening.of(statistics);
    if (w != null) {
      theta = theta.transformed(w.R(), w.nu());
      statistics.whiten(w);
    }
  }

  @Override
  public double error(IncompleteMatrix z) {
    FactorStatistics batch =
        new ExpectationStep(predicting(), omega).run(plan(z), Workers.single());
    double entries = batch.entries();
    return entries > 0 ? batch.misfit / entries : 1;
  }

  /** Replayed labels weigh as much as one pass over them: older factor scores are outdated. */
  private void fade(ForgettingSchedule fading, FactorStatistics batch, double maxLabels) {
    int p = theta.columns();
    for (int j = 0; j < p; j++) {
      double n = batch.count(j);
      double weight = statistics.count(j);
      double keep = fading.keep(seen[j], n, weight);
      double limit = j < features ? Double.POSITIVE_INFINITY : Math.max(0, maxLabels - n);
      statistics.scaleColumn(j, weight * keep > limit ? limit / weight : keep);
    }
    statistics.scaleTotal(fading.keep(seen[p], batch.rows(), statistics.rows()));
  }

  private void add(FactorStatistics batch) {
    statistics.merge(batch);
    for (int j = 0; j < theta.columns(); j++) {
      seen[j] += batch.count(j);
    }
    seen[theta.columns()] += batch.rows();
  }

  /** With self-masking, missing entries of features with a curve are completed (N-3). */
  private FactorStatistics expectation(IncompleteMatrix z) {
    LocalRows rows = new LocalRows(plan(z), features, Workers.single());
    return curves.isEmpty()
        ? rows.expectations(theta, omega)
        : SelfMasking.expectations(rows, theta, curves, omega);
  }

  private RowPlan plan(IncompleteMatrix z) {
    return new RowPlan(z, null, FactorStatistics.bytes(z.columns(), theta.d()));
  }

  /** The model of a row given which of its entries are missing. */
  private Factors predicting() {
    return curves.isEmpty() ? theta : SelfMasking.conditional(theta, curves);
  }

  @Override
  public boolean seen(int column) {
    return seen[column] > 0;
  }

  @Override
  public double weight() {
    return statistics.rows();
  }

  @Override
  public double logLikelihood() {
    return statistics.objective / statistics.rows();
  }

  @Override
  public LikelihoodMember member() {
    return LikelihoodMember.of(predicting(), features);
  }

  @Override
  public void write(Map<String, Object> values, Map<String, Array> arrays) {
    new OnlineFactorState(theta.masked(curves), statistics, seen).write(arrays);
  }

  /** Continues from a stored state. */
  public static OnlineStep read(
      ModelState state, LikelihoodConfig config, int features, List<Label> labels) {
    OnlineFactorState l = OnlineFactorState.read(state, config.rank(), features, labels);
    return new OnlineStep(config, features, l.factors(), l.statistics(), l.seen());
  }
}

package org.slrm.paper.internal.algorithm;

import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.SmpcrConfig;
import org.slrm.paper.internal.algorithm.CodeRegression.Regressor;
import org.slrm.paper.internal.algorithm.passes.LearnedFeatures;
import org.slrm.paper.internal.algorithm.passes.Parameters;
import org.slrm.paper.internal.algorithm.passes.PassStop;
import org.slrm.paper.tracking.SubspaceTracker;
import org.slrm.result.FitListener;

/**
 * SMPCR for one target and one setting. First the subspace by PETRELS without labels, in passes
 * until the held-out residual stops falling; then stochastic lasso on the label-free codes, with
 * the same limit of passes.
 */
final class SmpcrRun extends TargetFit.Run {
  private final SmpcrConfig config;
  private final TargetRows rows;
  private final HoldOut.Split split;
  private final Parameters p;
  private final Workers workers;
  private final SplittableRandom seeds;
  private final int patience;
  private final SubspaceTracker.Counting tracker;
  private double[] U;
  private Regressor regressor = new Regressor(0, new double[0], 0, Double.NaN, Double.NaN);
  private double residual;

  /** A run on rows of a split. */
  SmpcrRun(
      SmpcrConfig config,
      TargetRows rows,
      HoldOut.Split split,
      Parameters p,
      SlrmRun.RunSettings settings) {
    this.config = config;
    this.rows = rows;
    this.split = split;
    this.p = p;
    patience = settings.patience();
    workers = settings.workers();
    seeds = new SplittableRandom(settings.seed());
    int d = rows.rank();
    int D = rows.inMemory().x().columns();
    long seed = seeds.nextLong();
    double[] start = p.randomStart() ? Orthonormal.random(D, d, seed) : rows.basis();
    SubspaceTracker.Fading petrels = SubspaceTracker.petrels(start, d, forgetting(), p.delta());
    tracker = config.fadeUnobserved() ? petrels.fadingUnobserved() : petrels;
    U = tracker.basis();
    residual = residual(U);
  }

  /** 1 − 1/n remembers about one pass; n is the total weight. */
  double forgetting() {
    Double given = config.forgetting();
    return given == null ? 1 - 1.0 / Math.max(2, rows.passes().weight()) : given;
  }

  @Override
  void run(int maxPasses, FitListener listener) {
    track(maxPasses, listener);
    int d = rows.rank();
    TrainingData fitted = rows.inMemory();
    Projections codes = Projections.of(U, d, config.gate(), fitted.x(), workers);
    Projections held = Projections.of(U, d, config.gate(), split.held().x(), workers);
    StochasticLasso lasso = new StochasticLasso(codes, fitted, held, split.held(), rows.target());
    StochasticLasso.LassoSettings settings =
        new StochasticLasso.LassoSettings(p, maxPasses, patience, seeds.nextLong());
    boolean all = rows.passes().rows() == fitted.x().rows();
    regressor = all ? lasso.fit(settings) : lasso.fit(onAllRows(lasso, listener), settings);
  }

  /** Passes without labels while the held-out residual falls. */
  private void track(int maxPasses, FitListener listener) {
    LearnedFeatures learned = new LearnedFeatures(tracker);
    PassStop rule = new PassStop(scale(), patience, maxPasses, residual);
    stop = rule.reason();
    for (int made = 0; made < maxPasses; made++) {
      boolean whole =
          rows.passes().visit(seeds.nextLong(), learned::update, inside(listener, maxPasses));
      double[] basis = tracker.basis();
      double error = residual(basis);
      history.add(error);
      passes++;
      if (error < residual) {
        residual = error;
        U = basis;
      }
      boolean ends = rule.ends(error);
      double done = (double) passes / maxPasses;
      boolean proceed =
          listener.onProgress(new FitListener.Progress("subspace", done, passes, error)) && whole;
      stop = proceed ? rule.reason() : FitRecord.STOPPED;
      if (!proceed || ends) {
        break;
      }
    }
    U = learned.only(U);
  }

  /** Mean squared residual of the entries held out. */
  private double residual(double[] basis) {
    TrainingData held = split.held();
    Projections codes = Projections.of(basis, rows.rank(), config.gate(), held.x(), workers);
    double entries = 0;
    for (int i : codes.answeredRows()) {
      entries += held.weight(i) * held.x().observed(i);
    }
    double[] each = codes.residual();
    double sum = IntStream.range(0, each.length).mapToDouble(i -> held.weight(i) * each[i]).sum();
    return entries == 0 ? Double.POSITIVE_INFINITY : sum / entries;
  }

  /** Mean square of the held-out entries. */
  private double scale() {
    TrainingData held = split.held();
    var x = held.x();
    double sum = 0;
    double total = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        sum += held.weight(i) * (x.value(k) * x.value(k));
        total += held.weight(i);
      }
    }
    return total == 0 ? 0 : sum / total;
  }

  /** Reports progress within a pass to the listener. */
  private DoublePredicate inside(FitListener listener, int maxPasses) {
    return fraction ->
        listener.onProgress(
            new FitListener.Progress(
                "subspace", (passes + fraction) / maxPasses, passes, residual));
  }

  /** Codes of all rows, computed during the passes where the rows are not all in memory. */
  private StochasticLasso.CodePass onAllRows(StochasticLasso lasso, FitListener listener) {
    int D = rows.inMemory().x().columns();
    Projections.Projector projector = new Projections.Projector(U, rows.rank(), config.gate(), D);
    return (passSeed, visitor) ->
        rows.passes()
            .visit(
                passSeed,
                (data, i) -> {
                  double y = data.label(i, lasso.target());
                  if (!Double.isNaN(y) && projector.project(data.x(), i)) {
                    visitor.code(projector.code(), y, data.weight(i));
                  }
                },
                fraction ->
                    listener.onProgress(
                        new FitListener.Progress("lasso on codes", fraction, passes, residual)));
  }

  @Override
  double[] basis() {
    return U;
  }

  @Override
  Regressor regressor() {
    return regressor;
  }

  /** Mean squared held-out residual of the best basis. */
  double residual() {
    return residual;
  }
}

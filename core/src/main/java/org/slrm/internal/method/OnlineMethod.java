package org.slrm.internal.method;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.RowBlocks;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.online.OnlineRows;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.mixture.OnlineModels;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.FitRecord;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.PassSolver;
import org.slrm.internal.solver.Solver;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.MixtureConfig;
import org.slrm.method.StreamConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Folds;

/**
 * The likelihood model, or a mixture of factor analysers, fitted by passes (O-1), (O-2), (U-10): a
 * batch fit on a sample, then online steps over all rows, one pass after another, while the
 * held-out error falls.
 */
public record OnlineMethod(MixtureConfig config, RowBlocks.Passes passes) implements PassSolver {
  /** A pass that lowers the error by less than this fraction ends the fit. */
  private static final double IMPROVEMENT = 1e-4;

  /** Rows of the first batch fit: enough for stable directions. */
  private static final int START_ROWS = 1000;

  /** Rows of the first batch fit for each factor of a large rank. */
  private static final int START_ROWS_PER_RANK = 20;

  /** Rows on which the rank is chosen, as for tables in memory. */
  private static final int RANK_ROWS = 2000;

  /** Number of held-out rows that evaluate a pass; more would cost as much as the pass. */
  private static final int EVALUATION_ROWS = 2000;

  /** One factor model with at most the given passes. */
  public static OnlineMethod of(LikelihoodConfig config, RowBlocks.Passes passes) {
    if (config.sparse()) {
      throw new IllegalArgumentException("sparse must be false for a fit by passes, got true");
    }
    MixtureConfig one = MixtureConfig.defaults().withComponents(1);
    return new OnlineMethod(one.withComponent(config), passes);
  }

  @Override
  public Fitted fit(PassData data, FitContext context) {
    SplittableRandom seeds = new SplittableRandom(context.seed());
    FitRecord c = new FitRecord();
    MixtureConfig found = chosen(data.sample(), seeds.nextLong(), context, c);
    int limit = found.components() * Math.max(START_ROWS, START_ROWS_PER_RANK * found.rank());
    StreamConfig stream = StreamConfig.ofRank(found.rank()).withWarmUp(limit);
    TrainingData first = sampled(data.sample(), limit, seeds.nextLong());
    OnlineRows online = OnlineRows.after(first, OnlineModels.start(found, first, context), stream);
    describe(c, found, data);
    Member best = runPasses(data, online, seeds, context.listener(), c);
    if (config.components() != 1) {
      c.found.put("components", best instanceof MixtureMember m ? m.size() : 1);
    }
    c.objective.put("meanLogLikelihood", online.logLikelihood());
    return Fitted.of(best, c);
  }

  /** The rows, unless they have weights, which online steps do not support. */
  private static TrainingData countedOnce(TrainingData rows) {
    double[] weights = rows.weights();
    if (weights != null) {
      throw new IllegalArgumentException(
          "row weights must be 1 for a fit of likelihood or mixture by passes, got "
              + Arrays.stream(weights).filter(w -> w != 1).findFirst().orElseThrow());
    }
    return rows;
  }

  private void describe(FitRecord c, MixtureConfig found, PassData data) {
    c.rank = found.rank();
    c.found.put("rank", found.rank());
    c.criterion = "hold-out mean squared error, mean over targets, scaled";
    c.tolerance = IMPROVEMENT;
    c.stop = "limit of " + passes.maxPasses() + " passes reached";
    if (!data.separate()) {
      c.note("no-hold-out");
    }
  }

  /** Makes the passes; returns the member with the smallest held-out error. */
  private Member runPasses(
      PassData data, OnlineRows online, SplittableRandom seeds, FitListener listener, FitRecord c) {
    TrainingData held = evaluated(data.held());
    Member best = online.member();
    double bestError = error(best, held);
    int idle = 0;
    for (int pass = 1; pass <= passes.maxPasses(); pass++) {
      double passesDone = pass - 1;
      double before = bestError;
      boolean whole =
          data.rows()
              .visit(
                  seeds.nextLong(),
                  (rows, i) -> online.add(countedOnce(rows), i),
                  fraction -> reportProgress(listener, passesDone + fraction, before));
      Member member = online.member();
      double error = error(member, held);
      c.history.add(error);
      c.iterations = pass;
      idle = error < bestError * (1 - IMPROVEMENT) ? 0 : idle + 1;
      if (error < bestError) {
        bestError = error;
        best = member;
      }
      if (!reportProgress(listener, pass, bestError) || !whole) {
        c.stop = FitRecord.STOPPED;
        break;
      }
      if (idle >= passes.patience()) {
        c.stop = "hold-out error did not fall in " + idle + " passes";
        break;
      }
    }
    return best;
  }

  private boolean reportProgress(FitListener listener, double passesDone, double error) {
    double done = passesDone / passes.maxPasses();
    String stage = config.components() == 1 ? "online likelihood" : "online mixture";
    return listener.onProgress(new FitListener.Progress(stage, done, (int) passesDone, error));
  }

  /** Components and rank as given, or the best by cross-validation on the sample. */
  private MixtureConfig chosen(TrainingData sample, long seed, FitContext context, FitRecord c) {
    if (config.rank() > 0) {
      int limit = Math.min(sample.x().rows(), sample.x().columns());
      Checks.between("rank", config.rank(), 1, limit);
    }
    boolean mechanism = config.component().mechanism() == Mechanism.AUTO;
    if (config.rank() > 0 && config.components() > 0 && !mechanism) {
      return config;
    }
    Solver search =
        config.components() == 1
            ? new LikelihoodMethod(config.component(), 0)
            : new MixtureMethod(config, 0);
    FitRecord found =
        search
            .fit(sampled(sample, RANK_ROWS, seed), context.withSeed(seed).with(FitListener.NONE))
            .record();
    c.candidates.addAll(found.candidates);
    int components = config.components() > 0 ? config.components() : components(found);
    MixtureConfig chosen = config.with(components, found.rank);
    if (mechanism && found.chosen instanceof LikelihoodConfig one) {
      c.found.put("missingness", one.mechanism().word());
      chosen = chosen.withComponent(chosen.component().withMechanism(one.mechanism()));
    }
    return chosen;
  }

  private static int components(FitRecord found) {
    return found.chosen instanceof MixtureConfig m ? m.components() : 1;
  }

  /** Up to this number of rows, labelled ones first, in the order of the data. */
  private static TrainingData sampled(TrainingData rows, int limit, long seed) {
    int n = rows.x().rows();
    if (n <= limit) {
      return rows;
    }
    int[] order = Folds.shuffled(n, seed);
    IntStream labelled = IntStream.of(order).filter(i -> rows.y().observed(i) > 0);
    IntStream others = IntStream.of(order).filter(i -> rows.y().observed(i) == 0);
    return rows.rows(IntStream.concat(labelled, others).limit(limit).sorted().toArray());
  }

  private static TrainingData evaluated(TrainingData held) {
    return held.rows(
        IntStream.range(0, held.x().rows())
            .filter(i -> held.y().observed(i) > 0)
            .limit(EVALUATION_ROWS)
            .toArray());
  }

  /** Mean over targets of the mean deviance. */
  private static double error(Member member, TrainingData held) {
    int targets = member.targets();
    StackSolver solver = StackSolver.of(member, held.kinds());
    double[] sum = new double[targets];
    int[] count = new int[targets];
    double[] z = new double[held.x().columns()];
    for (int i = 0; i < held.x().rows(); i++) {
      solver.pattern(held.x().row(i).indices(), held.x().observed(i));
      for (int e = 0; e < held.x().observed(i); e++) {
        z[e] = held.x().value(held.x().rowStart(i) + e);
      }
      solver.row(z);
      for (int k = held.y().rowStart(i); k < held.y().rowStart(i + 1); k++) {
        int t = held.y().column(k);
        solver.evaluate(t);
        sum[t] += held.kind(t).deviance(held.y().value(k), solver.mean());
        count[t]++;
      }
    }
    return IntStream.range(0, targets).mapToDouble(t -> sum[t] / count[t]).sum() / targets;
  }
}

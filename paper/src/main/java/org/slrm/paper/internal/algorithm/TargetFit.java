package org.slrm.paper.internal.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.FitRecord;
import org.slrm.paper.internal.algorithm.passes.Parameters;
import org.slrm.paper.internal.algorithm.passes.SettingsSearch;
import org.slrm.paper.internal.algorithm.passes.Symbol;
import org.slrm.paper.internal.algorithm.passes.Units;
import org.slrm.result.FitListener;

/**
 * One target of a method of the paper: its setting by {@link SettingsSearch}, then the run on all
 * rows.
 */
final class TargetFit {
  /** A run of a method for one target and one setting, pass after pass over its rows. */
  abstract static class Run {
    /** The hold-out error after each pass. */
    final List<Double> history = new ArrayList<>();

    /** Passes made over the rows. */
    int passes;

    /** Why the passes ended. */
    String stop = "";

    /** Makes at most the given number of passes. */
    abstract void run(int maxPasses, FitListener listener);

    /** U of the best pair on the held-out rows. */
    abstract double[] basis();

    /** Its regressor, with the hold-out error of the pair. */
    abstract CodeRegression.Regressor regressor();
  }

  /** A run of the method on some rows with a setting. */
  @FunctionalInterface
  interface Method {
    Run run(TargetRows rows, Parameters p, Workers workers);
  }

  /**
   * Budget of a search.
   *
   * @param settings of the first stage
   * @param visits of rows for each of them
   * @param gate γ
   */
  record Budget(int settings, int visits, double gate) {}

  private final String name;
  private final TargetRows rows;
  private final HoldOut holdOut;
  private final List<Symbol.Axis> axes;
  private final FitContext context;
  private final Units units;

  TargetFit(
      String name, TargetRows rows, HoldOut holdOut, List<Symbol.Axis> axes, FitContext context) {
    this.name = name;
    this.rows = rows;
    this.holdOut = holdOut;
    this.axes = axes;
    this.context = context;
    units = Units.of(rows.inMemory(), rows.target(), rows.codes());
  }

  /** The best setting, for passes over all rows. */
  Parameters search(Budget budget, Method method, FitRecord record) {
    int available = rows.inMemory().x().rows();
    SettingsSearch search =
        new SettingsSearch(axes, budget.settings(), budget.visits(), available, context.seed());
    TargetRows[] some = new TargetRows[search.stages().size()];
    Arrays.setAll(
        some, s -> rows.subsample(search.stages().get(s).rows(), budget.gate(), context.seed()));
    int[] best =
        search.best(
            (places, stage) -> tried(some[stage.number()], places, stage, method),
            context.workers(),
            context.listener());
    record.candidates.addAll(search.candidates(name, units, rows.target(), best));
    record.found.merge("settingsTried", search.count(), TargetFit::sum);
    record.found.merge("visitsInSearch", search.visits(), TargetFit::sum);
    return Parameters.at(axes, best, units, rows.passes().rows());
  }

  private static Object sum(Object a, Object b) {
    return a instanceof Integer ? (Object) ((int) a + (int) b) : (Object) ((long) a + (long) b);
  }

  private SettingsSearch.Outcome tried(
      TargetRows some, int[] places, SettingsSearch.Stage stage, Method method) {
    long n = some.passes().rows();
    Run run = method.run(some, Parameters.at(axes, places, units, n), Workers.single());
    run.run(stage.passes(), FitListener.NONE);
    CodeRegression.Regressor r = run.regressor();
    double standardError =
        holdOut.standardError(run.basis(), r.coefficients(), r.intercept(), Workers.single());
    return new SettingsSearch.Outcome(r.error(), standardError, n * run.passes);
  }

  /** Records a run and its setting. */
  void describe(FitRecord record, boolean single, Run run, Parameters p) {
    String prefix = single ? "" : "target " + rows.target() + ": ";
    record.stop += (record.stop.isEmpty() ? "" : "; ") + prefix + run.stop;
    record.iterations += run.passes;
    record.history.addAll(run.history);
    p.found().forEach((k, v) -> record.found.put(prefix + k, v));
  }
}

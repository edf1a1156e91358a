package org.slrm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Checks;
import org.slrm.data.RowBlocks;
import org.slrm.data.Scaling;
import org.slrm.internal.BlockPasses;
import org.slrm.internal.DrawnRows;
import org.slrm.internal.FitContext;
import org.slrm.internal.Fitted;
import org.slrm.internal.Interrupts;
import org.slrm.internal.Methods;
import org.slrm.internal.PassData;
import org.slrm.internal.Reports;
import org.slrm.internal.RowRoles;
import org.slrm.internal.TrainingData;
import org.slrm.internal.Workers;
import org.slrm.select.CrossValidated;

/**
 * A fit by passes, from rows to model: roles of rows, scaling, solver, judgement on rows held out.
 */
final class PassFit {
  /** With fewer labelled rows none are held out. */
  private static final int LEAST_LABELLED = 50;

  private final MethodConfig config;
  private final PassConfig passes;
  private final long seed;
  private final int threads;
  private final FitListener listener;
  private final @Nullable TrainingData validation;

  /**
   * A fit with these settings.
   *
   * @param validation rows to hold out given by the user, of which every other one judges; null to
   *     hold out some of the data's own
   */
  PassFit(
      MethodConfig config,
      PassConfig passes,
      long seed,
      int threads,
      FitListener listener,
      @Nullable TrainingData validation) {
    this.config = config;
    this.passes = passes;
    this.seed = seed;
    this.threads = threads;
    this.listener = listener;
    this.validation = validation;
  }

  SlrmModel fit(RowBlocks rows) {
    var solver = Methods.passSolver(config, passes);
    DrawnRows drawn = null;
    RowRoles roles = roles(rows);
    boolean own = validation != null || rows.labelledRows() >= LEAST_LABELLED;
    if (own) {
      drawn = withValidation(DrawnRows.of(rows, roles));
      own = labelledForAll(drawn.choose()) && labelledForAll(drawn.judge());
    }
    if (drawn == null || !own) {
      roles = roles.withoutHoldOut();
      drawn = DrawnRows.of(rows, roles);
    }
    check(rows, drawn);
    int D = rows.features();
    Scaling scaling = Scaling.of(drawn.features(), config.scaling());
    Scaling targetScaling = Scaling.of(drawn.labels(), config.scaling());
    int window = passes.rowsInMemory(D + rows.targets());
    TrainingData sample = scaled(drawn.sample(), scaling, targetScaling);
    PassData data =
        new PassData(
            new BlockPasses(rows, roles, scaling, targetScaling, drawn.fitRows(), window),
            sample,
            own ? scaled(drawn.choose(), scaling, targetScaling) : sample,
            own);
    try (Workers workers = Workers.of(threads)) {
      FitListener heard = Interrupts.heardBy(listener, workers);
      Fitted fitted = solver.fit(data, new FitContext(seed, workers, heard, null));
      Interrupts.describe(fitted.certificate());
      SlrmModel plain =
          model(fitted, scaling, targetScaling, report(rows, drawn, fitted, null), null);
      CrossValidated judged = own ? Reports.judged(plain, drawn.judge(), threads) : null;
      FitReport report = report(rows, drawn, fitted, judged);
      return model(fitted, scaling, targetScaling, report, judged);
    }
  }

  private RowRoles roles(RowBlocks rows) {
    RowRoles roles =
        RowRoles.of(
            passes, rows.rows(), rows.labelledRows(), rows.features() + rows.targets(), seed);
    return validation == null ? roles : roles.withoutHoldOut();
  }

  /** Every other row given by the user chooses, the others judge. */
  private DrawnRows withValidation(DrawnRows drawn) {
    TrainingData given = validation;
    if (given == null) {
      return drawn;
    }
    int n = given.x().rows();
    int[] even = IntStream.range(0, n).filter(i -> i % 2 == 0).toArray();
    int[] odd = IntStream.range(0, n).filter(i -> i % 2 == 1).toArray();
    return new DrawnRows(
        drawn.features(),
        drawn.labels(),
        drawn.fitRows(),
        drawn.emptyRows(),
        drawn.sample(),
        given.rows(even),
        given.rows(odd));
  }

  private static boolean labelledForAll(TrainingData rows) {
    return IntStream.of(rows.y().statistics().known()).allMatch(k -> k > 0);
  }

  private static TrainingData scaled(TrainingData rows, Scaling scaling, Scaling targetScaling) {
    return new TrainingData(scaling.apply(rows.x()), targetScaling.apply(rows.y()));
  }

  private static void check(RowBlocks rows, DrawnRows drawn) {
    Checks.atLeast("features", rows.features(), 1);
    Checks.atLeast("targets", rows.targets(), 1);
    Checks.atLeast("rows", (int) Math.min(Integer.MAX_VALUE, rows.rows()), 2);
    Reports.checkKnown(rows.rows(), rows.features(), rows.known());
    Reports.checkLabels(drawn.labels().known(), rows.rows());
  }

  private static SlrmModel model(
      Fitted fitted,
      Scaling scaling,
      Scaling targetScaling,
      FitReport report,
      @Nullable CrossValidated judged) {
    return new SlrmModel(
        scaling,
        targetScaling,
        fitted.members(),
        fitted.weights(),
        Reports.calibrations(judged, targetScaling.columns()),
        report);
  }

  private FitReport report(
      RowBlocks rows, DrawnRows drawn, Fitted fitted, @Nullable CrossValidated judged) {
    var c = fitted.certificate();
    Map<String, Object> settings = new LinkedHashMap<>(config.settings());
    settings.putAll(passes.settings());
    settings.putAll(c.found);
    int D = rows.features();
    Scaling targetScaling = Scaling.of(drawn.labels(), config.scaling());
    return new FitReport(
        config.method(),
        c.rank,
        (int) Math.min(Integer.MAX_VALUE, rows.rows()),
        (int) Math.min(Integer.MAX_VALUE, rows.labelledRows()),
        D,
        rows.targets(),
        1 - rows.known() / ((double) rows.rows() * D),
        seed,
        settings,
        c.criterion,
        c.tolerance,
        c.stop,
        c.iterations,
        c.history,
        c.objective,
        c.candidates.stream().map(k -> Reports.unscaled(k, targetScaling)).toList(),
        Reports.scores(judged, rows.targets()),
        judged,
        notes(rows, drawn, c.notes, judged));
  }

  private static List<String> notes(
      RowBlocks rows, DrawnRows drawn, List<String> solver, @Nullable CrossValidated judged) {
    List<String> notes = new ArrayList<>(Reports.notes(drawn.features(), drawn.emptyRows()));
    notes.addAll(solver);
    notes.add(
        "fitted by passes over "
            + drawn.fitRows()
            + " rows, starts and searches on "
            + drawn.sample().x().rows()
            + " of them");
    if (judged != null) {
      notes.add(
          drawn.choose().x().rows()
              + " rows held out to choose by and "
              + drawn.judge().x().rows()
              + " to judge by: the error and the intervals rest on the latter");
    }
    return notes;
  }
}

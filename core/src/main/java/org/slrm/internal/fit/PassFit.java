package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.label.Layout;
import org.slrm.internal.run.BlockPasses;
import org.slrm.internal.run.DrawnRows;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.RowRoles;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.PassSolver;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import org.slrm.result.Note;

/** Rows visited pass after pass, of which some are held out for choosing and evaluation. */
public final class PassFit implements RowsToFit {
  /** With fewer labelled rows none are held out. */
  private static final int MIN_LABELLED = 50;

  private final PassSolver solver;
  private final RowBlocks.Passes passes;
  private final FitOptions options;
  private final RowBlocks rows;
  private final Layout layout;
  private final RowRoles roles;
  private final DrawnRows drawn;

  /** Whether the held-out rows are separate rows. */
  private final boolean separate;

  /**
   * A fit with these settings.
   *
   * @param solver the method
   * @param raw the rows in the user's units
   * @param validation hold-out rows given by the user, with labels as columns of the layout; every
   *     other one evaluates; null to hold out some of the data
   * @param layout the columns of each target
   */
  public PassFit(
      PassSolver solver,
      RowBlocks.Passes passes,
      FitOptions options,
      RowBlocks raw,
      @Nullable TrainingData validation,
      Layout layout) {
    this.solver = solver;
    this.passes = passes;
    this.options = options;
    this.layout = layout;
    rows = layout.plain() ? raw : new EncodedBlocks(raw, layout);
    RowRoles all = roles(validation != null);
    Optional<DrawnRows> heldOut = heldOut(all, validation);
    separate = heldOut.isPresent();
    roles = separate ? all : all.withoutHoldOut();
    drawn = heldOut.orElseGet(() -> DrawnRows.of(rows, roles, layout.labels()));
  }

  private RowRoles roles(boolean given) {
    RowRoles all =
        RowRoles.of(
            passes,
            rows.rows(),
            rows.labelledRows(),
            rows.features() + rows.targets(),
            options.seed());
    if (given) {
      return all.withoutHoldOut();
    }
    return solver.choosesByHeldOut() ? all : all.evaluationOnly();
  }

  /** The rows with some held out, none with too few labels. */
  private Optional<DrawnRows> heldOut(RowRoles all, @Nullable TrainingData validation) {
    if (validation == null && rows.labelledRows() < MIN_LABELLED) {
      return Optional.empty();
    }
    DrawnRows some = DrawnRows.of(rows, all, layout.labels());
    DrawnRows held = validation == null ? some : some.holding(validation);
    boolean evaluating = validation == null && !solver.choosesByHeldOut();
    return Optional.of(held)
        .filter(d -> (evaluating || labelledForAll(d.choose())) && labelledForAll(d.evaluate()));
  }

  /** Whether a part has a label of every target. */
  private static boolean labelledForAll(TrainingData part) {
    return IntStream.of(part.y().statistics().known()).allMatch(k -> k > 0);
  }

  @Override
  public DataSummary summary() {
    options.listener().onPhase("preparing", "scales");
    return new DataSummary(
        rows.rows(),
        rows.labelledRows(),
        drawn.emptyRows(),
        rows.known(),
        drawn.features(),
        drawn.labels(),
        layout);
  }

  @Override
  public IncompleteMatrix sample() {
    return drawn.sample().x();
  }

  @Override
  public Fitted fit(Scalings scalings) {
    options.listener().onPhase("fitting", "passes");
    int window = passes.rowsInMemory(rows.features() + rows.targets());
    TrainingData sample = scalings.apply(drawn.sample());
    PassData data =
        new PassData(
            new BlockPasses(
                rows,
                roles,
                scalings.x(),
                scalings.y(),
                drawn.fitRows(),
                drawn.features().rows(),
                window,
                layout.labels()),
            sample,
            separate ? scalings.apply(drawn.choose()) : sample,
            separate);
    try (Workers workers = options.workers()) {
      return solver.fit(data, options.context(workers, null));
    }
  }

  @Override
  public Optional<CrossValidated> validate(Fitted fitted, Scalings scalings) {
    options.listener().onPhase("calibration", "errors on held-out rows");
    if (!separate) {
      return Optional.ofNullable(fitted.validation()).map(scalings::unscaled);
    }
    try (Workers workers = options.workers()) {
      return Optional.of(Assembly.evaluated(fitted, scalings, drawn.evaluate(), workers));
    }
  }

  /** Fitted to the sample, as for a table in memory. */
  @Override
  public Optional<Imputation> imputation(Fitted fitted, Scalings scalings) {
    options.listener().onPhase("fitting", "imputation");
    try (Workers workers = options.workers()) {
      FitContext context = new FitContext(options.seed(), workers, FitListener.NONE, null);
      return Assembly.imputation(fitted, drawn.sample(), scalings, context);
    }
  }

  @Override
  public Map<String, Object> settings() {
    return passes.settings();
  }

  @Override
  public List<Note> notes(boolean validated) {
    List<Note> notes = new ArrayList<>();
    notes.add(solver.rowsUsed(drawn.fitRows(), drawn.sample().x().rows()));
    if (validated && separate) {
      int choosing = drawn.choose().x().rows();
      int validation = drawn.evaluate().x().rows();
      notes.add(Note.of("held-out-rows", "choosing", choosing, "validation", validation));
    }
    return notes;
  }
}

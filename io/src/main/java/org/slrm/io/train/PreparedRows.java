package org.slrm.io.train;

import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.data.RowBlocks;
import org.slrm.io.Table;
import org.slrm.io.cache.RowCache;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.score.FitWarnings;

/**
 * Checked rows of a row cache, which must stay open.
 *
 * <pre>{@code
 * TableTrainer trainer = new TableTrainer(TrainingSettings.of("y"));
 * ReadOptions columns = trainer.settings().tableOptions();
 * try (RowCache cache = RowCache.of("big.csv.gz", columns, Path.of("big.rows"), count -> true)) {
 *   TrainingResult result = trainer.prepare(cache).fit(RowBlocks.Passes.defaults());
 * }
 * }</pre>
 */
public final class PreparedRows {
  private final TrainingSettings settings;
  private final RowCache rows;

  PreparedRows(TrainingSettings settings, RowCache rows) {
    this.settings = settings;
    this.rows = rows;
    TrainingSettings.Targets targets = settings.targets();
    reject("weights", settings.reading().weight() != null);
    reject("columns of time and group", !settings.validation().columns().isEmpty());
    reject("auxiliary columns", !targets.auxiliary().isEmpty());
    reject("class weights", targets.classWeights().given());
    reject("a hold-out", !(settings.validation().holdOut() instanceof HoldOut.None));
    TrainingChecks.of(rows);
  }

  private static void reject(String setting, boolean given) {
    if (given) {
      throw new IllegalArgumentException(setting + " must be absent in a fit by passes");
    }
  }

  /** Fits the rows in passes over them. */
  public TrainingResult fit(RowBlocks.Passes passes) {
    ReadOptions options = settings.columns();
    SlrmModel model = settings.targets().limits().in(model(passes));
    return new TrainingResult(
        FitRun.file(model, rows.schema(), options, settings.run(), null),
        model,
        null,
        List.of(),
        // The first block determines the columns with the largest contributions.
        FitWarnings.of(model, rows.schema(), rows.read(0).x()),
        TargetChoice.of(rows.schema(), options),
        false,
        HoldOutScores.NONE);
  }

  private SlrmModel model(RowBlocks.Passes passes) {
    Trainer trainer =
        FitRun.trainer(
            settings.method(), settings.run(), rows.schema().labelKinds(settings.columns()));
    HoldOut held = settings.validation().rows();
    if (held instanceof HoldOut.Fraction f) {
      return trainer.fit(rows, passes.withHoldOutFraction(f.fraction()));
    }
    Table validation =
        TrainingRows.separate("--validation", held, settings.reading(), rows.schema());
    return (validation == null
            ? trainer
            : trainer.validation(validation.features(), validation.labels()))
        .fit(rows, passes);
  }
}

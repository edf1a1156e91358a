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
 * Checked rows that need not be in memory. It reads from its cache, which must stay open.
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
    refuse("weights", settings.reading().weight() != null);
    refuse("columns of time and group", !settings.validation().columns().isEmpty());
    refuse("auxiliary columns", !targets.auxiliary().isEmpty());
    refuse("class weights", targets.classWeights().given());
    refuse("a hold-out", !(settings.validation().holdOut() instanceof HoldOut.None));
    TrainingChecks.of(rows);
  }

  private static void refuse(String what, boolean given) {
    if (given) {
      throw new IllegalArgumentException(what + " must be absent in a fit by passes");
    }
  }

  /** Fits the rows by passes over them. */
  public TrainingResult fit(RowBlocks.Passes passes) {
    ReadOptions options = settings.columns();
    SlrmModel model = settings.targets().limits().in(model(passes));
    return new TrainingResult(
        FitRun.file(model, rows.schema(), options, settings.run(), null),
        model,
        null,
        List.of(),
        // The first block shows which columns carry the predictions.
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
    Table other = TrainingRows.others("--validation", held, settings.reading(), rows.schema());
    return (other == null ? trainer : trainer.validation(other.features(), other.labels()))
        .fit(rows, passes);
  }
}

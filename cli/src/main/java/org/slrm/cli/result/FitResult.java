package org.slrm.cli.result;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.Schema;
import org.slrm.io.score.LabelScore;
import org.slrm.io.train.HoldOutScores;
import org.slrm.io.train.TrainingResult;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.Score;
import org.slrm.result.Note;

/**
 * The result of a fit.
 *
 * @param schema what was read
 * @param fitted the model
 * @param dataWarnings warnings about the data, shown before the fit
 * @param fitWarnings warnings of the fit itself
 * @param notes on the targets and the options, besides those of the fit
 * @param holdout scores on held-out rows
 * @param seconds time taken
 * @param model where the model was written
 * @param page where the HTML report was written, null without
 * @param cache the row cache of a fit by passes, null without one
 */
public record FitResult(
    Schema schema,
    SlrmModel fitted,
    List<DataWarning> dataWarnings,
    List<DataWarning> fitWarnings,
    List<Note> notes,
    HoldOutScores holdout,
    double seconds,
    Path model,
    @Nullable Path page,
    @Nullable Path cache) {
  /** The result of a fit in this process. */
  public static FitResult of(
      TrainingResult result,
      List<Note> notes,
      double seconds,
      Path model,
      @Nullable Path page,
      @Nullable Path cache) {
    return new FitResult(
        result.file().schema(),
        result.model(),
        result.dataWarnings(),
        result.fitWarnings(),
        notes,
        result.holdOut(),
        seconds,
        model,
        page,
        cache);
  }

  public FitReport report() {
    return fitted.report();
  }

  /** All warnings, those about the data first. */
  public List<DataWarning> warnings() {
    List<DataWarning> all = new ArrayList<>(dataWarnings);
    all.addAll(fitWarnings);
    return all;
  }

  /** Errors of a target by block of time. */
  public TimeBlocks blocks(int target) {
    return TimeBlocks.of(report(), target, LabelScore.of(fitted, target));
  }

  /** The score of a target on held-out rows, NaN without such rows. */
  public Score score(int target) {
    double nan = Double.NaN;
    return report().scores().isEmpty()
        ? new Score(0, nan, nan, nan, scoreName(target), nan, nan, nan)
        : report().scores().get(target);
  }

  /** The name of its score in files. */
  public String scoreName(int target) {
    return LabelScore.of(fitted, target).name();
  }
}

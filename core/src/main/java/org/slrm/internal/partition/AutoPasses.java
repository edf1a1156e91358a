package org.slrm.internal.partition;

import org.slrm.data.RowBlocks;
import org.slrm.internal.auto.AutoSolver;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.PassData;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.solver.Fitted;
import org.slrm.internal.solver.PassSolver;
import org.slrm.method.AutoConfig;
import org.slrm.result.Note;

/**
 * The default method by passes: members chosen on the sample, as in memory, fit all rows.
 *
 * @param folds number of folds of a small sample for choosing
 */
public record AutoPasses(AutoConfig config, RowBlocks.Passes passes, int folds)
    implements PassSolver {
  @Override
  public Fitted fit(PassData data, FitContext context) {
    TrainingData sample = data.sample();
    AutoSolver solver = new AutoSolver(config, folds);
    TrainingData validation = data.separate() && data.held().x().rows() > 0 ? data.held() : null;
    FitContext withValidation =
        new FitContext(context.seed(), context.workers(), context.listener(), validation);
    if (sample.x().rows() == data.rows().rows()) {
      return solver.fit(sample, withValidation);
    }
    int features = sample.x().columns();
    int columns = features + sample.y().columns();
    DistributedFinalRows all =
        new DistributedFinalRows(
            new PassedRows(data.rows(), columns, context.workers()),
            features,
            (int) Math.min(Integer.MAX_VALUE, data.rows().rows()),
            sample.kinds(),
            new DistributedFinalRows.IterationSettings(context.seed(), -1, passes.maxPasses()));
    return solver.fit(sample, all, withValidation);
  }

  /** False: candidates are selected on held-out rows of the sample. */
  @Override
  public boolean choosesByHeldOut() {
    return false;
  }

  @Override
  public Note rowsUsed(long rows, int sample) {
    return Note.of("chosen-on-sample", "sample", sample, "rows", rows);
  }
}

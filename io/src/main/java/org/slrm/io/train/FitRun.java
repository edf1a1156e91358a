package org.slrm.io.train;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

/** Code shared by fits in memory and by passes. */
final class FitRun {
  private FitRun() {}

  /** A trainer with the seed, threads and time budget of a run. */
  static Trainer trainer(MethodConfig method, TrainingSettings.Run run, List<LabelKind> kinds) {
    return Slrm.with(timed(method, run.timeBudget()))
        .seed(run.seed())
        .threads(run.threads())
        .labels(kinds)
        .listener(listener(method, run));
  }

  private static MethodConfig timed(MethodConfig method, @Nullable Duration budget) {
    return method instanceof AutoConfig auto && auto.timeBudget() == null && budget != null
        ? auto.withTimeBudget(budget)
        : method;
  }

  /** A listener that enforces the time budget; auto limits its time without it. */
  private static FitListener listener(MethodConfig method, TrainingSettings.Run run) {
    Duration budget = run.timeBudget();
    return budget == null || method instanceof AutoConfig
        ? run.listener()
        : new Deadline(run.listener(), System.nanoTime(), budget.toNanos());
  }

  /** Stops a fit at its deadline. */
  private record Deadline(FitListener listener, long start, long nanos) implements FitListener {
    @Override
    public boolean onProgress(Progress progress) {
      return listener.onProgress(progress) && System.nanoTime() - start <= nanos;
    }

    @Override
    public void onPhase(String phase, String part) {
      listener.onPhase(phase, part);
    }
  }

  /** The file of a model, whose provenance has the seed only. */
  static ModelFile file(
      SlrmModel model,
      Schema schema,
      ReadOptions reading,
      TrainingSettings.Run run,
      @Nullable TrainingProfile profile) {
    return new ModelFile(
        ModelFile.MODEL,
        (run.calibrated() ? model : model.uncalibrated()).state(),
        schema.withFractions(model.scaling()::center),
        reading,
        ModelFile.Provenance.ofSeed(run.seed()),
        profile);
  }
}

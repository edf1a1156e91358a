package org.slrm.internal.mixture;

import java.util.List;
import org.slrm.internal.factor.online.OnlineModel;
import org.slrm.internal.factor.online.OnlineStep;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.MixtureConfig;
import org.slrm.method.StreamConfig;
import org.slrm.result.ModelState;

/** Which model goes on learning: one subspace, or several. */
public final class OnlineModels {
  private OnlineModels() {}

  /** Begins with a batch fit to the first rows. */
  public static OnlineModel start(MixtureConfig config, TrainingData first, FitContext context) {
    return config.components() == 1
        ? OnlineStep.start(config.component(), first, context)
        : OnlineMixture.start(config, first, context);
  }

  /** Goes on from where another was taken apart. */
  public static OnlineModel read(
      ModelState state, StreamConfig config, int features, List<Label> labels) {
    return config.components() == 1
        ? OnlineStep.read(state, config.likelihood(), features, labels)
        : OnlineMixture.read(state, config.mixture(), features, labels);
  }
}

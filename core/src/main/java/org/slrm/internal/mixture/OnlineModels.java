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

/** The model that learns online: one factor model or a mixture. */
public final class OnlineModels {
  private OnlineModels() {}

  /** Starts with a batch fit to the first rows. */
  public static OnlineModel start(MixtureConfig config, TrainingData first, FitContext context) {
    return config.components() == 1
        ? OnlineStep.start(config.component(), first, context)
        : OnlineMixture.start(config, first, context);
  }

  /** Continues from a stored state. */
  public static OnlineModel read(
      ModelState state, StreamConfig config, int features, List<Label> labels) {
    return config.components() == 1
        ? OnlineStep.read(state, config.likelihood(), features, labels)
        : OnlineMixtureState.read(state, config.mixture(), features, labels);
  }
}

package org.slrm.internal.factor.online;

import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.StreamConfig;

/** Rows in scaled units, gathered into batches and learned from by {@link OnlineStep}. */
public final class OnlineRows {
  private final OnlineStep step;
  private final int batch;
  private final Fading fading;
  private final LabelMemory memory;
  private final IncompleteMatrix.Builder x;
  private final IncompleteMatrix.Builder y;

  private OnlineRows(OnlineStep step, StreamConfig config, int features, int targets) {
    this.step = step;
    batch = config.batch();
    fading = new Fading(config.forgetting(), config.stepExponent(), batch);
    memory = new LabelMemory(config.labelMemory());
    x = IncompleteMatrix.builder(features);
    y = IncompleteMatrix.builder(targets);
  }

  /** Begins with a batch fit to some rows. */
  public static OnlineRows start(
      LikelihoodConfig config, StreamConfig stream, TrainingData first, FitContext context) {
    OnlineRows rows =
        new OnlineRows(
            OnlineStep.start(config, first, context),
            stream,
            first.x().columns(),
            first.y().columns());
    rows.memory.add(first.x(), first.y());
    return rows;
  }

  /** Takes row i; learns when a batch is full. */
  public void add(TrainingData rows, int i) {
    x.add(rows.x().row(i));
    y.add(rows.y().row(i));
    if (x.rows() == batch) {
      learn(x.build(), y.build());
      x.clear();
      y.clear();
    }
  }

  private void learn(IncompleteMatrix rows, IncompleteMatrix labels) {
    IncompleteMatrix.Builder oldX = IncompleteMatrix.builder(rows.columns());
    IncompleteMatrix.Builder oldY = IncompleteMatrix.builder(labels.columns());
    memory.recallFor(labels, oldX, oldY);
    step.learn(rows.besides(labels), oldX.build().besides(oldY.build()), memory.size(), fading);
    memory.add(rows, labels);
  }

  /** The member that predicts labels by what was learned so far. */
  public LikelihoodMember member() {
    return step.member();
  }

  /** Mean log-likelihood of the rows, each when it came, by weight. */
  public double logLikelihood() {
    return step.logLikelihood();
  }
}

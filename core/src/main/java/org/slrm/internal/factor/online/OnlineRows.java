package org.slrm.internal.factor.online;

import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.predict.Member;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.StreamConfig;

/** Rows in scaled units, collected into batches for an {@link OnlineModel}. */
public final class OnlineRows {
  private final OnlineModel model;
  private final int batch;
  private final ForgettingSchedule fading;
  private final LabelMemory memory;
  private final IncompleteMatrix.Builder x;
  private final IncompleteMatrix.Builder y;

  private OnlineRows(OnlineModel model, StreamConfig config, int features, int targets) {
    this.model = model;
    batch = config.batch();
    fading =
        new ForgettingSchedule(
            config.forgetting().factor(), config.forgetting().stepExponent(), batch);
    memory = new LabelMemory(config.labelMemory());
    x = IncompleteMatrix.builder(features);
    y = IncompleteMatrix.builder(targets);
  }

  /** Continues with a model that was fitted to some rows. */
  public static OnlineRows after(TrainingData first, OnlineModel model, StreamConfig stream) {
    OnlineRows rows = new OnlineRows(model, stream, first.x().columns(), first.y().columns());
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
    memory.replayMissing(labels, oldX, oldY);
    model.learn(rows.besides(labels), oldX.build().besides(oldY.build()), memory.size(), fading);
    memory.add(rows, labels);
  }

  /** The member with the current parameters. */
  public Member member() {
    return model.member();
  }

  /** Mean log-likelihood of the rows before learning from them, by weight. */
  public double logLikelihood() {
    return model.logLikelihood();
  }
}

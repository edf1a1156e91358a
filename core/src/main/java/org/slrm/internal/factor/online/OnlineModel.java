package org.slrm.internal.factor.online;

import java.util.List;
import java.util.Map;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.Member;
import org.slrm.method.StreamConfig;
import org.slrm.result.ModelState;

/** A model that learns online from rows of features and labels, in scaled units. */
public interface OnlineModel {
  /**
   * Learns from rows of features and labels, after its sums have faded.
   *
   * @param z new rows
   * @param again earlier rows, whose labels are learned again
   * @param remembered number of rows in the memory they come from
   * @param fading how sums fade
   */
  void learn(IncompleteMatrix z, IncompleteMatrix again, int remembered, ForgettingSchedule fading);

  /** Standardised squared error per observed entry before learning; 1 on average (O-3). */
  double error(IncompleteMatrix z);

  /** Whether a column, features first, then labels, was ever observed. */
  boolean seen(int column);

  /** Number of rows behind the statistics, by weight. */
  double weight();

  /** Mean log-likelihood of the rows before learning from them, by weight. */
  double logLikelihood();

  /** The member with the current parameters. */
  Member member();

  /** Adds the full state. */
  void write(Map<String, Object> values, Map<String, ModelState.Array> arrays);

  /** Reads the state of {@link #write}. */
  @FunctionalInterface
  interface Reader {
    /** The model of rows with this number of features, then these labels. */
    OnlineModel read(ModelState state, StreamConfig config, int features, List<Label> labels);
  }
}

package org.slrm.internal.factor.online;

import java.util.List;
import java.util.Map;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.Member;
import org.slrm.method.StreamConfig;
import org.slrm.result.ModelState;

/** A model that goes on learning from rows of features and labels, in scaled units. */
public interface OnlineModel {
  /**
   * Learns from rows of features and labels, after letting what was learned fade.
   *
   * @param z new rows
   * @param again rows seen before, of which the labels' part is learned again
   * @param kept number of rows such are taken from in turn
   * @param fading how the past fades
   */
  void learn(IncompleteMatrix z, IncompleteMatrix again, int kept, Fading fading);

  /**
   * The standardised squared error per known entry of rows that were not learned from, 1 on average
   * while the model holds (O-3).
   */
  double error(IncompleteMatrix z);

  /** Whether a column, first features then labels, was ever seen. */
  boolean seen(int column);

  /** Number of rows behind the statistics, by weight. */
  double weight();

  /** Mean log-likelihood of the rows, each when it came, by weight. */
  double logLikelihood();

  /** The member that predicts labels by the current parameters. */
  Member member();

  /** Adds all that is needed to go on from here. */
  void write(Map<String, Object> values, Map<String, ModelState.Array> arrays);

  /** Puts together what {@link #write} took apart. */
  @FunctionalInterface
  interface Reader {
    /** The model of rows with as many features, then these labels. */
    OnlineModel read(ModelState state, StreamConfig config, int features, List<Label> labels);
  }
}

package org.slrm;

import java.util.Collections;
import java.util.List;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.method.StreamConfig;

/**
 * The entry point: fits models and starts streams.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.fit(x, y);                                    // everything chosen by validation
 * SlrmModel other = Slrm.with(LikelihoodConfig.defaults().withRank(8)).fit(x, y);
 * }</pre>
 */
public final class Slrm {
  private Slrm() {}

  /** Fits with everything chosen by validation; NaN labels are unlabelled rows. */
  public static SlrmModel fit(IncompleteMatrix x, double[] y) {
    return with(AutoConfig.defaults()).fit(x, y);
  }

  /** Fits several targets, all choices by validation; an unknown label is a missing entry. */
  public static SlrmModel fit(IncompleteMatrix x, IncompleteMatrix y) {
    return with(AutoConfig.defaults()).fit(x, y);
  }

  /** A trainer for the method whose settings are given. */
  public static Trainer with(MethodConfig config) {
    return new Trainer(config);
  }

  /** A stream of rows with the given number of features and one target. */
  public static SlrmStream stream(StreamConfig config, int features) {
    return stream(config, features, 1);
  }

  /** A stream that predicts by a fitted model until its first fit. */
  public static SlrmStream stream(StreamConfig config, SlrmModel model) {
    return new SlrmStream(config, model);
  }

  /** A stream of rows with the given number of features and targets. */
  public static SlrmStream stream(StreamConfig config, int features, int targets) {
    return stream(config, features, Collections.nCopies(targets, LabelKind.NUMERIC));
  }

  /** A stream of rows with the given number of features and targets of these kinds. */
  public static SlrmStream stream(StreamConfig config, int features, List<LabelKind> targets) {
    return new SlrmStream(config, features, targets);
  }
}

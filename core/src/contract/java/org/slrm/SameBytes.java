package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.slrm.data.IncompleteMatrix;
import org.slrm.method.MethodConfig;
import org.slrm.paper.Simulation;
import org.slrm.result.Predictions;

/** Asserts that predictions are the same to the last bit. */
public final class SameBytes {
  private SameBytes() {}

  /** After a fit with one thread and one with two. */
  public static void assertSameWithOneAndTwoThreads(
      MethodConfig config, Simulation.Sample rows, IncompleteMatrix test, long seed) {
    Trainer trainer = Slrm.with(config).folds(0).seed(seed);
    Predictions one = trainer.threads(1).fit(rows.x(), rows.y()).predict(test);
    Predictions two = trainer.threads(2).fit(rows.x(), rows.y()).predict(test);
    assertArrayEquals(one.mean(), two.mean());
    assertArrayEquals(one.standardError(), two.standardError());
  }
}

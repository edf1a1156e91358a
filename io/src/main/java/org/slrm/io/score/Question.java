package org.slrm.io.score;

import org.slrm.internal.check.Checks;

/**
 * What is wanted to know of each row.
 *
 * <pre>{@code
 * Question q = Question.DEFAULT.level(0.95).explain(3).suggest(2);
 * }</pre>
 *
 * @param level coverage of the intervals, above 0 and below 1
 * @param explain how many of the largest contributions, 0 for none
 * @param suggest how many missing columns worth measuring, 0 for none
 * @param threads how many threads predict
 */
public record Question(double level, int explain, int suggest, int threads) {
  /** Predictions with 90 % intervals, on all processors. */
  public static final Question DEFAULT =
      new Question(0.9, 0, 0, Runtime.getRuntime().availableProcessors());

  /** Checks the numbers. */
  public Question {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level must be above 0 and below 1, got " + level);
    }
    Checks.atLeast("explain", explain, 0);
    Checks.atLeast("suggest", suggest, 0);
    Checks.atLeast("threads", threads, 1);
  }

  /** The same with another coverage. */
  public Question level(double value) {
    return new Question(value, explain, suggest, threads);
  }

  /** The same with that many contributions. */
  public Question explain(int count) {
    return new Question(level, count, suggest, threads);
  }

  /** The same with that many suggestions. */
  public Question suggest(int count) {
    return new Question(level, explain, count, threads);
  }

  /** The same on that many threads. */
  public Question threads(int count) {
    return new Question(level, explain, suggest, count);
  }
}

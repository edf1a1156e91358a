package org.slrm.cli.option;

import org.slrm.cli.output.CommandException;
import org.slrm.internal.check.Checks;
import org.slrm.result.Folds;
import picocli.CommandLine.Option;

/** Seed, folds and threads of commands that fit. */
public final class RunOptions {
  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Random seed; equal seeds give identical files. Default: 1.")
  public long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Default: all processors. The result does not depend on it.")
  public int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--folds",
      paramLabel = "N",
      description = "Folds of cross-validation. Default: ${DEFAULT-VALUE}.")
  public int folds = Folds.DEFAULT;

  public int threads() {
    return Checks.between("--threads", threads, 1, 1024);
  }

  /** Rejects invalid values before any file is read. */
  public void check() {
    threads();
    CommandException.usageIf(folds < 2, "--folds must be at least 2, got " + folds);
  }

  public int folds(int rows) {
    check();
    return Math.min(folds, Math.max(2, rows / 2));
  }
}

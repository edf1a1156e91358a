package org.slrm.cli;

import org.slrm.data.Checks;
import org.slrm.select.Folds;
import picocli.CommandLine.Option;

/** Seed, folds and threads of commands that fit. */
final class RunOptions {
  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Everything random comes from it; equal seeds give equal files. Default: 1.")
  long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Default: all processors. The result does not depend on it.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--folds",
      paramLabel = "N",
      description = "Folds of cross-validation. Default: ${DEFAULT-VALUE}.")
  int folds = Folds.DEFAULT;

  int threads() {
    return Checks.between("--threads", threads, 1, 1024);
  }

  int folds(int rows) {
    if (folds < 2) {
      throw CommandException.usage("--folds must be at least 2, got " + folds);
    }
    return Math.min(folds, Math.max(2, rows / 2));
  }
}

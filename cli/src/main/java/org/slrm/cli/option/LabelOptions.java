package org.slrm.cli.option;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.output.CommandException;
import org.slrm.io.column.ReadOptions;
import picocli.CommandLine.Option;

/** Label kinds of the targets. */
public final class LabelOptions {
  @Option(
      names = "--label",
      split = ",",
      paramLabel = "KIND",
      description =
          "What the target is: auto, numeric, robust (numbers with outliers), classes, counts"
              + " or positive (amounts); one for all targets, or one each in the order of their"
              + " columns. Default: auto, classes where it holds text or two values, else numeric.")
  List<ReadOptions.Label> labels = new ArrayList<>();

  @Option(
      names = "--log-target",
      description =
          "Fit the target's logarithm; answers are on its own scale again, means and medians alike"
              + " (the same as --label positive).")
  boolean logarithm;

  /** Adds these options to the read options. */
  public ReadOptions.Builder in(ReadOptions.Builder reading) {
    if (logarithm && !labels.isEmpty()) {
      throw CommandException.usage("--log-target and --label exclude each other");
    }
    return reading.labels(logarithm ? List.of(ReadOptions.Label.POSITIVE) : labels);
  }

  /** Whether targets have different kinds. */
  public boolean several() {
    return labels.size() > 1;
  }

  /** Whether no kind is given. */
  public boolean free() {
    return labels.isEmpty() && !logarithm;
  }

  /** Whether every target is automatic or a plain number. */
  public boolean plain() {
    return !logarithm
        && labels.stream()
            .allMatch(l -> l == ReadOptions.Label.AUTO || l == ReadOptions.Label.NUMERIC);
  }
}

package org.slrm.cli.option;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.output.CommandException;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LabelKind;
import picocli.CommandLine.Option;

/** Label kinds of the targets. */
public final class LabelOptions {
  @Option(
      names = "--label",
      split = ",",
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description =
          "Label kind: ${COMPLETION-CANDIDATES} (robust: numbers with outliers; positive:"
              + " amounts; quantile:0.9: the 0.9 quantile); one for all targets, or one each in the order of their columns."
              + " Default: auto, classes where it holds text or two values, else numeric.")
  List<ReadOptions.Label> labels = new ArrayList<>();

  /** The choices by name. */
  static final class Kinds extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Kinds() {
      super(LabelKind.choices());
    }
  }

  @Option(
      names = "--log-target",
      description =
          "Fit the target's logarithm; predictions are on the scale of the target, means and medians alike"
              + " (the same as --label positive).")
  boolean logarithm;

  /** Adds these options to the read options. */
  public ReadOptions.Builder in(ReadOptions.Builder reading) {
    CommandException.usageIf(
        logarithm && !labels.isEmpty(), "--log-target and --label exclude each other");
    return reading.labels(logarithm ? List.of(ReadOptions.Label.of(LabelKind.POSITIVE)) : labels);
  }

  /** Whether a kind is given for each target. */
  public boolean perTarget() {
    return labels.size() > 1;
  }

  /** Whether no kind is given. */
  public boolean isUnspecified() {
    return labels.isEmpty() && !logarithm;
  }
}

package org.slrm.cli.option;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.output.CommandException;
import picocli.CommandLine.Option;

/** Auxiliary targets: columns known in training only. */
public final class AuxiliaryOption {
  @Option(
      names = {"--auxiliary", "--train-only"},
      split = ",",
      paramLabel = "COL",
      description =
          "Columns that new data will not have, such as an expensive assay: further targets of the"
              + " fit, never inputs and not predicted. Used if held-out rows are then predicted"
              + " better, which takes a second fit.")
  List<String> columns = new ArrayList<>();

  /** Whether there are any. */
  public boolean given() {
    return !columns.isEmpty();
  }

  /** Rejects them where a fit does not support them. */
  public void refuse(String needs) {
    CommandException.usageIf(given(), "--train-only " + needs);
  }

  /** Rejects columns that are also targets. */
  public void check(List<String> targets) {
    for (String name : columns) {
      CommandException.usageIf(
          targets.contains(name),
          "--train-only must name other columns than --target, got " + name + " in both");
    }
    CommandException.usageIf(given() && targets.isEmpty(), "--train-only needs --target");
  }

  public List<String> columns() {
    return columns;
  }
}

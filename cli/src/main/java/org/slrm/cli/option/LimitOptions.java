package org.slrm.cli.option;

import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.method.LabelKind;
import picocli.CommandLine.Option;

/** Values that a target cannot go beyond. */
public final class LimitOptions {
  @Option(
      names = "--min",
      paramLabel = "X",
      description =
          "The least that targets can be, such as 0: no prediction, interval or quantile is below.")
  @Nullable Double min;

  @Option(names = "--max", paramLabel = "X", description = "The most that targets can be.")
  @Nullable Double max;

  /** Refuses limits that leave nothing between them. */
  public void check() {
    boolean finite = (min == null || Double.isFinite(min)) && (max == null || Double.isFinite(max));
    if (!finite || !(least() < most())) {
      throw CommandException.usage("--min must be below --max, got " + min + " and " + max);
    }
  }

  private boolean given() {
    return min != null || max != null;
  }

  private double least() {
    return min == null ? Double.NEGATIVE_INFINITY : min;
  }

  private double most() {
    return max == null ? Double.POSITIVE_INFINITY : max;
  }

  /** Refuses a table whose labels are beyond the limits. */
  public void check(Table table) {
    IncompleteMatrix labels = table.labels();
    for (int t = 0; given() && t < labels.columns(); t++) {
      if (!table.schema().target(t).levels().isEmpty()) {
        throw CommandException.usage(
            "--min and --max are for numbers, and "
                + ForeignText.word(table.targetNames().get(t))
                + " has classes");
      }
      for (int i = 0; i < labels.rows(); i++) {
        double y = labels.valueAt(i, t);
        if (y < least() || y > most()) {
          throw CommandException.input(
              table.report().file()
                  + ", row "
                  + (i + 1)
                  + ", column \""
                  + ForeignText.word(table.targetNames().get(t))
                  + "\": must be "
                  + (y < least()
                      ? "at least --min " + ReadableText.number(least())
                      : "at most --max " + ReadableText.number(most()))
                  + ", got "
                  + ReadableText.number(y));
        }
      }
    }
  }

  /** The model with answers between the limits. */
  public SlrmModel in(SlrmModel model) {
    SlrmModel out = model;
    for (int t = 0; given() && t < model.targets(); t++) {
      if (model.labelKind(t) != LabelKind.CLASSES) {
        out = out.within(t, least(), most());
      }
    }
    return out;
  }
}

package org.slrm.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.io.train.HoldOut;
import org.slrm.io.train.TrainingSettings;
import org.slrm.result.Note;
import picocli.CommandLine.Option;

/** Groups and times of rows, for the commands that split them. */
public final class SplitOptions {
  @Option(
      names = "--time",
      split = ",",
      paramLabel = "COL",
      description =
          "Time of each row: a date, a time or a number; with several columns, sorted by the"
              + " first, then the second. They are not used as features."
              + " Time-ordered validation: each block is predicted by a model fitted to earlier"
              + " rows only.")
  List<String> time = new ArrayList<>();

  @Option(
      names = "--group",
      paramLabel = "COL",
      description =
          "Group of each row, such as subject or site: no group is on both sides of a split."
              + " The column is not used as a feature.")
  @Nullable String group;

  @Option(
      names = "--split-features",
      description = "Use the columns of --time and --group as features too.")
  boolean features;

  /** Rejects conflicting options before anything is read. */
  public void check(List<String> targets, @Nullable String weights) {
    CommandException.usageIf(
        !time.isEmpty() && group != null, "--time and --group exclude each other");
    CommandException.usageIf(features && !given(), "--split-features needs --time or --group");
    for (String name : columns()) {
      CommandException.usageIf(
          targets.contains(name) || name.equals(weights),
          option() + " must name a column that is neither target nor weight, got " + name);
    }
  }

  /** Whether a column of groups or times is given. */
  public boolean given() {
    return !time.isEmpty() || group != null;
  }

  /** Rejects such columns where rows are not held in memory. */
  public void refuse(String needs) {
    CommandException.usageIf(given(), option() + " " + needs);
  }

  private String option() {
    return group == null ? "--time" : "--group";
  }

  private List<String> columns() {
    return group == null ? time : List.of(group);
  }

  /** Adds these options to the training settings. */
  public TrainingSettings in(TrainingSettings settings) {
    return settings.withTime(time).withGroup(group).withSplitFeatures(features);
  }

  /** The rows that an option holds out: a fraction of the rows, or a file. */
  public static HoldOut heldOut(String option, @Nullable String given) {
    if (given == null) {
      return HoldOut.NONE;
    }
    if (!given.matches("[0-9]*\\.?[0-9]+") || Files.exists(Path.of(given))) {
      return HoldOut.file(given);
    }
    double fraction = Double.parseDouble(given);
    CommandException.usageIf(
        !(fraction > 0 && fraction < 1),
        option + " must be a fraction between 0 and 1 or a file, got " + fraction);
    return HoldOut.fraction(fraction);
  }

  /** That columns to split by are no features; empty without columns to split by. */
  public List<Note> notes() {
    if (!given() || features) {
      return List.of();
    }
    return List.of(Note.of("split-columns", "columns", columns()));
  }
}

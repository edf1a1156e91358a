package org.slrm.cli.option;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.column.ReadOptions;
import picocli.CommandLine.Option;

/** Roles and kinds of columns, for the commands that learn from a file. */
public final class ColumnOptions {
  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COL",
      description = "Columns to leave out; * in a name stands for any characters.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--keep",
      split = ",",
      paramLabel = "COL",
      description =
          "Columns that look like identifiers and are none: used without a warning; a name may end in *.")
  List<String> keep = new ArrayList<>();

  @Option(
      names = "--categorical",
      split = ",",
      paramLabel = "COL",
      description = "Columns to take as categories though they hold numbers.")
  List<String> categorical = new ArrayList<>();

  /** Adds these options to the read options. */
  public ReadOptions.Builder in(ReadOptions.Builder reading) {
    return reading.ignore(ignore).keep(keep).categorical(categorical);
  }
}

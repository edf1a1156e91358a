package org.slrm.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A column that names rows and is carried through to what is written about them. */
public final class IdOption {
  @Option(
      names = "--id",
      paramLabel = "COL",
      description = "Column that names the rows, carried through as it is.")
  public @Nullable String column;
}

package org.slrm.cli.option;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadOptions.Carried;
import picocli.CommandLine.Option;

/** A column of row identifiers that is copied to outputs. */
public final class IdOption {
  @Option(
      names = "--id",
      paramLabel = "COL",
      description = "Column that names the rows, copied unchanged.")
  public @Nullable String column;

  /** The carried columns it requires. */
  public Carried carried() {
    return column == null ? Carried.NONE : Carried.of("--id", List.of(column));
  }
}

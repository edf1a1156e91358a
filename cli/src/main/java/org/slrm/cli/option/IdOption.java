package org.slrm.cli.option;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadOptions.RawCells;
import picocli.CommandLine.Option;

/** A column of row identifiers that is copied to outputs. */
public final class IdOption {
  @Option(
      names = "--id",
      paramLabel = "COL",
      description = "Column that names the rows, copied unchanged.")
  public @Nullable String column;

  /** The column whose text is stored. */
  public RawCells rawCells() {
    return column == null ? RawCells.NONE : RawCells.of("--id", List.of(column));
  }
}

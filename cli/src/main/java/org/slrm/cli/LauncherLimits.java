package org.slrm.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slrm.method.AutoConfig;

/**
 * Saves what the launcher must know before it starts Java, so that no number stands in two
 * languages. The build runs it: {@code LauncherLimits target/lib/moments.properties}.
 */
public final class LauncherLimits {
  private LauncherLimits() {}

  /** Writes the file that the only argument names. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]).toAbsolutePath();
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "rows="
            + AutoConfig.ROWS_FOR_MOMENTS
            + "\ncolumns="
            + AutoConfig.COLUMNS_FOR_MOMENTS
            + "\n");
  }
}

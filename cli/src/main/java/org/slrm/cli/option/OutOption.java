package org.slrm.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.OutputFile;
import picocli.CommandLine.Option;

/** Where a command writes its rows: a file, whole or not at all, or standard output. */
public final class OutOption {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write. Default: standard output.")
  public @Nullable Path file;

  /** Refuses to overwrite what is read. */
  public void mustDiffer(String otherName, String other) {
    if (file != null) {
      OutputFile.mustDiffer("--out", file, otherName, other);
    }
  }

  /** Writes there. */
  public void write(Console console, OutputFile.Writing task) throws IOException {
    if (file == null) {
      task.to(console.out());
    } else {
      try (OutputFile whole = OutputFile.at(file)) {
        whole.write(task);
        whole.commit();
      }
    }
  }
}

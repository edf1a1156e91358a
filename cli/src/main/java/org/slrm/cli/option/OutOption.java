package org.slrm.cli.option;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.OutputFile;
import org.slrm.io.format.TableFormat;
import org.slrm.io.format.TableWriter;
import picocli.CommandLine.Option;

/** The output of rows: a file, written atomically, or standard output. */
public final class OutOption {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "Where to write, in the format of its extension: "
              + TableFormat.ENDINGS
              + ". Default, or -:"
              + " CSV on standard output.")
  @Nullable Path file;

  /** The file, null for standard output. */
  public @Nullable Path file() {
    return file == null || file.toString().equals("-") ? null : file;
  }

  /** The format by the file's extension; unknown extensions are rejected. */
  public TableFormat format() {
    try {
      return file() == null ? TableFormat.CSV : TableFormat.of(String.valueOf(file()));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--out " + e.getMessage());
    }
  }

  /** A table in that format. */
  public TableWriter table(OutputStream to) throws IOException {
    return format().writer(to);
  }

  public void write(Console console, OutputFile.Writing task) throws IOException {
    Path place = file();
    if (place == null) {
      task.to(console.out());
    } else {
      try (OutputFile whole = OutputFile.at(place)) {
        whole.write(task);
        whole.commit();
      }
    }
  }
}

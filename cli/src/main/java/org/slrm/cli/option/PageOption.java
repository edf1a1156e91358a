package org.slrm.cli.option;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.OutputFile;
import org.slrm.io.model.ModelFile;
import picocli.CommandLine.Option;

/** A page that compares new rows with training rows. */
public final class PageOption {
  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Write an HTML page: predictions, errors where labels are known, and how the rows differ"
              + " from those at training.")
  public @Nullable Path file;

  /** Rejects models without a training profile. */
  public void check(Path model, ModelFile read) {
    if (file != null && read.training() == null) {
      throw CommandException.input(
          model
              + ": does not say what its training rows looked like, as --report needs; fit again");
    }
  }

  /** Writes the page if requested, with a message. */
  public void write(Supplier<String> html, Console console) {
    if (file != null) {
      OutputFile.save(file, html.get());
      console.note("slrm: report written to " + file);
    }
  }
}

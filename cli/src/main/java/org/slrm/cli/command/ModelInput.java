package org.slrm.cli.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ForeignText;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RowSource;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A model and new rows for it: what predict, evaluate and impute have in common. */
final class ModelInput {
  /** What to do with files that differ from the one fitted. */
  enum Mode {
    /** Take them as they are. */
    ACCEPT,
    /** Say what differs. */
    WARN,
    /** Refuse them. */
    STRICT
  }

  @Parameters(index = "0", paramLabel = "MODEL", description = "A model written by fit.")
  Path file = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "DATA",
      description = "New rows; columns are found by name. - for standard input.")
  String data = "";

  @Option(
      names = "--mode",
      paramLabel = "accept|warn|strict",
      defaultValue = "warn",
      description =
          "What to do about absent and extra columns, ragged rows and unseen levels."
              + " Default: warn.")
  Mode mode = Mode.WARN;

  @Option(names = "--threads", paramLabel = "N", description = "Default: all processors.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Mixin DataOptions reading = new DataOptions();

  private @Nullable ModelFile read;

  ModelFile modelFile() {
    ModelFile found = read;
    if (found == null) {
      found = ModelFile.read(file);
      read = found;
    }
    return found;
  }

  SlrmModel model() {
    try {
      return modelFile().model();
    } catch (InputException e) {
      throw e.file() == null ? e.file(file.toString()) : e;
    }
  }

  RowSource open() {
    org.slrm.data.Checks.between("--threads", threads, 1, 1024);
    return Tables.open(data, options(), modelFile().schema());
  }

  /** How to read the new rows. */
  ReadOptions options() {
    return reading.over(modelFile().reading()).strict(mode == Mode.STRICT).build();
  }

  /** Tells what differed from the file the model was fitted to. */
  void tell(ReadReport report, Console console) {
    if (mode == Mode.ACCEPT) {
      return;
    }
    report.notes().forEach(note -> console.note("slrm: " + report.file() + ": " + note));
    for (ReadReport.Column c : report.columns()) {
      if (!c.unseen().isEmpty()) {
        String levels =
            String.join(
                ", ",
                c.unseen().entrySet().stream()
                    .limit(5)
                    .map(e -> "\"" + ForeignText.word(e.getKey()) + "\" × " + e.getValue())
                    .toList());
        console.note(
            "slrm: "
                + report.file()
                + ", column \""
                + ForeignText.word(c.column().name())
                + "\": levels the model has not seen, taken as missing: "
                + levels
                + (c.unseen().size() > 5 ? ", …" : ""));
      }
    }
  }
}

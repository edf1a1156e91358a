package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.output.Console;
import org.slrm.internal.check.Checks;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RowSource;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.Mismatch;
import org.slrm.io.score.NamedModel;
import org.slrm.io.source.InputException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A model and new rows for it: common parts of predict, evaluate and impute. */
final class ModelInput {
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
  Mismatch mode = Mismatch.WARN;

  @Option(names = "--threads", paramLabel = "N", description = "Default: all processors.")
  int threads = Runtime.getRuntime().availableProcessors();

  @Mixin DataOptions reading = new DataOptions();

  private @Nullable ModelFile read;

  /** The files it reads. */
  NamedFiles files() {
    return new NamedFiles().reads("DATA", data).reads("MODEL", file.toString());
  }

  ModelFile modelFile() {
    ModelFile found = read;
    if (found == null) {
      found = ModelFile.read(file);
      read = found;
    }
    return found;
  }

  NamedModel model() {
    try {
      return NamedModel.of(modelFile());
    } catch (InputException e) {
      throw e.file() == null ? e.file(file.toString()) : e;
    }
  }

  /** The new rows, by the names of the model's columns. */
  RowSource open(NamedModel model) {
    return open(model, ReadOptions.RawCells.NONE);
  }

  /** The new rows with some cells copied as text. */
  RowSource open(NamedModel model, ReadOptions.RawCells rawCells) {
    Checks.between("--threads", threads, 1, 1024);
    return model.open(data, options().toBuilder().rawCells(rawCells).build(), mode);
  }

  /** The new rows for evaluation: labels must be valid for their kind. */
  RowSource openLabelled(NamedModel model, ReadOptions.RawCells rawCells) {
    Checks.between("--threads", threads, 1, 1024);
    return model.openLabelled(data, options().toBuilder().rawCells(rawCells).build(), mode);
  }

  /** How to read the new rows. */
  ReadOptions options() {
    return reading.over(modelFile().reading()).build();
  }

  /** Reports differences from the training file. */
  void report(ReadReport report, Console console) {
    report(report, List.of(), console);
  }

  /** Reports differences that no other warning reports. */
  void report(ReadReport report, List<DataWarning> others, Console console) {
    Set<String> codes = others.stream().map(DataWarning::code).collect(Collectors.toSet());
    for (DataWarning w : mode.warnings(report)) {
      boolean target = Boolean.TRUE.equals(w.arguments().get("target"));
      String same =
          w.code().equals(DataWarning.ABSENT_COLUMNS) ? DataWarning.AUXILIARY_COLUMN : w.code();
      if (target || !codes.contains(same)) {
        console.note("slrm: " + report.file() + ": " + w.message());
      }
    }
  }
}

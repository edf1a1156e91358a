package org.slrm.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.Predictions;
import org.slrm.SlrmModel;
import org.slrm.io.ModelFile;
import org.slrm.io.RowBatch;
import org.slrm.io.RowSource;
import org.slrm.io.Tables;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rows in on standard input, predictions out at once. */
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Read rows from standard input and write the prediction of each as soon as it is complete,",
      "in the columns of predict. Memory does not grow with the rows seen."
    },
    footer = {"", "Example:", "  tail -f sensors.csv | slrm stream --model sensors.slrm"})
final class StreamCommand implements Callable<Integer> {
  @Option(names = "--model", required = true, paramLabel = "FILE", description = "A fitted model.")
  Path file = Path.of("");

  @Option(
      names = "--interval",
      paramLabel = "LEVEL",
      defaultValue = "0.9",
      description = "Coverage of the intervals. Default: 0.9.")
  double interval;

  @Mixin DataOptions reading = new DataOptions();

  private final Console console;

  StreamCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Levels.check(interval);
    ModelFile read = ModelFile.read(file);
    SlrmModel model = read.model();
    CsvOut csv = new CsvOut(console.out());
    try (RowSource rows =
        Tables.open("-", reading.over(read.reading()).batchRows(1).build(), read.schema())) {
      List<String> targets = read.schema().targets();
      PredictCommand.COLUMNS.forEach(csv::text);
      csv.endRow();
      csv.flush();
      for (RowBatch batch = next(rows); batch != null; batch = next(rows)) {
        Predictions p = model.predictAll(batch.features(), interval, 1);
        for (int i = 0; i < batch.rows(); i++) {
          for (int t = 0; t < targets.size(); t++) {
            PredictCommand.row(csv, batch.firstRow() + i + 1, targets.get(t), p, i, t);
            csv.endRow();
          }
        }
        csv.flush();
      }
    }
    return ExitCode.DONE.number();
  }

  private @Nullable RowBatch next(RowSource rows) {
    // A reader who went away, such as head, ends the stream.
    return console.out().checkError() ? null : rows.next();
  }
}

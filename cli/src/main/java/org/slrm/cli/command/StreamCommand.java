package org.slrm.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slrm.Slrm;
import org.slrm.SlrmStream;
import org.slrm.cli.label.StreamTargets;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.option.IntervalOption;
import org.slrm.cli.option.LabelOptions;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.Interruption;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.PredictionTable;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.format.TableFormat;
import org.slrm.io.format.TableWriter;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedPrediction;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.LikelihoodConfig.Mechanism;
import org.slrm.method.MethodConfig;
import org.slrm.method.MethodSpec;
import org.slrm.method.StreamConfig;
import org.slrm.result.Prediction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rows on standard input, predictions at once: predict, then learn. */
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    description = {
      "Predict rows as they come on standard input and, if asked, learn from each.",
      "A row's prediction is written as soon as the row is complete, in the columns of predict; with",
      "--learn the row is learned from afterwards. Memory does not grow with the rows seen. Without a",
      "model all columns must be numbers, dates or times, as in the first row, and predictions are",
      "empty until --warm-up rows have come; --label classes needs a model, which names the classes."
    },
    footer = {
      "",
      "Examples:",
      "  tail -f sensors.csv | slrm stream --model sensors.slrm",
      "  tail -f sensors.csv | slrm stream --target quality --learn --forget 0.999 --checkpoint s.slrm",
      "  tail -f sensors.csv | slrm stream --target quality --learn --components 3 --rank 4",
      "  tail -f more.csv | slrm stream --model s.slrm --learn --checkpoint s.slrm",
      "",
      "--model takes a fitted model or a checkpoint. A checkpoint goes on where it stopped. With",
      "--learn a fitted model predicts until the stream itself has learned from --warm-up rows."
    })
final class StreamCommand implements Callable<Integer>, NamedFiles.Owner {
  private static final String MISSINGNESS = "--missingness";

  @Option(
      names = {"-t", "--target"},
      split = ",",
      paramLabel = "COL",
      description = "Columns to predict, without a --model.")
  List<String> targets = new ArrayList<>();

  @Mixin LabelOptions label = new LabelOptions();

  @Option(names = "--model", paramLabel = "FILE", description = "A fitted model or a checkpoint.")
  @Nullable Path file;

  @Option(names = "--learn", description = "Learn from every row once it is predicted.")
  boolean learn;

  @Option(
      names = "--forget",
      paramLabel = "X",
      description = "Factor per row by which older rows fade. Default: 1, nothing is forgotten.")
  double forget = 1;

  @Option(
      names = "--rank",
      paramLabel = "N",
      description = "Rank of the subspace. Default: 8, at most the number of features.")
  int rank;

  @Option(
      names = "--components",
      paramLabel = "K",
      description = "Number of mixture components, each of the rank. Default: 1.")
  int components = 1;

  @Option(
      names = MISSINGNESS,
      paramLabel = "ignorable|self-masking",
      description =
          "Whether entries may be missing because of their own values, by curves of the first rows."
              + " Default: as the --model, else ignorable.")
  String missingness = "";

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Rows fitted together before the first model. Default: 200.")
  int warmUp = 200;

  @Option(
      names = "--restart-on-alarm",
      description = "When errors leave their level, start again from the next --warm-up rows.")
  boolean restart;

  @Option(names = "--checkpoint", paramLabel = "FILE", description = "Save the stream here.")
  @Nullable Path checkpoint;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "N",
      description = "Rows between checkpoints; the end always has one. Default: 1000.")
  int every = 1000;

  @Mixin IntervalOption interval = new IntervalOption();

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COL",
      description = "Columns to leave out.")
  List<String> ignore = new ArrayList<>();

  @Mixin DataOptions reading = new DataOptions();

  private final Console console;
  private final List<String> words;

  StreamCommand(Console console, List<String> words) {
    this.console = console;
    this.words = words;
  }

  @Override
  public NamedFiles files() {
    return new NamedFiles().reads("standard input", "-").writes("--checkpoint", checkpoint);
  }

  @Override
  public Integer call() throws IOException {
    interval.check();
    Checks.atLeast("--checkpoint-every", every, 1);
    ModelFile known = file == null ? null : ModelFile.read(file);
    CommandException.usageIf(
        known == null && (!learn || targets.isEmpty()),
        "stream needs a --model, or --learn and --target to learn one from the rows");
    CommandException.usageIf(
        checkpoint != null && !learn, "--checkpoint needs --learn: without it nothing changes");
    CommandException.usageIf(
        known != null && !label.isUnspecified(),
        "--label is for streams without a --model, which has its own label kinds");
    if (known != null && known.kind().equals(ModelFile.MODEL)) {
      // A checkpoint may replace itself, because it is continued; a fitted model would be lost.
      files().reads("--model", String.valueOf(file)).check();
    }
    ReadOptions options = options(known);
    try (RowSource rows =
        known == null
            ? Tables.openNumeric("-", options)
            : Tables.open("-", options, known.schema())) {
      run(rows, known, options);
      if (learn) {
        StreamTargets.newClasses(rows.report()).forEach(line -> console.note("slrm: " + line));
      }
    }
    return ExitCode.DONE.number();
  }

  private ReadOptions options(@Nullable ModelFile known) {
    ReadOptions from = known == null ? ReadOptions.DEFAULT : known.reading();
    ReadOptions.Builder out = reading.over(from).batchRows(1);
    return known == null ? label.in(out.targets(targets).ignore(ignore)).build() : out.build();
  }

  private void run(RowSource rows, @Nullable ModelFile known, ReadOptions options)
      throws IOException {
    StreamTargets targets = StreamTargets.of(rows.schema(), known, options);
    SlrmStream stream = stream(rows, known, targets);
    // A checkpoint also continues its row numbers.
    long before = stream.rows();
    TableWriter csv = TableFormat.CSV.writer(console.out());
    PredictionTable out = PredictionTable.plain(csv, targets.columns());
    NewRows seen = NewRows.of(known);
    out.header();
    csv.flush();
    ReentrantLock between = new ReentrantLock();
    BooleanSupplier save = () -> save(stream, rows, options, known);
    if (learn) {
      saveWhenStopped(between, save);
    }
    try {
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        between.lock();
        try {
          long number = before + batch.firstRow() + 1;
          predict(stream, batch, number, targets, rows.schema(), out);
          csv.flush();
          seen.follow(batch, rows, console);
          if (learn) {
            targets.check(batch.labels().row(0), number);
            learn(stream, batch, number);
            if (number % every == 0) {
              save.getAsBoolean();
            }
          }
        } finally {
          between.unlock();
        }
      }
    } finally {
      Interruption.whenStopped(null);
      // Also when a reader such as head has ended, or a row could not be read.
      if (learn) {
        save.getAsBoolean();
      }
    }
    seen.report(seen.warnings(rows.report()), console);
  }

  private static void saveWhenStopped(ReentrantLock between, BooleanSupplier save) {
    Interruption.whenStopped(
        () -> {
          // Never released, so that no row is predicted after the state was saved.
          between.lock();
          return save.getAsBoolean();
        });
  }

  private SlrmStream stream(RowSource rows, @Nullable ModelFile known, StreamTargets targets) {
    if (known != null && known.kind().equals(ModelFile.STREAM)) {
      return known.stream();
    }
    int features = rows.schema().features().size();
    int d = rank > 0 ? rank : Math.min(8, features);
    StreamConfig config =
        StreamConfig.ofRank(d)
            .withComponents(components)
            .withMissingness(mechanism(known))
            .withWarmUp(warmUp)
            .withForgetting(forget);
    return known == null
        ? Slrm.stream(config, features, targets.kinds())
        : Slrm.stream(config, known.model());
  }

  /** As given, else that of the fitted model, which predicts until the stream's first fit. */
  private Mechanism mechanism(@Nullable ModelFile known) {
    if (!missingness.isEmpty()) {
      MethodSpec likelihood = MethodSpec.named("likelihood");
      MethodConfig given = likelihood.configure(Map.of(MISSINGNESS, missingness));
      return ((LikelihoodConfig) given).mechanism();
    }
    boolean masked =
        known != null && components == 1 && !known.model().report().missingness().isEmpty();
    return masked ? Mechanism.SELF_MASKING : Mechanism.IGNORABLE;
  }

  private void predict(
      SlrmStream stream,
      RowBatch batch,
      long number,
      StreamTargets targets,
      Schema schema,
      PredictionTable out)
      throws IOException {
    IncompleteRow row = batch.features().row(0);
    int indicators = schema.extraIndicators(row);
    for (int t = 0; t < targets.names().size(); t++) {
      Prediction p = stream.predict(row, t);
      NamedPrediction prediction =
          NamedPrediction.of(
              number,
              targets.names().get(t),
              targets.levels().get(t),
              p,
              p.observed() - indicators,
              interval.level);
      // Before the first fit there is no prediction.
      out.write(stream.started() ? prediction : prediction.unknown());
    }
  }

  private void learn(SlrmStream stream, RowBatch batch, long number) {
    stream.update(batch.features().row(0), batch.labels().row(0));
    if (stream.alarm()) {
      console.note(
          "slrm: row %s: errors have left their level; the data may have changed%s"
              .formatted(number, restart ? ", so the stream starts again from the next rows" : ""));
      stream.clearAlarm();
      if (restart) {
        stream.restart();
      }
    }
  }

  /** Whether a checkpoint file is given. */
  private boolean save(
      SlrmStream stream, RowSource rows, ReadOptions options, @Nullable ModelFile known) {
    if (checkpoint == null) {
      return false;
    }
    ModelFile.Provenance provenance = DataSources.provenance(words, 1);
    try (OutputFile to = OutputFile.at(checkpoint)) {
      to.write(
          new ModelFile(
                  ModelFile.STREAM,
                  stream.state(),
                  rows.schema(),
                  options,
                  provenance,
                  known == null ? null : known.training())
              ::write);
      to.commit();
      return true;
    }
  }
}

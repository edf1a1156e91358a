package org.slrm.cli.command;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.ReadableText;
import org.slrm.data.RowBlocks;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.cache.RowCache;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.FitWarnings;
import org.slrm.io.source.Source;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

/** {@code fit --stream}: passes over a row cache instead of a table in memory. */
final class StreamedFit {
  private final FitCommand fit;
  private final Console console;

  StreamedFit(FitCommand fit, Console console) {
    this.fit = fit;
    this.console = console;
  }

  /** A fitted model, its warnings and what the rows were. */
  record Result(
      SlrmModel model,
      Schema schema,
      List<DataWarning> warnings,
      ModelFile.SourceFile source,
      @Nullable Path cache) {}

  Result run(MethodConfig config, ReadOptions options, Path place, double budget) {
    long start = System.nanoTime();
    ProgressBar reading = new ProgressBar(console, System::nanoTime, 0);
    try (RowCache rows = fit.passes.open(fit.data, options, place, count -> tell(reading, count))) {
      reading.clear();
      check(rows);
      Path kept = fit.passes.place(fit.data);
      tell(rows, kept);
      // Auto keeps its time itself, and must not be stopped in its final fits.
      double limit = fit.method.method.equals("auto") ? 0 : budget;
      double left = limit <= 0 ? 0 : Math.max(1, limit - (System.nanoTime() - start) / 1e9);
      ProgressBar bar = new ProgressBar(console, System::nanoTime, left);
      SlrmModel model = fitted(config, rows, options, fit.timings.over(bar));
      bar.clear();
      String name = Source.onceOnly(fit.data) ? "-" : Path.of(fit.data).getFileName().toString();
      // The first block shows which columns carry the predictions.
      return new Result(
          model,
          rows.schema(),
          FitWarnings.of(model, rows.schema(), rows.read(0).x()),
          new ModelFile.SourceFile(name, rows.sourceHash()),
          kept);
    } catch (UncheckedIOException e) {
      String reason = OutputFile.reason(e.getCause());
      throw CommandException.unfinished("cannot write the row cache: " + reason, e);
    }
  }

  private static boolean tell(ProgressBar bar, long count) {
    return bar.onProgress(
        new FitListener.Progress(
            "reading, " + ReadableText.count(count) + " rows", Double.NaN, 0, Double.NaN));
  }

  private SlrmModel fitted(
      MethodConfig config, RowCache rows, ReadOptions asked, FitListener listener) {
    Trainer trainer =
        Slrm.with(config)
            .seed(fit.run.seed)
            .threads(fit.run.threads())
            .labels(rows.schema().labelKinds(asked))
            .listener(listener);
    String held = fit.validation;
    Double share = held == null ? null : Training.share("--validation", held);
    RowBlocks.Passes passes = fit.passes.config(share);
    if (held != null && share == null) {
      ReadOptions options = fit.reading.over(ReadOptions.DEFAULT).build();
      Table other =
          Training.labelled("--validation", Tables.read(held, options, rows.schema()), held);
      trainer = trainer.validation(other.features(), other.labels());
    }
    return trainer.fit(rows, passes);
  }

  private void check(RowCache rows) {
    List<Long> labels = new ArrayList<>();
    for (ReadReport.Column c : rows.report().columns()) {
      if (c.column().role() == Schema.Role.TARGET) {
        labels.add(rows.rows() - c.missing());
      }
    }
    Training.check(fit.data, rows.schema(), rows.rows(), rows.known(), labels);
    for (int t = 0; t < labels.size(); t++) {
      Training.refuseConstant(
          fit.data,
          rows.schema(),
          t,
          IntStream.range(0, rows.blocks()).mapToObj(k -> rows.read(k).y()));
    }
  }

  private void tell(RowCache rows, @Nullable Path kept) {
    String remade = rows.remade();
    if (remade != null) {
      console.note("slrm: row cache " + rows.path() + " rebuilt: " + remade);
    }
    if (!fit.json) {
      rows.report().text(20).forEach(console::showLine);
      if (kept != null) {
        String size = String.format(Locale.ROOT, "%.1f MB", rows.size() / 1e6);
        console.showLine("Rows kept for later fits in " + kept + " (" + size + ")");
      }
      console.out().println();
      console.out().flush();
    }
  }
}

package org.slrm.cli.command;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.label.LabelNotes;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.result.FitResult;
import org.slrm.io.cache.RowCache;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.Source;
import org.slrm.io.train.PreparedRows;
import org.slrm.io.train.TableTrainer;
import org.slrm.io.train.TrainingResult;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Note;

/** {@code fit --stream}: passes over a row cache instead of a table in memory. */
record StreamedFit(FitCommand fit, Console console) {

  FitResult run(MethodConfig config, Path place, double budget, long begin) {
    fit.passes.requireFolder(fit.data);
    long start = System.nanoTime();
    ProgressBar reading = new ProgressBar(console, System::nanoTime, 0);
    fit.timings.turn("reading", "rows");
    var options = fit.settings(config, budget).tableOptions();
    try (OutputFile modelOut = OutputFile.at(place);
        RowCache rows =
            fit.passes.open(fit.data, options, place, count -> report(reading, count))) {
      reading.clear();
      double left = budget <= 0 ? 0 : Math.max(1, budget - (System.nanoTime() - start) / 1e9);
      ProgressBar bar = ProgressBar.fromFirstProgress(console);
      PreparedRows prepared =
          new TableTrainer(fit.settings(config, left).withListener(fit.timings.over(bar)))
              .prepare(rows);
      Path kept = fit.passes.place(fit.data);
      report(rows, kept);
      TrainingResult result = prepared.fit(fit.passes.config());
      bar.clear();
      String name =
          Source.readableOnce(fit.data) ? "-" : Path.of(fit.data).getFileName().toString();
      ModelFile.Provenance from =
          DataSources.provenance(
              fit.words, fit.run.seed, List.of(new ModelFile.SourceFile(name, rows.sourceHash())));
      fit.write(modelOut, result.file().with(from));
      modelOut.commit();
      double seconds = (System.nanoTime() - begin) / 1e9;
      List<Note> notes = LabelNotes.taken(result.file().schema(), result.targets());
      return FitResult.of(result, notes, seconds, place, null, kept);
    } catch (UncheckedIOException e) {
      String reason = OutputFile.reason(e.getCause());
      throw CommandException.unfinished("cannot write the row cache: " + reason, e);
    }
  }

  private static boolean report(ProgressBar bar, long count) {
    return bar.onProgress(
        new FitListener.Progress(
            "reading, " + ReadableText.count(count) + " rows", Double.NaN, 0, Double.NaN));
  }

  private void report(RowCache rows, @Nullable Path kept) {
    String rebuildReason = rows.rebuildReason();
    if (rebuildReason != null) {
      console.note("slrm: row cache " + rows.path() + " rebuilt: " + rebuildReason);
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

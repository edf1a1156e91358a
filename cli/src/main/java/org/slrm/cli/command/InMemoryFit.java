package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.label.LabelNotes;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.text.WarningText;
import org.slrm.cli.report.fit.FitFacts;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.fit.FitPage;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.cli.result.FitResult;
import org.slrm.io.Table;
import org.slrm.io.model.ModelFile;
import org.slrm.io.train.PreparedTable;
import org.slrm.io.train.TableTrainer;
import org.slrm.io.train.TrainingResult;
import org.slrm.method.MethodConfig;
import org.slrm.result.Note;

/** {@code fit} with all rows in memory: output before the fit, and outputs after it. */
record InMemoryFit(FitCommand command, Console console) {

  FitResult run(MethodConfig config, Path place, @Nullable Path page, double budget, long start) {
    try (OutputFile modelOut = OutputFile.at(place);
        OutputFile reportOut = page == null ? null : OutputFile.at(page)) {
      ProgressBar bar = ProgressBar.fromFirstProgress(console);
      TableTrainer trainer =
          new TableTrainer(
              command.settings(config, budget).withListener(command.timings.over(bar)));
      Supplier<ModelFile.Provenance> from = provenance();
      command.timings.turn("reading", "table");
      PreparedTable prepared = trainer.prepare(command.data);
      command.panels.of(prepared.table().schema());
      show(prepared);
      ModelFile.Provenance provenance = from.get();
      TrainingResult result = prepared.fit();
      bar.clear();
      command.write(modelOut, result.file().with(provenance));
      Table table = Objects.requireNonNull(result.table());
      if (reportOut != null) {
        writeReport(reportOut, result, table, provenance);
      }
      modelOut.commit();
      double seconds = (System.nanoTime() - start) / 1e9;
      return FitResult.of(result, notes(result, table), seconds, place, page, null);
    }
  }

  private Supplier<ModelFile.Provenance> provenance() {
    return DataSources.provenanceMeanwhile(
        command.words, command.run.seed, command.data, command.run.threads());
  }

  /** Warnings and notes before the result. */
  private void show(PreparedTable prepared) {
    if (!command.json) {
      WarningText.show(WarningText.lines(prepared.warnings()), console);
      prepared.table().report().text(20).forEach(console::showLine);
      console.out().println();
      console.out().flush();
    }
  }

  private List<Note> notes(TrainingResult result, Table table) {
    List<Note> out =
        new ArrayList<>(LabelNotes.of(table.schema(), result.targets(), result.dataWarnings()));
    out.addAll(command.split.notes());
    if (command.json) {
      table.report().notes().forEach(n -> out.add(Note.of(Note.TEXT, Note.TEXT, n)));
    }
    if (!command.classWeights.isEmpty()) {
      out.add(LabelNotes.WEIGHTED);
    }
    if (result.quickEffort()) {
      out.add(LabelNotes.QUICK);
    }
    return out;
  }

  private void writeReport(
      OutputFile to, TrainingResult result, Table table, ModelFile.Provenance provenance) {
    command.timings.turn("writing", "report");
    SlrmModel model = result.model();
    String html =
        FitPage.html(
            FitFacts.of(
                new FitInput(
                    Path.of(command.data).getFileName().toString(),
                    provenance,
                    ColumnSummary.of(table.report()),
                    table.featureNames(),
                    table.targetNames(),
                    levels(table, model),
                    table.features(),
                    table.labels(),
                    model,
                    result.holdOut(),
                    ids(table),
                    command.panels.groups(table.schema()))),
            result.warnings());
    to.commit(html);
  }

  private List<String> ids(Table table) {
    return command.id.column == null ? List.of() : table.rawCells(command.id.column).cells();
  }

  private static List<List<String>> levels(Table table, SlrmModel model) {
    List<List<String>> out = new ArrayList<>();
    for (int t = 0; t < model.targets(); t++) {
      out.add(table.schema().target(t).levels().subList(0, model.levels(t)));
    }
    return out;
  }
}

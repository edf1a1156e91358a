package org.slrm.cli.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.cli.label.ClassWeights;
import org.slrm.cli.label.LabelNotes;
import org.slrm.cli.label.SkewedTargets;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.option.SplitOptions;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.FitResult;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.WarningText;
import org.slrm.cli.report.HtmlReport;
import org.slrm.cli.report.fit.FitInput;
import org.slrm.cli.report.section.HoldOutScores;
import org.slrm.io.Table;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.score.NamedModel;
import org.slrm.io.shift.HiddenEntries;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;

/** {@code fit} with all rows in memory: the table is looked at, split, fitted and reported on. */
final class InMemoryFit {
  private final FitCommand command;
  private final Console console;

  InMemoryFit(FitCommand command, Console console) {
    this.command = command;
    this.console = console;
  }

  FitResult run(MethodConfig config, Path place, @Nullable Path page, double budget, long start) {
    try (OutputFile modelOut = OutputFile.at(place);
        OutputFile reportOut = page == null ? null : OutputFile.at(page)) {
      ReadOptions asked = command.options();
      Supplier<ModelFile.Provenance> from =
          DataSources.provenanceMeanwhile(
              command.words, command.run.seed, command.data, command.run.threads());
      command.timings.turn("reading", "table");
      SplitOptions.Read read = Training.read(command.data, asked, command.split);
      SkewedTargets skewed = looked(read, asked);
      ReadOptions options = skewed.in(asked);
      CheckedTable checked = Training.checked(read, options);
      List<LabelKind> kinds = checked.table().schema().labelKinds(options);
      Training aside =
          Training.split(
              read.with(checked.table()),
              kinds,
              "--holdout",
              command.holdout,
              command.reading,
              command.run.seed);
      Table table = ClassWeights.in(aside.table(), kinds, command.classWeights);
      show(checked);
      ModelFile.Provenance provenance = from.get();
      SlrmModel model = fit(config, new SplitOptions.Read(table, aside.columns()), kinds, budget);
      List<DataWarning> found = command.found(model, checked.table().schema());
      CheckedTable shown = checked.and(found).with(command.trainOnly.without(table));
      ReadOptions saved = command.trainOnly.given() ? command.options(command.targets) : options;
      TrainingProfile profile = profile(shown, options, model);
      ModelFile file =
          command.write(modelOut, model, shown.table().schema(), saved, provenance, profile);
      HoldOutScores held = heldOut(file, aside.heldOut());
      if (reportOut != null) {
        writeReport(reportOut, model, shown, held, provenance);
        reportOut.commit();
      }
      modelOut.commit();
      List<String> remarks = remarks(shown.table(), saved, checked.warnings(), skewed);
      Schema schema = shown.table().schema();
      double seconds = (System.nanoTime() - start) / 1e9;
      return new FitResult(
          schema, model, shown.warnings(), remarks, held, seconds, place, page, null);
    }
  }

  /** Refuses what does not fit the options, and finds targets better fitted by logarithms. */
  private SkewedTargets looked(SplitOptions.Read read, ReadOptions asked) {
    command.timings.turn("reading", "checks");
    command.limits.check(command.trainOnly.without(read.table()));
    command.panels.of(read.table().schema());
    return command.method.method.equals("auto") && !command.trainOnly.given()
        ? SkewedTargets.in(read, asked)
        : SkewedTargets.NONE;
  }

  /** What new rows will be compared with. */
  private TrainingProfile profile(CheckedTable checked, ReadOptions options, SlrmModel model) {
    command.timings.turn("writing", "profile of the rows");
    Table table = checked.table();
    return TrainingProfile.of(checked, options)
        .with(new HiddenEntries(model, table.schema()).add(table.features()).result());
  }

  /** What the model says of rows that had no part in it. */
  private HoldOutScores heldOut(ModelFile file, @Nullable Table rows) {
    if (rows == null) {
      return HoldOutScores.NONE;
    }
    command.timings.turn("calibration", "rows held out");
    return HoldOutScores.of(
        NamedModel.of(file), command.trainOnly.without(rows), command.run.threads());
  }

  /** What there is to know before the answer. */
  private void show(CheckedTable checked) {
    if (!command.json) {
      WarningText.show(WarningText.lines(checked.warnings()), console);
      checked.table().report().text(20).forEach(console::showLine);
      console.out().println();
      console.out().flush();
    }
  }

  private List<String> remarks(
      Table table, ReadOptions options, List<DataWarning> warnings, SkewedTargets skewed) {
    Set<String> warned =
        warnings.stream()
            .filter(w -> w.code().equals(DataWarning.FEW_VALUES))
            .map(DataWarning::column)
            .collect(Collectors.toSet());
    List<String> out =
        new ArrayList<>(LabelNotes.of(table.schema(), options, table.labels(), warned));
    out.addAll(skewed.notes());
    out.addAll(command.split.notes());
    if (!command.classWeights.isEmpty()) {
      out.add(ClassWeights.note());
    }
    return out;
  }

  /** Weights that leave a target nothing to learn from are the file's fault. */
  private void requireWeights(Table table) {
    double[] w = table.weights();
    for (int t = 0; w != null && t < table.labels().columns(); t++) {
      boolean any = false;
      for (int i = 0; i < w.length && !any; i++) {
        any = w[i] > 0 && !Double.isNaN(table.labels().valueAt(i, t));
      }
      if (!any) {
        throw CommandException.input(
            command.data
                + ", column \""
                + command.weights
                + "\": must leave a row with a known \""
                + table.targetNames().get(t)
                + "\" a weight above 0");
      }
    }
  }

  private SlrmModel fit(
      MethodConfig config, SplitOptions.Read read, List<LabelKind> kinds, double budget) {
    requireWeights(read.table());
    // Auto keeps its time itself, and must not be stopped in its final fit.
    double limit = command.method.method.equals("auto") ? 0 : budget;
    ProgressBar bar = new ProgressBar(console, System::nanoTime, limit);
    Training training =
        Training.split(
            read, kinds, "--validation", command.validation, command.reading, command.run.seed);
    Trainer trainer =
        Slrm.with(config)
            .seed(command.run.seed)
            .threads(command.run.threads())
            .folds(command.run.folds(training.labelledRows()))
            .labels(kinds)
            .listener(command.timings.over(bar));
    SlrmModel model =
        training
            .with(command.trainOnly::without)
            .fit(command.trainOnly.in(trainer, training.table(), kinds));
    bar.clear();
    return command.limits.in(model);
  }

  private void writeReport(
      OutputFile to,
      SlrmModel model,
      CheckedTable checked,
      HoldOutScores held,
      ModelFile.Provenance provenance) {
    command.timings.turn("writing", "report");
    Table table = checked.table();
    String html =
        HtmlReport.fit(
            new FitInput(
                    Path.of(command.data).getFileName().toString(),
                    ReportParts.provenance(provenance),
                    ReportParts.columns(table.report()),
                    table.featureNames(),
                    table.targetNames(),
                    levels(table, model),
                    table.features(),
                    table.labels(),
                    model,
                    ids(table))
                .with(held)
                .panels(command.panels.groups(table.schema())),
            checked.warnings());
    to.write(stream -> stream.write(html.getBytes(StandardCharsets.UTF_8)));
  }

  private List<String> ids(Table table) {
    return command.id.column == null ? List.of() : table.carried(command.id.column).cells();
  }

  private static List<List<String>> levels(Table table, SlrmModel model) {
    List<List<String>> out = new ArrayList<>();
    for (int t = 0; t < model.targets(); t++) {
      out.add(table.schema().target(t).levels().subList(0, model.levels(t)));
    }
    return out;
  }
}

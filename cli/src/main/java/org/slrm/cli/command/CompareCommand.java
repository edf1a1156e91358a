package org.slrm.cli.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.CrossValidation;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Transduction;
import org.slrm.cli.label.LabelNotes;
import org.slrm.cli.option.ColumnOptions;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.option.LabelOptions;
import org.slrm.cli.option.MethodOptions;
import org.slrm.cli.option.RunOptions;
import org.slrm.cli.output.ComparisonResult;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.WarningText;
import org.slrm.cli.report.HtmlReport;
import org.slrm.cli.report.compare.CompareInput;
import org.slrm.io.Table;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.check.TableChecks;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.model.JsonText;
import org.slrm.io.score.LabelScore;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Every method on the same folds of a file. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Cross-validate every method on the same folds: error with standard error, time, non-zeros.",
      "Classes are judged by log loss, counts by deviance, other labels by their own score.",
      "The table is ordered by error, whoever wins.",
      "transduction sees the features of the held-out rows while it learns; no other method does."
    },
    footer = {
      "",
      "Examples:",
      "  slrm compare houses.csv --target price --folds 5",
      "  slrm compare houses.csv --target price --methods auto,mean-lasso --report compare.html"
    })
final class CompareCommand implements Callable<Integer> {
  private static final long MOST_CELLS_UNASKED = 500_000;

  @Parameters(paramLabel = "DATA", description = "The file; - for standard input.")
  String data = "";

  @Option(names = "--target", split = ",", paramLabel = "COL", description = "Columns to predict.")
  List<String> targets = new ArrayList<>();

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description = "Methods to compare. Default: all.")
  List<String> methods = new ArrayList<>();

  @Option(names = "--report", paramLabel = "FILE", description = "Write an HTML report as well.")
  @Nullable Path report;

  @Mixin LabelOptions label = new LabelOptions();

  @Mixin RunOptions run = new RunOptions();

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Mixin DataOptions reading = new DataOptions();

  @Option(
      names = "--time-budget",
      paramLabel = "TIME",
      description = "Time for each method that searches (auto), all folds together: 60s, 5m, 1h.")
  @Nullable String timeBudget;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  private final Console console;
  private final List<String> words;
  private List<LabelKind> kinds = List.of();
  private List<LabelScore> scores = List.of();

  CompareCommand(Console console, List<String> words) {
    this.console = console;
    this.words = words;
  }

  @Override
  public Integer call() {
    List<String> names = methods.isEmpty() ? MethodOptions.comparable() : methods;
    // The last fit, after the folds, is to all rows.
    double budget = timeBudget == null ? 0 : ReadableText.seconds(timeBudget) / (run.folds + 1);
    List<Optional<MethodConfig>> configs = names.stream().map(n -> settings(n, budget)).toList();
    if (report != null) {
      OutputFile.mustDiffer("--report", report, "DATA", data);
    }
    try (OutputFile page = report == null ? null : OutputFile.at(report)) {
      ReadOptions options =
          label.in(columns.in(reading.over(ReadOptions.DEFAULT))).targets(targets).build();
      CheckedTable checked = TableChecks.of(Training.read(data, options), options);
      Table table = checked.table();
      if (!json) {
        WarningText.show(WarningText.lines(checked.warnings()), console);
      }
      kinds = table.schema().labelKinds(options);
      scores = kinds.stream().map(LabelScore::of).toList();
      LabelNotes.taken(table.schema(), options).forEach(n -> console.note("slrm: " + n));
      List<CompareInput.MethodResult> results = new ArrayList<>();
      for (int k = 0; k < configs.size(); k++) {
        if (leftOut(names.get(k), table)) {
          continue;
        }
        ProgressBar bar = new ProgressBar(console, System::nanoTime, 0);
        FitListener part = part(bar, names.get(k), k, names.size());
        results.add(measured(names.get(k), configs.get(k), table, part));
        bar.clear();
      }
      ComparisonResult result =
          new ComparisonResult(table, checked.warnings(), scores, results, folds(table), run.seed);
      if (page != null) {
        writeReport(page, checked, results);
        page.commit();
      }
      console.result(json, json ? JsonText.line(result.json()) + "\n" : result.text());
      if (report != null) {
        console.note("slrm: report written to " + report);
      }
      return ExitCode.DONE.number();
    }
  }

  private int folds(Table table) {
    return run.folds(table.rows());
  }

  /** Completing a large table takes an hour where others take minutes: only when asked for. */
  private boolean leftOut(String name, Table table) {
    boolean out =
        methods.isEmpty()
            && name.equals(MethodOptions.TRANSDUCTION)
            && (long) table.rows() * table.features().columns() > MOST_CELLS_UNASKED;
    if (out) {
      console.note("slrm: transduction is left out of so large a table; name it in --methods");
    }
    return out;
  }

  /** Empty for transduction, which has no model to fit. */
  private static Optional<MethodConfig> settings(String name, double budget) {
    return name.equals(MethodOptions.TRANSDUCTION)
        ? Optional.empty()
        : Optional.of(MethodOptions.defaults(name, budget));
  }

  private static FitListener part(FitListener bar, String name, int number, int count) {
    return p ->
        bar.onProgress(
            new FitListener.Progress(
                name + ", " + p.stage(), (number + p.done()) / count, p.step(), p.error()));
  }

  /** A method that fails is part of the result, not the end of the comparison. */
  private CompareInput.MethodResult measured(
      String name, Optional<MethodConfig> config, Table table, FitListener listener) {
    long start = System.nanoTime();
    try {
      return config.isPresent()
          ? fitted(name, config.get(), table, listener)
          : transduced(name, table);
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      return new CompareInput.MethodResult(
          name, null, since(start), List.of(), String.valueOf(e.getMessage()));
    }
  }

  private CompareInput.MethodResult fitted(
      String name, MethodConfig config, Table table, FitListener listener) {
    long start = System.nanoTime();
    CrossValidated cv =
        CrossValidation.of(config)
            .folds(folds(table))
            .seed(run.seed)
            .threads(run.threads())
            .labels(kinds)
            .listener(listener)
            .run(table.features(), table.labels());
    double seconds = since(start);
    SlrmModel all =
        Slrm.with(config)
            .folds(0)
            .seed(run.seed)
            .threads(run.threads())
            .labels(kinds)
            .listener(listener)
            .fit(table.features(), table.labels());
    List<Integer> nonZeros = new ArrayList<>();
    List<LabelScore> own = new ArrayList<>();
    for (int t = 0; t < all.targets(); t++) {
      nonZeros.add(all.nonZeros(t));
      own.add(LabelScore.of(all, t));
    }
    // How far counts scatter is settled before anything is fitted, alike for every method.
    scores = own;
    return new CompareInput.MethodResult(name, cv, seconds, nonZeros, "");
  }

  /** The rows of a fold are in the table that is completed, without their labels. */
  private CompareInput.MethodResult transduced(String name, Table table) {
    long start = System.nanoTime();
    for (LabelKind kind : kinds) {
      if (kind != LabelKind.NUMERIC && kind != LabelKind.ROBUST) {
        throw new IllegalArgumentException(
            "it completes plain numbers, and the target is " + kind.label());
      }
    }
    CrossValidated cv =
        Transduction.defaults()
            .seed(run.seed)
            .crossValidate(table.features(), table.labels(), folds(table));
    return new CompareInput.MethodResult(name, cv, since(start), List.of(), "");
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void writeReport(
      OutputFile page, CheckedTable checked, List<CompareInput.MethodResult> results) {
    Table table = checked.table();
    String html =
        HtmlReport.compare(
            new CompareInput(
                Path.of(data).getFileName().toString(),
                ReportParts.provenance(DataSources.provenance(words, run.seed, data)),
                ReportParts.columns(table.report()),
                table.featureNames(),
                table.targetNames(),
                table.features(),
                scores,
                results.stream().map(this::shown).toList(),
                "auto"),
            checked.warnings());
    page.write(stream -> stream.write(html.getBytes(StandardCharsets.UTF_8)));
  }

  private CompareInput.MethodResult shown(CompareInput.MethodResult r) {
    String name = ComparisonResult.shown(r.name(), kinds.contains(LabelKind.CLASSES));
    return new CompareInput.MethodResult(
        name, r.validation(), r.seconds(), r.nonZeros(), r.failure());
  }
}

package org.slrm.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.FitListener;
import org.slrm.MethodConfig;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.cli.report.CompareInput;
import org.slrm.cli.report.HtmlReport;
import org.slrm.io.ReadOptions;
import org.slrm.io.Table;
import org.slrm.select.CrossValidated;
import org.slrm.select.CrossValidation;
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
      "The table is ordered by error, whoever wins."
    },
    footer = {
      "",
      "Examples:",
      "  slrm compare houses.csv --target price --folds 5",
      "  slrm compare houses.csv --target price --methods auto,mean-lasso --report compare.html"
    })
final class CompareCommand implements Callable<Integer> {
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

  @Mixin RunOptions run = new RunOptions();

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COL",
      description = "Columns to leave out.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--categorical",
      split = ",",
      paramLabel = "COL",
      description = "Columns to take as categories though they hold numbers.")
  List<String> categorical = new ArrayList<>();

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

  CompareCommand(Console console, List<String> words) {
    this.console = console;
    this.words = words;
  }

  @Override
  public Integer call() {
    List<String> names = methods.isEmpty() ? MethodOptions.names() : methods;
    // The last fit, after the folds, is to all rows.
    double budget = timeBudget == null ? 0 : Words.seconds(timeBudget) / (run.folds + 1);
    List<MethodConfig> configs =
        names.stream().map(name -> MethodOptions.defaults(name, budget)).toList();
    if (report != null) {
      OutputFile.mustDiffer("--report", report, "DATA", data);
    }
    try (OutputFile page = report == null ? null : OutputFile.at(report)) {
      ReadOptions options =
          reading
              .over(ReadOptions.DEFAULT)
              .targets(targets)
              .ignore(ignore)
              .categorical(categorical)
              .build();
      Table table = Training.read(data, options);
      List<CompareInput.MethodResult> results = new ArrayList<>();
      for (int k = 0; k < configs.size(); k++) {
        results.add(measured(table, configs.get(k), k, configs.size()));
      }
      ComparisonResult result = new ComparisonResult(table, results, folds(table), run.seed);
      if (page != null) {
        writeReport(page, table, results);
        page.commit();
      }
      console.out().print(json ? Json.of(result.json()) + "\n" : result.text());
      if (report != null) {
        console.note("slrm: report written to " + report);
      }
      return ExitCode.DONE.number();
    }
  }

  private int folds(Table table) {
    return run.folds(table.rows());
  }

  /** A method that fails is part of the result, not the end of the comparison. */
  private CompareInput.MethodResult measured(
      Table table, MethodConfig config, int number, int count) {
    ProgressBar bar = new ProgressBar(console, System::nanoTime, 0);
    FitListener shared =
        p ->
            bar.onProgress(
                new FitListener.Progress(
                    config.method() + ", " + p.stage(),
                    (number + p.done()) / count,
                    p.step(),
                    p.error()));
    long start = System.nanoTime();
    try {
      CrossValidated cv =
          CrossValidation.of(config)
              .folds(folds(table))
              .seed(run.seed)
              .threads(run.threads())
              .listener(shared)
              .run(table.features(), table.labels());
      double seconds = (System.nanoTime() - start) / 1e9;
      SlrmModel all =
          Slrm.with(config)
              .folds(0)
              .seed(run.seed)
              .threads(run.threads())
              .listener(shared)
              .fit(table.features(), table.labels());
      List<Integer> nonZeros = new ArrayList<>();
      for (int t = 0; t < all.targets(); t++) {
        nonZeros.add(all.nonZeros(t));
      }
      return new CompareInput.MethodResult(config.method(), cv, seconds, nonZeros, "");
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      double seconds = (System.nanoTime() - start) / 1e9;
      return new CompareInput.MethodResult(
          config.method(), null, seconds, List.of(), String.valueOf(e.getMessage()));
    } finally {
      bar.clear();
    }
  }

  private void writeReport(OutputFile page, Table table, List<CompareInput.MethodResult> results) {
    String html =
        HtmlReport.compare(
            new CompareInput(
                Path.of(data).getFileName().toString(),
                ReportParts.provenance(Sources.provenance(words, run.seed, data)),
                ReportParts.columns(table.report()),
                table.featureNames(),
                table.targetNames(),
                table.features(),
                results,
                "auto"));
    page.write(stream -> stream.write(html.getBytes(StandardCharsets.UTF_8)));
  }
}

package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.compare.MethodComparison;
import org.slrm.cli.help.HelpTopics;
import org.slrm.cli.label.LabelNotes;
import org.slrm.cli.option.ColumnOptions;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.option.LabelOptions;
import org.slrm.cli.option.MethodOptions;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.option.RunOptions;
import org.slrm.cli.option.SplitOptions;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.Interruption;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.json.ComparisonJson;
import org.slrm.cli.output.text.ComparisonText;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.output.text.WarningText;
import org.slrm.cli.report.compare.CompareInput;
import org.slrm.cli.report.compare.ComparePage;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.cli.result.ComparisonResult;
import org.slrm.cli.result.MethodResult;
import org.slrm.io.Table;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.score.LabelScore;
import org.slrm.io.train.PreparedTable;
import org.slrm.io.train.TableTrainer;
import org.slrm.io.train.TrainingSettings;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Note;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Every method on the same folds of a file. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Cross-validate methods on the same folds: error with standard error, time, non-zeros.",
      "Classes are scored by log loss, counts by deviance, other labels by their own score.",
      "The table is sorted by error.",
      "transduction sees the features of the held-out rows while it learns; no other method does.",
      "Stopped by Ctrl-C, it shows the methods that have finished."
    },
    footer = {
      "",
      "Examples:",
      "  slrm compare houses.csv --target price --folds 5",
      "  slrm compare houses.csv --target price --methods all",
      "  slrm compare houses.csv --target price --methods auto,mean-lasso --report compare.html",
      "",
      HelpTopics.JSON_KEYS
    })
final class CompareCommand implements Callable<Integer>, NamedFiles.Owner {
  private static final long MAX_CELLS_UNASKED = 500_000;
  private static final String ALL = "all";

  @Parameters(paramLabel = "DATA", description = "The file; - for standard input.")
  String data = "";

  @Option(
      names = {"-t", "--target"},
      split = ",",
      paramLabel = "COL",
      description = "Columns to predict.")
  List<String> targets = new ArrayList<>();

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description =
          "Methods to compare, or all. Default: auto, likelihood, trees, kernel, mean-lasso, pls.")
  List<String> methods = new ArrayList<>();

  @Option(names = "--report", paramLabel = "FILE", description = "Write an HTML report as well.")
  @Nullable Path report;

  @Mixin LabelOptions label = new LabelOptions();

  @Mixin SplitOptions split = new SplitOptions();

  @Mixin RunOptions run = new RunOptions();

  @Mixin ColumnOptions columns = new ColumnOptions();

  @Mixin DataOptions reading = new DataOptions();

  @Option(
      names = "--time-budget",
      paramLabel = "TIME",
      description =
          "Time for all methods together (60s, 5m, 1h): each may take an equal part of the time left,"
              + " and one that does not finish in it is listed without a result.")
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
  public NamedFiles files() {
    return new NamedFiles().reads("DATA", data).writes("--report", report);
  }

  @Override
  public Integer call() {
    run.check();
    List<String> names = names();
    split.check(targets, null);
    double budget = timeBudget == null ? 0 : ReadableText.seconds(timeBudget);
    try (OutputFile page = report == null ? null : OutputFile.at(report)) {
      boolean auto = names.contains("auto");
      PreparedTable prepared = new TableTrainer(settings(auto)).prepare(data);
      CheckedTable checked = new CheckedTable(prepared.table(), prepared.warnings());
      Table table = checked.table();
      if (!json) {
        WarningText.show(WarningText.lines(checked.warnings()), console);
      }
      boolean fewLabels = auto && prepared.fewLabels();
      List<Note> notes = new ArrayList<>(split.notes());
      notes.addAll(LabelNotes.taken(table.schema(), prepared.targets()));
      notes.addAll(fewLabels ? List.of(LabelNotes.QUICK) : List.of());
      NoteText text = new NoteText(table.featureNames(), table.targetNames());
      notes.forEach(n -> console.note("slrm: " + text.of(n)));
      MethodComparison.Setup setup =
          new MethodComparison.Setup(
              prepared.kinds(),
              prepared.split(),
              run.folds(table.rows()),
              run.seed,
              run.threads(),
              budget,
              fewLabels);
      List<String> selected = names.stream().filter(n -> !skipped(n, table)).toList();
      MethodComparison comparison = new MethodComparison(table, setup, System::nanoTime);
      boolean any = new Comparison(comparison, checked, selected, page).run();
      return (any ? ExitCode.DONE : ExitCode.UNFINISHED).number();
    }
  }

  /** Logarithms of targets are chosen for auto only. */
  private TrainingSettings settings(boolean auto) {
    ReadOptions read =
        label.in(columns.in(reading.over(ReadOptions.DEFAULT))).targets(targets).build();
    TrainingSettings out = split.in(TrainingSettings.of(read));
    return auto ? out : out.withMethod(MeanElasticNetConfig.defaults());
  }

  /** The given methods, or the default ones. */
  private List<String> names() {
    if (methods.isEmpty()) {
      return MethodOptions.usual();
    }
    List<String> all = MethodOptions.comparable();
    for (String name : methods) {
      CommandException.usageIf(
          !all.contains(name) && !methods.equals(List.of(ALL)),
          "--methods must be one or more of " + String.join(", ", all) + ", or all; got " + name);
    }
    return methods.equals(List.of(ALL)) ? all : methods;
  }

  /** A comparison in progress. */
  private final class Comparison {
    private final MethodComparison comparison;
    private final CheckedTable checked;
    private final List<String> names;
    private final @Nullable OutputFile page;
    private final List<MethodResult> results = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    Comparison(
        MethodComparison comparison,
        CheckedTable checked,
        List<String> names,
        @Nullable OutputFile page) {
      this.comparison = comparison;
      this.checked = checked;
      this.names = names;
      this.page = page;
    }

    /** Runs the methods in turn; returns whether any could be fitted. */
    boolean run() {
      Interruption.whenStopped(this::printUnfinished);
      for (int k = 0; k < names.size(); k++) {
        ProgressBar bar = new ProgressBar(console, System::nanoTime, 0);
        FitListener part = part(bar, names.get(k), k, names.size());
        MethodResult result = comparison.evaluate(names.get(k), names.size() - k, part);
        lock.lock();
        try {
          bar.clear();
          results.add(result);
          if (!console.terminal()) {
            console.note(progress(result, results.size(), names.size()));
          }
          if (results.size() == names.size()) {
            Interruption.whenStopped(null);
            print();
          }
        } finally {
          lock.unlock();
        }
      }
      return results.stream().anyMatch(r -> r.validation() != null);
    }

    /** Prints the results so far after an interruption; false without any. */
    private boolean printUnfinished() {
      // Never released, so that nothing is added to the output.
      lock.lock();
      if (!results.isEmpty() && results.size() < names.size()) {
        print();
        console.note("slrm: stopped after " + results.size() + " of " + names.size() + " methods");
        console.out().flush();
      }
      return !results.isEmpty();
    }

    private void print() {
      CheckedTable warned = checked.and(comparison.warnings());
      ComparisonResult result =
          new ComparisonResult(
              checked.table(),
              warned.warnings(),
              comparison.scores(),
              results,
              run.folds(checked.table().rows()),
              run.seed);
      if (page != null) {
        page.commit(html(comparison.scores(), warned, results));
      }
      if (!json) {
        WarningText.show(WarningText.lines(comparison.warnings()), console);
      }
      console.result(json, new ComparisonJson(result)::map, new ComparisonText(result)::text);
      if (report != null) {
        console.note("slrm: report written to " + report);
      }
    }
  }

  /** A line for logs and pipes, where there is no progress bar. */
  private static String progress(MethodResult result, int done, int count) {
    return "slrm: %s of %s methods done: %s, %s%s"
        .formatted(
            done,
            count,
            result.name(),
            ReadableText.duration(result.seconds()),
            result.validation() == null ? ", failed" : "");
  }

  /** Transduction of a large table takes an hour, so it runs only on request. */
  private boolean skipped(String name, Table table) {
    boolean out =
        methods.equals(List.of(ALL))
            && name.equals(MethodOptions.TRANSDUCTION)
            && (long) table.rows() * table.features().columns() > MAX_CELLS_UNASKED;
    if (out) {
      console.note("slrm: transduction is skipped for a table of this size; name it in --methods");
    }
    return out;
  }

  private static FitListener part(FitListener bar, String name, int number, int count) {
    return p ->
        bar.onProgress(
            new FitListener.Progress(
                name + ", " + p.stage(), (number + p.done()) / count, p.step(), p.error()));
  }

  private String html(List<LabelScore> scores, CheckedTable checked, List<MethodResult> results) {
    Table table = checked.table();
    boolean classes = scores.stream().anyMatch(s -> s.kind().isClassification());
    return ComparePage.html(
        new CompareInput(
            Path.of(data).getFileName().toString(),
            DataSources.provenance(words, run.seed, data),
            ColumnSummary.of(table.report()),
            table.featureNames(),
            table.targetNames(),
            table.features(),
            scores,
            results.stream().map(r -> shown(r, classes)).toList(),
            "auto"),
        checked.warnings());
  }

  private static MethodResult shown(MethodResult r, boolean classes) {
    String name = ComparisonText.shown(r.name(), classes);
    return new MethodResult(name, r.validation(), r.seconds(), r.nonZeros(), r.failure());
  }
}

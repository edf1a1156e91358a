package org.slrm.cli.command;

import static org.slrm.cli.output.ReadableText.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.option.DataSources;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.DrawsFile;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.ProgressBar;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.RunsFile;
import org.slrm.cli.report.reproduce.ReproduceInput;
import org.slrm.cli.report.reproduce.ReproducePage;
import org.slrm.cli.report.reproduce.ReproducePlot;
import org.slrm.cli.report.reproduce.ResultsMarkdown;
import org.slrm.cli.report.reproduce.StandaloneSvg;
import org.slrm.cli.report.reproduce.Theorem1Plot;
import org.slrm.cli.reproduce.ClaimVerdict;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.FigurePlan;
import org.slrm.cli.reproduce.Figures;
import org.slrm.cli.reproduce.Run;
import org.slrm.cli.reproduce.RunLog;
import org.slrm.cli.reproduce.Runner;
import org.slrm.cli.reproduce.Scale;
import org.slrm.cli.reproduce.Theorem1;
import org.slrm.internal.check.Checks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The paper's experiments and the verdicts on its claims. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = {
      "Repeat the paper's experiments and report which of its claims were confirmed.",
      "Writes a CSV of runs and a plot for each figure, one page (index.html) and its tables as",
      "Markdown (results.md). Finished runs are read from the CSV and not repeated, so a stopped",
      "run goes on when started again."
    },
    footer = {
      "",
      "Examples:",
      "  slrm reproduce all --out paper --data data",
      "  slrm reproduce theorem1 --out paper",
      "  slrm reproduce fig1c --full --methods slrm,smpcr --out full",
      "  slrm reproduce all --full --out full --report-only"
    })
final class ReproduceCommand implements Callable<Integer> {
  private static final String THEOREM = "theorem1";

  @Parameters(
      paramLabel = "FIGURE",
      arity = "1..*",
      description =
          "fig1a fig1b fig1c fig1d (synthetic), fig2a fig2b fig2c (real data), or all of these;"
              + " theorem1: the bound of Theorem 1 against the error it bounds, a picture of its own.")
  List<String> figures = new ArrayList<>();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      required = true,
      description = "Folder for runs, plots, page and tables; made when absent.")
  Path out = Path.of("");

  @Option(names = "--quick", description = "Fewer points, rows and passes: minutes. The default.")
  boolean quick;

  @Option(names = "--full", description = "The paper's sizes: hours.")
  boolean full;

  @Option(names = "--tiny", hidden = true, description = "Seconds, to test the command itself.")
  boolean tiny;

  @Option(names = "--data", paramLabel = "DIR", description = "Folder with the real data sets.")
  @Nullable Path data;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description =
          "slrm-printed (as in the paper), slrm (with the options that serve it best), slrm-logistic"
              + " (±1 as classes, gene tasks only), smpcr (as in the paper), smpcr-fading (earlier rows"
              + " count less), mpcr, auto, bayes. Default: all. What others left stays.")
  List<String> methods = new ArrayList<>(ComparedMethod.ids());

  @Option(
      names = "--report-only",
      description =
          "Run nothing: write page, tables and plots from the CSV files of --out. What they"
              + " lack reads \"not run\". Needs no --data.")
  boolean reportOnly;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Default: 1.")
  long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Fits at a time, each on one thread. Default: all processors.")
  int threads = Runtime.getRuntime().availableProcessors();

  private final Console console;
  private final List<String> words;

  ReproduceCommand(Console console, List<String> words) {
    this.console = console;
    this.words = words;
  }

  @Override
  public Integer call() throws IOException {
    Scale scale = scale();
    List<ComparedMethod> selected = methods.stream().map(ComparedMethod::of).distinct().toList();
    Checks.between("--threads", threads, 1, 1024);
    if (data != null && !Files.isDirectory(data)) {
      throw CommandException.input("--data must be a folder, got " + data);
    }
    CommandException.usageIf(
        Files.exists(out) && !Files.isDirectory(out),
        "--out must be a folder, got " + out + "; name another folder");
    if (reportOnly) {
      checkReportOnly(selected);
    }
    Files.createDirectories(out);
    if (figures.remove(THEOREM)) {
      writeTheorem();
    }
    Set<String> ids = new LinkedHashSet<>(figures.contains("all") ? Figures.IDS : figures);
    if (ids.isEmpty()) {
      return ExitCode.DONE.number();
    }
    List<FigurePlan> plans = ids.stream().map(id -> Figures.plan(id, scale, seed, data)).toList();
    if (!reportOnly) {
      run(plans, selected, scale);
    }
    writeReport(plans, scale);
    return ExitCode.DONE.number();
  }

  private void checkReportOnly(List<ComparedMethod> selected) {
    CommandException.usageIf(
        figures.contains(THEOREM), "--report-only is for figures; theorem1 has no page");
    CommandException.usageIf(
        selected.size() < ComparedMethod.values().length,
        "--report-only runs nothing, so leave --methods out");
    if (!Files.isDirectory(out)) {
      throw CommandException.input(
          "--out must be the folder of an earlier run with --report-only, got " + out);
    }
  }

  private void run(List<FigurePlan> plans, List<ComparedMethod> selected, Scale scale) {
    Progress progress = new Progress(plans, selected, scale);
    for (FigurePlan plan : plans) {
      RunLog log = new RunLog(plan, earlier(plan, scale), runs -> write(plan, runs));
      new Runner(scale, seed, threads).run(plan, selected, log, progress::done);
      writePlot(new ReproduceInput.FigureRuns(plan.reported(log.all()), log.all()));
    }
    progress.clear();
  }

  private Scale scale() {
    CommandException.usageIf(quick && full, "--quick and --full exclude each other");
    return tiny ? Scale.TINY : full ? Scale.FULL : Scale.QUICK;
  }

  private Path file(FigurePlan plan, String extension) {
    return out.resolve(plan.id() + extension);
  }

  /** Earlier runs; a folder with other settings is rejected, since runs would not be comparable. */
  private List<Run> earlier(FigurePlan plan, Scale scale) {
    List<Run> runs = RunsFile.read(file(plan, ".csv"));
    for (Run r : runs) {
      boolean sameSeed = r.seed() == seed || r.seed() / 1000 == seed;
      CommandException.usageIf(
          !r.scale().equals(scale.name()) || !sameSeed,
          "%s holds runs of --%s with another seed or scale; give another folder with --out"
              .formatted(file(plan, ".csv"), r.scale()));
    }
    return runs;
  }

  private void write(FigurePlan plan, List<Run> runs) {
    RunsFile.write(file(plan, ".csv"), runs);
  }

  /** Writes and shows the distance of Theorem 1's bound from the error; a line for each fit. */
  private void writeTheorem() {
    List<Integer> sizes = tiny ? Theorem1.ROWS.subList(0, 2) : Theorem1.ROWS;
    List<Theorem1.Draw> draws = new Theorem1(sizes, tiny ? 1 : 5, seed).run();
    DrawsFile.write(out.resolve(THEOREM + ".csv"), draws);
    OutputFile.save(out.resolve(THEOREM + ".svg"), Theorem1Plot.svg(draws));
    List<List<String>> rows = new ArrayList<>();
    for (int n : sizes) {
      for (double keep : Theorem1.OBSERVED_FRACTIONS) {
        for (double gate : Theorem1.GATES) {
          rows.add(DrawsFile.line(draws, n, keep, gate));
        }
      }
    }
    console.show(ReadableText.table(DrawsFile.TITLES, rows));
    console.showLine(
        draws.stream().filter(Theorem1.Draw::covered).count()
            + " of "
            + draws.size()
            + " bounds are at or above the error (K = 1, 95 %); not vacuous: "
            + draws.stream().filter(d -> d.bound() <= d.labelVariance()).count());
  }

  private void writePlot(ReproduceInput.FigureRuns figure) {
    if (!figure.runs().isEmpty()) {
      OutputFile.save(file(figure.plan(), ".svg"), StandaloneSvg.of(new ReproducePlot(figure)));
    }
  }

  /** Page, tables and terminal show the requested figures. */
  private void writeReport(List<FigurePlan> plans, Scale scale) {
    List<ReproduceInput.FigureRuns> all = new ArrayList<>();
    for (FigurePlan plan : plans) {
      RunLog log = new RunLog(plan, earlier(plan, scale), runs -> {});
      all.add(new ReproduceInput.FigureRuns(plan.reported(log.all()), log.all()));
    }
    if (reportOnly) {
      all.forEach(this::writePlot);
    }
    ReproduceInput input = new ReproduceInput(scale, all, DataSources.provenance(words, seed));
    OutputFile.save(out.resolve("index.html"), ReproducePage.html(input));
    OutputFile.save(out.resolve("results.md"), ResultsMarkdown.of(input));
    show(input);
    console.note(
        "slrm: page written to %s, tables to %s"
            .formatted(out.resolve("index.html"), out.resolve("results.md")));
  }

  private void show(ReproduceInput input) {
    List<List<String>> rows = new ArrayList<>();
    for (ClaimVerdict v : input.verdicts()) {
      rows.add(List.of(v.figure(), v.outcome().label(), v.claim(), v.evidence()));
    }
    console.show(ReadableText.table(List.of("figure", "verdict", "claim", "evidence"), rows));
    console.showLine(input.spent());
    console.showLine("The rule of each claim is on the page.");
  }

  /** One line on a terminal, a line for each new run elsewhere. */
  private final class Progress {
    private final ProgressBar bar = new ProgressBar(console, System::nanoTime, 0);
    private final AtomicInteger done = new AtomicInteger();
    private final int count;

    Progress(List<FigurePlan> plans, List<ComparedMethod> selected, Scale scale) {
      count = plans.stream().mapToInt(p -> Runner.count(p, selected, scale)).sum();
    }

    void done(Run run, boolean fresh) {
      int number = done.incrementAndGet();
      String what =
          run.figure() + " " + run.point() + " " + run.dataSet() + " " + run.method().id();
      bar.onProgress(
          new org.slrm.result.FitListener.Progress(
              what, (double) number / count, number, run.mse()));
      if (fresh && !console.terminal()) {
        console.note(
            "slrm: %s/%s %s: %s in %s"
                .formatted(
                    number, count, what, number(run.mse()), ReadableText.duration(run.seconds())));
      }
    }

    void clear() {
      bar.clear();
    }
  }
}

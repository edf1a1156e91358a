package org.slrm.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.option.OutOption;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.OutputFile;
import org.slrm.cli.output.TruthFile;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.format.TableWriter;
import org.slrm.method.LabelKind;
import org.slrm.paper.Simulation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes data drawn from the paper's model. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Write an incomplete table drawn from the paper's model.",
      "Features lie near a subspace of low rank, the label follows a few of its directions, and",
      "entries are missing at random."
    },
    footer = {
      "",
      "Examples:",
      "  slrm simulate --rows 800 --noise-x 0.3 --noise-y 0.3 --out train.csv --truth t.json",
      "  slrm simulate --rows 800 --noise-x 0.3 --noise-y 0.3 --draw 2 --out test.csv",
      "  slrm fit train.csv --target y --out m.slrm",
      "  slrm evaluate m.slrm test.csv --truth t.json",
      "  slrm simulate --rows 400 --label classes --classes no,yes --target failed --out machines.csv"
    })
final class SimulateCommand implements Callable<Integer>, NamedFiles.Owner {
  @Option(names = "--rows", paramLabel = "N", description = "Default: 1600.")
  int rows = 1600;

  @Option(names = "--features", paramLabel = "N", description = "Default: 100.")
  int features = 100;

  @Option(names = "--rank", paramLabel = "N", description = "Default: 30.")
  int rank = 30;

  @Option(
      names = "--subspaces",
      paramLabel = "K",
      defaultValue = "1",
      description =
          "Subspaces of this rank, each with a label of its own; a row lies near one of them."
              + " More than one need --noise-x above 0. Default: 1.")
  int subspaces;

  @Option(
      names = "--nonzeros",
      paramLabel = "N",
      description = "Directions that carry the label. Default: 10.")
  int nonzeros = 10;

  @Option(
      names = "--keep",
      paramLabel = "SHARE",
      description = "Probability that an entry is shown. Default: 0.75.")
  double keep = 0.75;

  @Option(
      names = "--noise-x",
      paramLabel = "SD",
      description = "Noise of the features. Default: 0.")
  double noiseX;

  @Option(names = "--noise-y", paramLabel = "SD", description = "Noise of the label. Default: 0.")
  double noiseY;

  @Option(
      names = "--mean-spread",
      paramLabel = "SD",
      description = "Spread of the features' means. Default: 0, centred.")
  double meanSpread;

  @Option(names = "--intercept", paramLabel = "X", description = "Mean of the label. Default: 0.")
  double intercept;

  @Option(names = "--seed", paramLabel = "N", description = "Default: 1.")
  long seed = 1;

  @Option(
      names = "--draw",
      paramLabel = "N",
      description = "Which rows: other numbers give other rows of the same truth. Default: 1.")
  long draw = 1;

  @Option(
      names = "--names",
      split = ",",
      paramLabel = "NAME",
      description = "Names of the features. Default: x1, x2, …")
  List<String> names = new ArrayList<>();

  @Option(
      names = {"-t", "--target"},
      paramLabel = "NAME",
      description = "Name of the label. Default: y.")
  String target = "y";

  @Option(
      names = "--label",
      paramLabel = "KIND",
      description =
          "What is drawn from the label's numbers: numeric, those themselves; classes, of which they"
              + " are the log-odds; counts and positive amounts, of which they are the logarithm;"
              + " robust, one in twenty with an outlier. Default: numeric.")
  LabelKind label = LabelKind.NUMERIC;

  @Option(
      names = "--classes",
      split = ",",
      paramLabel = "NAME",
      description = "Names of the two classes of --label classes. Default: no,yes.")
  List<String> classes = List.of("no", "yes");

  @Option(
      names = "--digits",
      paramLabel = "N",
      description = "Digits after the point. Default: all.")
  int digits = -1;

  @Mixin OutOption out = new OutOption();

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description = "Write the parameters behind the data as JSON, for evaluate --truth.")
  @Nullable Path truth;

  private final Console console;

  SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public NamedFiles files() {
    return new NamedFiles().writes("--out", out.file()).writes("--truth", truth);
  }

  @Override
  public Integer call() throws IOException {
    Simulation simulation =
        Simulation.builder()
            .rows(rows)
            .features(features)
            .rank(rank)
            .subspaces(subspaces)
            .nonzeros(nonzeros)
            .keep(keep)
            .noiseX(noiseX)
            .noiseY(noiseY)
            .meanSpread(meanSpread)
            .intercept(intercept)
            .seed(seed)
            .build();
    List<String> columns = columns();
    CommandException.usageIf(
        classes.size() != 2 || classes.get(0).equals(classes.get(1)),
        "--classes must be two names, got " + String.join(",", classes));
    out.format();
    try (OutputFile table = out.file() == null ? null : OutputFile.at(out.file());
        OutputFile parameters = truth == null ? null : OutputFile.at(truth)) {
      // Other rows get other draws of their labels.
      Simulation.Sample sample =
          simulation.draw(rows, keep, draw).labelled(label, 31 * seed + draw);
      if (parameters != null) {
        String json = new TruthFile(columns, target, simulation.union()).json();
        parameters.write(to -> to.write(json.getBytes(StandardCharsets.UTF_8)));
      }
      if (table == null) {
        write(sample, columns, console.out());
      } else {
        table.write(to -> write(sample, columns, to));
        table.commit();
      }
      if (parameters != null) {
        parameters.commit();
      }
    }
    return ExitCode.DONE.number();
  }

  private List<String> columns() {
    if (names.isEmpty()) {
      for (int j = 1; j <= features; j++) {
        names.add("x" + j);
      }
    }
    CommandException.usageIf(
        names.size() != features || names.contains(target),
        "--names must be %s names other than the target's, got %s: %s"
            .formatted(features, names.size(), String.join(",", names)));
    return names;
  }

  private void write(Simulation.Sample sample, List<String> columns, OutputStream to)
      throws IOException {
    try (TableWriter table = out.table(to)) {
      List<TableWriter.OutputColumn> all = new ArrayList<>();
      columns.forEach(c -> all.add(TableWriter.OutputColumn.number(c)));
      boolean words = label.isClassification();
      all.add(
          words ? TableWriter.OutputColumn.text(target) : TableWriter.OutputColumn.number(target));
      table.begin(all);
      IncompleteMatrix x = sample.x();
      for (int i = 0; i < x.rows(); i++) {
        int k = x.rowStart(i);
        for (int j = 0; j < x.columns(); j++) {
          boolean known = k < x.rowStart(i + 1) && x.column(k) == j;
          number(table, known ? shown(x.value(k++)) : "");
        }
        if (words) {
          table.text(label(sample.y(i)));
        } else {
          number(table, label(sample.y(i)));
        }
        table.endRow();
      }
    }
  }

  private static void number(TableWriter table, String text) {
    table.number(text.isEmpty() ? Double.NaN : Double.parseDouble(text), text);
  }

  private String label(double value) {
    if (label.isClassification()) {
      return classes.get((int) value);
    }
    if (label.isCount()) {
      return Long.toString((long) value);
    }
    // A small amount must not become 0.
    boolean none = label.logScale() && !(Double.parseDouble(shown(value)) > 0);
    return none ? "" + value : shown(value);
  }

  private String shown(double value) {
    return digits < 0
        ? Double.toString(value)
        : BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
  }
}

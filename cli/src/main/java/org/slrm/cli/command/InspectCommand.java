package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slrm.SlrmModel;
import org.slrm.cli.inspect.CandidateList;
import org.slrm.cli.inspect.MemberFacts;
import org.slrm.cli.inspect.NamedLine;
import org.slrm.cli.inspect.TargetInside;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.cli.output.json.Warnings;
import org.slrm.cli.output.text.NoteText;
import org.slrm.cli.output.text.WarningText;
import org.slrm.io.check.DataWarning;
import org.slrm.io.format.JsonText;
import org.slrm.io.model.ModelFile;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.io.source.InputException;
import org.slrm.result.FitReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what is inside a model file. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Show what is inside a model: where it comes from, features, rank, coefficients.",
    footer = {
      "",
      "Examples:",
      "  slrm inspect houses.slrm",
      "  slrm inspect houses.slrm --coefficients 50",
      "  slrm inspect houses.slrm --candidates",
      "  slrm inspect houses.slrm --json"
    })
final class InspectCommand implements Callable<Integer> {
  @Parameters(paramLabel = "MODEL", description = "A model written by fit.")
  Path file = Path.of("");

  @Option(
      names = "--coefficients",
      paramLabel = "K",
      defaultValue = "10",
      description = "How many of the largest coefficients to show. Default: 10.")
  int most;

  @Option(
      names = "--candidates",
      description = "List every candidate of the search: evaluated, stopped early or skipped.")
  boolean candidates;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  private final Console console;

  InspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ModelFile m = ModelFile.read(file);
    SlrmModel model = model(m);
    String text = candidates ? CandidateList.text(m, model) : text(m, model);
    console.result(json, json ? JsonText.line(json(m, model)) + "\n" : text);
    return ExitCode.DONE.number();
  }

  private SlrmModel model(ModelFile m) {
    try {
      return m.model();
    } catch (InputException e) {
      throw e.file() == null ? e.file(file.toString()) : e;
    }
  }

  private Map<String, Object> json(ModelFile m, SlrmModel model) {
    FitReport r = model.report();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("warnings", Warnings.of(warnings(m)));
    out.put("format", ModelFile.VERSION);
    out.put("command", m.provenance().command());
    out.put("version", m.provenance().version());
    out.put("java", m.provenance().java());
    out.put("seed", m.provenance().seed());
    out.put("files", m.provenance().files());
    out.put("method", r.method());
    out.put("rank", r.rank());
    out.put("rows", r.rows());
    out.put("labelledRows", r.labelledRows());
    out.put("missing", r.missingShare());
    out.put("settings", r.settings());
    out.put("stop", r.stop());
    out.put("scores", r.scores());
    out.put("notes", noteText(m).lines(r));
    if (candidates) {
      out.put("candidates", CandidateList.json(m, model));
    }
    out.put("members", members(m, model).json());
    out.put("features", m.schema().featureNames());
    Map<String, Object> targets = new LinkedHashMap<>();
    for (int t = 0; t < model.targets(); t++) {
      Map<String, Object> one = new TargetInside(m, model, t).json();
      targets.put(m.schema().targets().get(t), one);
    }
    out.put("targets", targets);
    return out;
  }

  private static NoteText noteText(ModelFile m) {
    return new NoteText(m.schema().featureNames(), m.schema().targets());
  }

  /** What was said of the data it was fitted to. */
  private static List<DataWarning> warnings(ModelFile m) {
    TrainingProfile training = m.training();
    return training == null ? List.of() : training.warnings();
  }

  /** Of a stream that goes on learning, the members change with every row: they are not shown. */
  private static MemberFacts members(ModelFile m, SlrmModel model) {
    return new MemberFacts(
        m.kind().equals(ModelFile.MODEL) ? model.members() : List.of(), m.schema().featureNames());
  }

  private String text(ModelFile m, SlrmModel model) {
    FitReport r = model.report();
    StringBuilder out = new StringBuilder();
    WarningText.lines(warnings(m)).forEach(w -> out.append(ForeignText.line(w)).append('\n'));
    NamedLine.add(out, "command", m.provenance().command());
    m.provenance()
        .files()
        .forEach(
            f ->
                NamedLine.add(
                    out,
                    "data",
                    f.name() + (f.sha256().isEmpty() ? "" : "  sha256 " + f.sha256())));
    NamedLine.add(
        out, "made by", "slrm " + m.provenance().version() + ", Java " + m.provenance().java());
    NamedLine.add(out, "seed", Long.toString(m.provenance().seed()));
    NamedLine.add(out, "method", r.method() + (r.rank() > 0 ? ", rank " + r.rank() : ""));
    NamedLine.add(
        out,
        "fitted to",
        ReadableText.count(r.rows())
            + " rows ("
            + ReadableText.count(r.labelledRows())
            + " labelled), "
            + ReadableText.count(r.features())
            + " features, "
            + ReadableText.percent(r.missingShare())
            + " missing");
    if (!r.stop().isEmpty()) {
      NamedLine.add(out, "stopped", r.stop());
    }
    r.settings().forEach((name, value) -> NamedLine.add(out, "  " + name, String.valueOf(value)));
    members(m, model).lines().forEach(fact -> NamedLine.add(out, "member", fact));
    noteText(m).lines(r).forEach(note -> NamedLine.add(out, "note", note));
    for (int t = 0; t < model.targets(); t++) {
      new TargetInside(m, model, t).text(out, most);
    }
    return out.toString();
  }
}

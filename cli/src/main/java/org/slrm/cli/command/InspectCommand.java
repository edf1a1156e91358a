package org.slrm.cli.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.slrm.SlrmModel;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.json.InspectionJson;
import org.slrm.cli.output.text.InspectionText;
import org.slrm.cli.result.Inspection;
import org.slrm.io.model.ModelFile;
import org.slrm.io.source.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the contents of a model file. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
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
  int coefficients;

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
    Inspection result = new Inspection(m, model, coefficients, candidates);
    console.result(json, new InspectionJson(result)::map, new InspectionText(result)::text);
    return ExitCode.DONE.number();
  }

  private SlrmModel model(ModelFile m) {
    try {
      return m.model();
    } catch (InputException e) {
      throw e.file() == null ? e.file(file.toString()) : e;
    }
  }
}

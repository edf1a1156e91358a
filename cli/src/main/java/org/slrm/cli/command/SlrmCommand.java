package org.slrm.cli.command;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.help.HelpCommand;
import org.slrm.cli.help.HelpLayout;
import org.slrm.cli.option.NamedFiles;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.Console;
import org.slrm.cli.output.ExitCode;
import org.slrm.cli.output.Failure;
import org.slrm.cli.output.Version;
import org.slrm.io.cell.EditDistance;
import org.slrm.io.cell.MissingTokens;
import org.slrm.io.cell.ShellWord;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;
import org.slrm.method.LabelKind;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command without a name: lists the commands. */
@Command(
    name = "slrm",
    mixinStandardHelpOptions = true,
    versionProvider = SlrmCommand.VersionLine.class,
    description = "Prediction when features are missing, at training time and at prediction time.",
    footer = {
      "",
      "Start here:",
      "  slrm fit examples/sensors.csv --target quality --out quality.slrm",
      "  slrm predict quality.slrm examples/sensors-new.csv --out predictions.csv",
      "",
      "Topics: slrm help missing, targets, validation, intervals or json.",
      "Exit codes: 0 done, 2 wrong usage, 3 bad input, 4 could not finish, 130 interrupted,",
      "141 standard output was closed.",
      "SLRM_OPTS holds options for Java, such as -Xmx8g."
    })
public final class SlrmCommand implements Runnable {
  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show a stack trace when something fails.")
  boolean debug;

  @Option(
      names = "--help-all",
      scope = ScopeType.INHERIT,
      help = true,
      description = "Show all options.")
  boolean helpAll;

  @Spec @Nullable CommandSpec spec;

  private final Console console;

  private SlrmCommand(Console console) {
    this.console = console;
  }

  public static CommandLine commandLine(Console console, String... args) {
    SlrmCommand root = new SlrmCommand(console);
    CommandLine line = new CommandLine(root);
    List<String> words = Arrays.asList(args);
    String first = args.length == 0 ? "" : args[0];
    Map<String, Supplier<Object>> commands = commands(console, words);
    // Looking up the options of all commands takes longer than most commands run.
    boolean alone = commands.containsKey(first);
    commands.forEach(
        (name, command) -> {
          if (!alone || name.equals(first)) {
            line.addSubcommand(name, command.get());
          }
        });
    if (!alone) {
      line.addSubcommand("help", new HelpCommand(console.out()));
    }
    CommandLine fit = line.getSubcommands().get("fit");
    if (fit != null) {
      ((FitCommand) fit.getCommand()).method.addTo(fit.getCommandSpec());
    }
    line.getSubcommands().values().forEach(HelpLayout::apply);
    line.setOut(new PrintWriter(console.out(), true));
    line.setErr(new PrintWriter(console.err(), true));
    line.setUsageHelpWidth(100);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(ReadOptions.Label.class, word -> named(word, ReadOptions.Label::of));
    line.registerConverter(LabelKind.class, word -> named(word, LabelKind::of));
    line.setAbbreviatedOptionsAllowed(false);
    // A name may start with @.
    line.setExpandAtFiles(false);
    line.setExecutionStrategy(parsed -> execute(parsed, console, root));
    line.setExecutionExceptionHandler(
        (problem, command, parsed) -> {
          int code = Failure.of(problem, console, root.debug);
          if (problem instanceof InputException e && !e.missingTokens().isEmpty()) {
            console.note("Try: " + withMissing(words, e.missingTokens()));
          }
          return code;
        });
    line.setParameterExceptionHandler(
        (problem, given) -> wrongUsage(problem, line, console, words));
    return line;
  }

  /** The command with exactly these tokens as missing values. */
  private static String withMissing(List<String> words, Set<String> tokens) {
    StringBuilder out = new StringBuilder("slrm");
    for (int k = 0; k < words.size(); k++) {
      if (words.get(k).equals("--na")) {
        k++;
      } else if (!words.get(k).startsWith("--na=")) {
        out.append(' ').append(ShellWord.of(words.get(k)));
      }
    }
    return out.append(' ').append(MissingTokens.asOption(tokens)).toString();
  }

  /** A word is parsed by the class in core that defines the names. */
  private static <T> T named(String word, Function<String, T> names) {
    try {
      return names.apply(word);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static int wrongUsage(
      CommandLine.ParameterException problem,
      CommandLine line,
      Console console,
      List<String> words) {
    String command = problem.getCommandLine().getCommandSpec().qualifiedName();
    console.note("slrm: " + message(problem, line) + dashed(words));
    // The message names the nearest command or option already.
    if (unknownCommand(problem, line) == null && unknownOption(problem) == null) {
      CommandLine.UnmatchedArgumentException.printSuggestions(
          problem, problem.getCommandLine().getErr());
    }
    console.note("Try '" + command + " --help'.");
    return ExitCode.USAGE.number();
  }

  /**
   * Failures outside a command, such as help that cannot be written, are reported in the same way.
   */
  private static int execute(CommandLine.ParseResult parsed, Console console, SlrmCommand root) {
    try {
      CommandLine.ParseResult command = parsed.subcommand();
      if (root.helpAll) {
        CommandLine requested = (command == null ? parsed : command).commandSpec().commandLine();
        console.out().print(HelpLayout.all(requested));
        return ExitCode.DONE.number();
      }
      checkFiles(parsed);
      return new CommandLine.RunLast().execute(parsed);
    } catch (CommandException | InvalidPathException e) {
      return Failure.of(e, console, root.debug);
    }
  }

  /** Every command's files are checked here, before it runs. */
  private static void checkFiles(CommandLine.ParseResult parsed) {
    CommandLine.ParseResult command = parsed.subcommand();
    if (command != null
        && !command.isUsageHelpRequested()
        && command.commandSpec().userObject() instanceof NamedFiles.Owner owner) {
      owner.files().check();
    }
  }

  private static Map<String, Supplier<Object>> commands(Console console, List<String> words) {
    Map<String, Supplier<Object>> out = new LinkedHashMap<>();
    out.put("fit", () -> new FitCommand(console, words));
    out.put("predict", () -> new PredictCommand(console));
    out.put("evaluate", () -> new EvaluateCommand(console));
    out.put("compare", () -> new CompareCommand(console, words));
    out.put("transduce", () -> new TransduceCommand(console));
    out.put("impute", () -> new ImputeCommand(console));
    out.put("stream", () -> new StreamCommand(console, words));
    out.put("simulate", () -> new SimulateCommand(console));
    out.put("reproduce", () -> new ReproduceCommand(console, words));
    out.put("inspect", () -> new InspectCommand(console));
    out.put("completion", () -> new CompletionCommand(console));
    out.put("warm-up", WarmUpCommand::new);
    return out;
  }

  /** Points out a file whose name was parsed as an option. */
  private static String dashed(List<String> words) {
    int end = words.contains("--") ? words.indexOf("--") : words.size();
    for (String word : words.subList(0, end)) {
      if (word.length() > 1 && word.startsWith("-") && new File(word).isFile()) {
        return "; a file whose name begins with a dash is given as " + ShellWord.file(word);
      }
    }
    return "";
  }

  /** A word in place of a command is an unknown command, whatever the parser reports. */
  private static String message(CommandLine.ParameterException problem, CommandLine root) {
    String option = unknownOption(problem);
    if (option != null) {
      CommandSpec command = problem.getCommandLine().getCommandSpec();
      List<String> options = command.optionsMap().keySet().stream().sorted().toList();
      return "Unknown option '%s'.%s"
          .formatted(option, option.length() > 2 ? didYouMean(option, options) : "");
    }
    String got = unknownCommand(problem, root);
    if (got == null) {
      return lowerCaseChoices(problem);
    }
    List<String> names = HelpCommand.commands(root);
    return "the command must be one of %s; got %s.%s"
        .formatted(String.join(", ", names), got, didYouMean(got, names));
  }

  private static String didYouMean(String word, List<String> names) {
    return EditDistance.nearest(word, names).map(n -> " Did you mean " + n + "?").orElse("");
  }

  /** The first unknown option without its value, null if there is none. */
  private static @Nullable String unknownOption(CommandLine.ParameterException problem) {
    return problem instanceof CommandLine.UnmatchedArgumentException u && u.isUnknownOption()
        ? u.getUnmatched().get(0).replaceFirst("=.*", "")
        : null;
  }

  /** Values of an option are listed as in the help. */
  private static String lowerCaseChoices(CommandLine.ParameterException problem) {
    String message = problem.getMessage();
    if (problem.getArgSpec() == null) {
      return message;
    }
    for (Class<?> type : problem.getArgSpec().auxiliaryTypes()) {
      Object[] all = type.isEnum() ? type.getEnumConstants() : new Object[0];
      String listed = Arrays.toString(all);
      message = message.replace(listed, listed.toLowerCase(Locale.ROOT));
    }
    return message;
  }

  /** The unknown word in place of a command, alone or after help; null if there is none. */
  private static @Nullable String unknownCommand(
      CommandLine.ParameterException problem, CommandLine root) {
    if (problem.getCommandLine() != root) {
      return null;
    }
    if (problem instanceof CommandLine.UnmatchedArgumentException u) {
      return u.isUnknownOption() ? null : u.getUnmatched().get(0);
    }
    return problem.getArgSpec() == null ? problem.getValue() : null;
  }

  @Override
  public void run() {
    Objects.requireNonNull(spec).commandLine().usage(console.out());
  }

  /** The output of --version. */
  static final class VersionLine implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"slrm " + Version.number()};
    }
  }
}

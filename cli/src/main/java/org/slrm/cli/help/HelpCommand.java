package org.slrm.cli.help;

import java.io.PrintStream;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains a topic, or prints the help of a command. */
@Command(
    name = "help",
    description = "Explain a topic (missing, targets, validation, intervals, json) or a command.")
public final class HelpCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "TOPIC", description = "A topic or a command.")
  @Nullable String topic;

  @Spec @Nullable CommandSpec spec;

  private final PrintStream out;

  /** A command that prints to a stream. */
  public HelpCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    CommandLine root = Objects.requireNonNull(spec).commandLine().getParent();
    if (topic == null) {
      root.usage(out);
      return 0;
    }
    String text = HelpTopics.ALL.get(topic);
    CommandLine command = root.getSubcommands().get(topic);
    if (text != null) {
      out.print(text);
    } else if (command != null) {
      command.usage(out);
    } else {
      throw new CommandLine.ParameterException(
          root, "Unknown subcommand '" + topic + "'.", null, topic);
    }
    return 0;
  }
}

package org.slrm.cli.help;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slrm.io.cell.EditDistance;
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
          Objects.requireNonNull(spec).commandLine(), unknown(topic, commands(root)));
    }
    return 0;
  }

  private static String unknown(String word, List<String> commands) {
    List<String> topics = List.copyOf(HelpTopics.ALL.keySet());
    List<String> all = Stream.concat(topics.stream(), commands.stream()).toList();
    return "unknown topic or command '%s'.%s Topics: %s; commands: %s."
        .formatted(
            word,
            EditDistance.nearest(word, all).map(n -> " Did you mean " + n + "?").orElse(""),
            String.join(", ", topics),
            String.join(", ", commands));
  }

  /** Names of the commands that help lists. */
  public static List<String> commands(CommandLine root) {
    return root.getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(s -> !s.usageMessage().hidden())
        .map(CommandSpec::name)
        .toList();
  }
}

package org.slrm.cli.help;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.cli.Cli;
import org.slrm.cli.command.SlrmCommand;
import org.slrm.cli.output.Console;
import picocli.CommandLine.Model.CommandSpec;

class HelpLayoutTest {
  private static final Pattern OPTION =
      Pattern.compile("(?m)^ +(?:-\\w, )?(--(?:\\[no-\\])?[a-z0-9-]+)");

  private static List<String> options(String help) {
    return OPTION.matcher(help).results().map(m -> m.group(1).replace("[no-]", "")).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit",
        "predict",
        "compare",
        "evaluate",
        "stream",
        "simulate",
        "transduce",
        "impute",
        "reproduce",
        "inspect",
        "completion"
      })
  void everyOptionThatHelpShowsExistsAndHelpAllShowsMore(String command) {
    List<String> common = options(Cli.run(command, "--help").done().out());
    String everything = Cli.run(command, "--help-all").done().out();
    assertFalse(everything.contains("quantile:\n"), everything);
    List<String> all = options(everything);
    assertTrue(common.size() <= 26, common.toString());
    assertTrue(all.containsAll(common), all.toString());
    assertTrue(all.size() > common.size(), all.toString());
    CommandSpec spec =
        SlrmCommand.commandLine(new Console(System.out, System.err, false), command)
            .getSubcommands()
            .get(command)
            .getCommandSpec();
    spec.options().stream()
        .filter(o -> !o.hidden())
        .forEach(o -> assertTrue(Arrays.stream(o.names()).anyMatch(all::contains), o.toString()));
  }

  @Test
  void fitHasTheHeadingsOfItsTasksAndMethodsHaveTheirOwn() {
    String help = Cli.run("fit", "--help").done().out();
    int at = 0;
    for (String heading : List.of("Data:", "Target:", "Validation:", "Effort:", "Output:")) {
      Matcher found = Pattern.compile("(?m)^" + heading + "$").matcher(help);
      assertTrue(found.find(at), heading);
      at = found.end();
    }
    assertFalse(help.contains("--constant-rounds"), help);
    String all = Cli.run("fit", "--help-all").done().out();
    assertTrue(all.contains("Options of smpcr:"), all);
    assertTrue(all.contains("--constant-rounds"), all);
    assertTrue(Cli.run("fit", "--help-all").done().err().isEmpty());
    assertEquals(1, options(all).stream().filter("--effort"::equals).count(), all);
    assertTrue(all.contains("grouped by method"), all);
    assertFalse(Cli.run("predict", "--help-all").done().out().contains("by method"));
  }

  @Test
  void everyTopicIsExplainedInLinesOfATerminal() {
    HelpTopics.ALL.forEach(
        (topic, text) -> {
          assertEquals(text, Cli.run("help", topic).done().out());
          text.lines().forEach(line -> assertTrue(line.length() <= 100, line));
        });
    String start = Cli.run("--help").done().out();
    Arrays.asList("missing", "targets", "validation", "intervals", "json")
        .forEach(topic -> assertTrue(start.contains(topic), topic));
  }
}

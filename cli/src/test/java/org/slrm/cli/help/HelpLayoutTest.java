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

class HelpLayoutTest {
  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z0-9-]+)");

  private static List<String> options(String help) {
    return OPTION.matcher(help).results().map(m -> m.group(1)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "predict", "compare", "evaluate", "stream", "simulate"})
  void everyOptionThatHelpShowsExistsAndHelpAllShowsMore(String command) {
    List<String> common = options(Cli.run(command, "--help").done().out());
    List<String> all = options(Cli.run(command, "--help-all").done().out());
    assertTrue(common.size() <= 26, common.toString());
    assertTrue(all.containsAll(common), all.toString());
    assertTrue(all.size() > common.size(), all.toString());
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
  }

  @Test
  void everyTopicIsExplainedInLinesOfATerminal() {
    HelpTopics.ALL.forEach(
        (topic, text) -> {
          assertEquals(text, Cli.run("help", topic).done().out());
          text.lines().forEach(line -> assertTrue(line.length() <= 100, line));
        });
    String start = Cli.run("--help").done().out();
    Arrays.asList("missing", "targets", "validation", "intervals")
        .forEach(topic -> assertTrue(start.contains(topic), topic));
  }
}

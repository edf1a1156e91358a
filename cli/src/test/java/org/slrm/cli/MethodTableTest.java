package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slrm.method.MethodSpec;
import org.slrm.method.MethodSpec.Option;

/** The guide's table of methods is that of the methods on the class path. */
class MethodTableTest {
  private static final Path GUIDE = Path.of("../docs/guide.md");

  private static final String HEADER = "| method | model | options |\n|---|---|---|\n";

  /** Methods with more options refer to the help. */
  private static final int MAX_OPTIONS = 5;

  @Test
  void theGuideListsEveryMethodWithItsModelAndOptions() throws IOException {
    String guide = Files.readString(GUIDE);
    int from = guide.indexOf(HEADER);
    int to = guide.indexOf("\n\n", Math.max(from, 0));
    assertEquals(table(), from < 0 ? "" : guide.substring(from, to + 1));
  }

  private static String table() {
    return MethodSpec.all().stream()
        .map(MethodTableTest::line)
        .collect(Collectors.joining("", HEADER, ""));
  }

  private static String line(MethodSpec method) {
    String summary = method.summary().replaceAll("\\.$", "");
    return "| `%s` | %s | %s |\n".formatted(method.name(), summary, options(method.options()));
  }

  private static String options(List<Option> options) {
    return options.size() > MAX_OPTIONS
        ? "`slrm fit --help-all`"
        : options.stream().map(o -> "`" + o.name() + "`").collect(Collectors.joining(", "));
  }
}

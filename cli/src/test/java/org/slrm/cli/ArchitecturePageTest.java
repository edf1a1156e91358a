package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The calls of the walk in docs/architecture.md exist, and a fit has at most 25 of them. */
class ArchitecturePageTest {
  private static final Path ROOT = Path.of("..");

  private static final Pattern CALL = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");

  @Test
  void theWalkOfACandidateHasAtMost25Calls() throws IOException {
    String fit =
        walk().lines().filter(l -> l.startsWith("A candidate")).collect(Collectors.joining());
    long calls = CALL.matcher(fit).results().count();
    assertTrue(fit.contains("in " + calls + " calls"), fit);
    assertTrue(calls >= 10 && calls <= 25, calls + " calls");
  }

  @Test
  void everyCallOfTheWalkExists() throws IOException {
    Map<String, String> sources = sources();
    List<String> absent =
        CALL.matcher(walk())
            .results()
            .filter(m -> !exists(m, sources))
            .map(m -> m.group())
            .toList();
    assertEquals(List.of(), absent);
  }

  private static boolean exists(MatchResult call, Map<String, String> sources) {
    return sources.getOrDefault(call.group(1), "").contains(" " + call.group(2) + "(");
  }

  private static String walk() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    int from = page.indexOf("## A walk along one cell and one candidate");
    return page.substring(from, page.indexOf("\n## ", from + 1));
  }

  /** Source texts by class name. */
  private static Map<String, String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(f -> f.toString().contains("src/main/java") && f.toString().endsWith(".java"))
          .collect(
              Collectors.toMap(
                  f -> f.getFileName().toString().replace(".java", ""),
                  ArchitecturePageTest::text,
                  (one, two) -> one + two));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

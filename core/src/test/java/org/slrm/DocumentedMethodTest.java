package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/method.md and the code speak of the same equations and classes. */
class DocumentedMethodTest {
  private static final Path SOURCES = Path.of("src/main/java/org/slrm");
  private final String method = text(Path.of("../docs/method.md"));

  @Test
  void everyTagOfAnEquationIsInTheCode() {
    String code = sources().stream().map(DocumentedMethodTest::text).collect(Collectors.joining());
    Set<String> tags = found("(?m)\\((?:[A-Z]-\\d)\\)$", method);
    assertTrue(tags.size() > 35, tags::toString);
    tags.removeIf(code::contains);
    assertEquals(Set.of(), tags);
  }

  @Test
  void everyClassOfTheTableExists() {
    String table = method.substring(method.indexOf("\n## 12"));
    Set<String> named = found("(?<=[`.])[A-Z]\\w+(?=`)", table);
    assertTrue(named.size() > 50, named::toString);
    for (Path source : sources()) {
      named.remove(source.getFileName().toString().replace(".java", ""));
    }
    assertEquals(Set.of(), named);
  }

  private static Set<String> found(String regex, String text) {
    return Pattern.compile(regex)
        .matcher(text)
        .results()
        .map(r -> r.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> sources() {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(f -> f.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

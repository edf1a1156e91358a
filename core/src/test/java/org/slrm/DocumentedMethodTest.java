package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/method.md and docs/paper-methods.md define the equations that the code names. */
class DocumentedMethodTest {
  private static final List<Path> PAGES =
      List.of(Path.of("../docs/method.md"), Path.of("../docs/paper-methods.md"));
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)^```");

  /** The tag of an equation ends its line. */
  private static final Pattern DEFINITION = Pattern.compile("(?m)\\(([A-Z]-\\d+[a-z']?)\\)$");

  private static final Pattern MENTION = Pattern.compile("\\b[A-Z]-\\d{1,2}(?:[a-z]\\b|'|\\b)");
  private static final Pattern CLASS = Pattern.compile("(?<=`)[A-Z][a-z]+[A-Z]\\w+(?=[.`])");

  @Test
  void everyTagIsDefinedOnce() {
    List<String> defined = definitions();
    assertTrue(defined.size() > 150, defined::toString);
    List<String> repeated = new ArrayList<>(defined);
    new TreeSet<>(defined).forEach(repeated::remove);
    assertEquals(List.of(), repeated);
  }

  @Test
  void everyTagIsInTheCode() {
    Set<String> tags = new TreeSet<>(definitions());
    tags.removeAll(mentions());
    assertEquals(Set.of(), tags);
  }

  @Test
  void everyTagInTheCodeIsDefined() {
    Set<String> tags = mentions();
    tags.removeAll(definitions());
    assertEquals(Set.of(), tags);
  }

  @Test
  void everyClassThatThePagesNameExists() {
    Set<String> named = new TreeSet<>();
    for (Path page : PAGES) {
      CLASS.matcher(text(page)).results().forEach(r -> named.add(r.group()));
    }
    // A class of scikit-learn.
    named.remove("HistGradientBoostingRegressor");
    for (Path source : sources()) {
      named.remove(source.getFileName().toString().replace(".java", ""));
    }
    assertEquals(Set.of(), named);
  }

  private static List<String> definitions() {
    return PAGES.stream()
        .flatMap(page -> BLOCK.matcher(text(page)).results())
        .flatMap(block -> DEFINITION.matcher(block.group(1)).results())
        .map(tag -> tag.group(1))
        .toList();
  }

  private static Set<String> mentions() {
    return sources().stream()
        .flatMap(source -> MENTION.matcher(text(source)).results())
        .map(tag -> tag.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The sources of every module: a method may be in another module than the test. */
  private static List<Path> sources() {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module :
          modules
              .flatMap(m -> Stream.of(m.resolve("src/main/java"), m.resolve("src/simulation/java")))
              .filter(Files::isDirectory)
              .toList()) {
        try (Stream<Path> files = Files.walk(module)) {
          files.filter(f -> f.toString().endsWith(".java")).forEach(found::add);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a user of core has to know is little, and every piece of it shows how it is used. */
class PublicTypesTest {
  /** More than a user can know: nest what belongs to another type, or make it internal. */
  private static final int MAX = 40;

  private static final Path SOURCES = Path.of("src/main/java/org/slrm");

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "(?m)^public (?:final |sealed |abstract )*(?:class|record|interface|enum|@interface) ");

  @Test
  void thereAreNoMorePublicTypesThanAUserCanKnow() throws IOException {
    List<String> types = publicTypes().map(f -> f.getFileName().toString()).toList();
    assertTrue(types.contains("Slrm.java"), "the sources are seen");
    assertTrue(types.size() <= MAX, () -> types.size() + " public types: " + types);
  }

  @Test
  void everyPublicTypeHasAnExample() throws IOException {
    assertEquals(List.of(), publicTypes().filter(f -> !beforeType(f).contains("<pre>")).toList());
  }

  private static Stream<Path> publicTypes() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(f -> f.toString().endsWith(".java"))
          .filter(f -> !f.startsWith(SOURCES.resolve("internal")))
          .filter(f -> !beforeType(f).isEmpty())
          .sorted()
          .toList()
          .stream();
    }
  }

  /** What stands before the public type of a file, empty without one. */
  private static String beforeType(Path file) {
    try {
      String text = Files.readString(file);
      Matcher type = PUBLIC_TYPE.matcher(text);
      return type.find() ? text.substring(0, type.start()) : "";
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands, options and links of the documents work. Fenced blocks marked {@code sh} are executed
 * in the order of their page; blocks that need data or time that a test does not have are marked
 * {@code text}.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern FILE =
      Pattern.compile("[\\w./-]+\\.(csv|tsv|slrm|html|json|jsonl|parquet|gz)");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");
  private static final Pattern LINK = Pattern.compile("(?:\\]\\(|src=\")([^)\"\\s]+)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/guide.md", "docs/data.md"})
  void everyCommandOfAPageSucceeds(String page) throws IOException {
    copyExamples();
    List<String> commands =
        BLOCK
            .matcher(Files.readString(ROOT.resolve(page)))
            .results()
            .flatMap(block -> block.group(1).lines())
            .filter(line -> line.startsWith("./slrm "))
            .toList();
    assertTrue(commands.size() >= 2, page);
    for (String command : commands) {
      Cli result = run(words(command.substring("./slrm ".length())));
      assertEquals(0, result.code(), () -> page + ": " + command + "\n" + result.err());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/guide.md", "docs/data.md"})
  void everyOptionOfAPageExists(String page) throws IOException {
    Set<String> named = found(OPTION, Files.readString(ROOT.resolve(page)));
    named.removeAll(found(OPTION, Cli.run("completion").done().out()));
    assertEquals(Set.of(), named, page);
  }

  @Test
  void everyRelativeLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      String text = CODE.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        if (!link.group(1).contains("://") && !leadsSomewhere(page, link.group(1))) {
          broken.add(page + ": " + link.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String name = hash < 0 ? link : link.substring(0, hash);
    Path target = name.isEmpty() ? page : page.resolveSibling(name);
    if (!Files.exists(target) || hash < 0 || !target.toString().endsWith(".md")) {
      return Files.exists(target);
    }
    String text = CODE.matcher(Files.readString(target)).replaceAll("");
    return HEADING
        .matcher(text)
        .results()
        .anyMatch(h -> anchor(h.group(1)).equals(link.substring(hash + 1)));
  }

  /** The anchor that GitHub gives a heading. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static List<Path> pages() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String place : List.of("", "docs", "benchmarks")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(place), place.isEmpty() ? 1 : 4)) {
        files.filter(f -> f.toString().endsWith(".md")).forEach(found::add);
      }
    }
    assertTrue(found.size() > 40, found::toString);
    return found;
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void copyExamples() throws IOException {
    Path examples = Files.createDirectory(folder.resolve("examples"));
    try (Stream<Path> files = Files.list(ROOT.resolve("examples"))) {
      for (Path file : files.toList()) {
        Files.copy(file, examples.resolve(file.getFileName().toString()));
      }
    }
  }

  private static List<String> words(String command) {
    return new ArrayList<>(
        WORD.matcher(command.replaceAll(" +#.*", ""))
            .results()
            .map(w -> w.group(1) == null ? w.group(2) : w.group(1))
            .toList());
  }

  /** Runs a command as if the folder were the working folder, with the redirections of a shell. */
  private Cli run(List<String> words) throws IOException {
    Path input = redirection(words, "<");
    Path output = redirection(words, ">");
    nameOutputs(words);
    words.replaceAll(w -> FILE.matcher(w).matches() ? folder.resolve(w).toString() : w);
    InputStream before = System.in;
    try (InputStream rows =
        input == null ? InputStream.nullInputStream() : Files.newInputStream(input)) {
      System.setIn(rows);
      Cli result = Cli.run(words.toArray());
      if (output != null) {
        Files.writeString(output, result.out());
      }
      return result;
    } finally {
      System.setIn(before);
    }
  }

  private @Nullable Path redirection(List<String> words, String sign) {
    int place = words.indexOf(sign);
    if (place < 0) {
      return null;
    }
    words.remove(place);
    return folder.resolve(words.remove(place));
  }

  /** A test has no working folder, so outputs that fit would name by itself are named here. */
  private static void nameOutputs(List<String> words) {
    if (!words.get(0).equals("fit")) {
      return;
    }
    String stem = Path.of(words.get(1)).getFileName().toString().replaceAll("\\..*", "");
    if (!words.contains("--out")) {
      words.addAll(List.of("--out", stem + ".slrm"));
    }
    int report = words.indexOf("--report");
    if (report >= 0 && words.get(report + 1).startsWith("--")) {
      words.add(report + 1, stem + ".html");
    }
  }
}

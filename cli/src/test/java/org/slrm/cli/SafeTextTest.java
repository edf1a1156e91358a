package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and values of others: on a page they are text, in a proposed command they are words. */
class SafeTextTest {
  private static final List<String> HOSTILE =
      List.of("';touch PWNED;'", "$(touch PWNED)", "`touch PWNED`", "a b;touch PWNED", "-x");

  @TempDir Path folder;

  private void paste(String hint) throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", "slrm() { :; }; : " + hint)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    shell.getInputStream().readAllBytes();
    shell.waitFor();
    assertFalse(Files.exists(folder.resolve("PWNED")), hint);
  }

  private static String after(String start, String said) {
    Matcher found = Pattern.compile(start + "(.*)").matcher(said);
    assertTrue(found.find(), start + " in: " + said);
    return found.group(1);
  }

  private Path rows(String first, String cell) throws IOException {
    StringBuilder out = new StringBuilder(quoted(first) + ",b,y\n");
    for (int i = 0; i < 40; i++) {
      out.append(i == 20 && !cell.isEmpty() ? quoted(cell) : "" + i % 7);
      out.append(',').append(i % 5).append(',').append(i % 3).append('\n');
    }
    return Files.writeString(folder.resolve("d.csv"), out);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  @Test
  void aPastedHintRunsNothingOfTheData() throws Exception {
    for (String hostile : HOSTILE) {
      Cli stray = Cli.run("fit", rows(hostile, hostile), "-t", "y", "-o", folder.resolve("m.slrm"));
      assertEquals(3, stray.code(), stray.err());
      paste(after("use (?=--na)", stray.err()).replace(" if it means missing", ""));
      paste(after("Try: ", stray.err()));
    }
  }

  @Test
  void theNextCommandNamesTheModelAsOneWord() throws Exception {
    Path data = rows("a", "");
    for (String hostile : List.of("';touch PWNED;'", "$(touch PWNED)", "a b;touch PWNED")) {
      Path model = folder.resolve(hostile + ".slrm");
      Cli fit = Cli.run("fit", data, "-t", "y", "-m", "mean-lasso", "-o", model).done();
      paste(after("Next: ", fit.out()));
    }
  }

  @Test
  void aColumnToIgnoreIsNamedAsOneWord() throws Exception {
    for (String hostile : HOSTILE) {
      StringBuilder out = new StringBuilder(quoted(hostile) + ",b,y\n");
      for (int i = 0; i < 120; i++) {
        double y = Math.sin(i * i);
        out.append(2 * y).append(',').append(Math.cos(3 * i)).append(',').append(y).append('\n');
      }
      Path data = Files.writeString(folder.resolve("leak.csv"), out);
      Cli fit = Cli.run("fit", data, "-t", "y", "-m", "mean-lasso", "-o", folder.resolve("m.slrm"));
      paste(after("If not, ", fit.done().out() + fit.err()));
    }
  }

  @Test
  void whatChangesTheOrderOfLettersOrLinesIsNotOnAPage() throws Exception {
    Path data = rows("safe\u202Egnp.exe\u2028\u2066x\u0085", "");
    Path model = folder.resolve("m.slrm");
    List<Path> pages =
        List.of(folder.resolve("f.html"), folder.resolve("e.html"), folder.resolve("c.html"));
    Cli.run("fit", data, "-t", "y", "-m", "mean-lasso", "-o", model, "--report", pages.get(0))
        .done();
    Cli.run("evaluate", model, data, "--report", pages.get(1)).done();
    Cli.run("compare", data, "-t", "y", "--methods", "mean-lasso", "--report", pages.get(2)).done();
    for (Path page : pages) {
      String html = Files.readString(page);
      assertFalse(
          html.matches("(?s).*[\u202A-\u202E\u2066-\u2069\u2028\u2029\u0085].*"), "" + page);
    }
    assertTrue(Files.readString(pages.get(0)).contains("safe\uFFFDgnp.exe\uFFFD\uFFFDx"));
  }
}

package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody who has never used the tool ran into. */
class NewUserTest {
  private static final Path DATA = Path.of("../examples/sensors.csv");

  @TempDir Path folder;

  @Test
  void helpIsACommandToo() {
    assertEquals(Cli.run("--help").out(), Cli.run("help").done().out());
    assertEquals(Cli.run("fit", "--help").out(), Cli.run("help", "fit").done().out());
    Cli unknown = Cli.run("help", "predikt");
    assertEquals(2, unknown.code());
    assertTrue(unknown.err().contains("'predikt'. Did you mean predict?"), unknown.err());
    assertTrue(unknown.err().contains("commands: fit, predict"), unknown.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "compare"})
  void oneFoldIsRefusedBeforeAnyFileIsRead(String command) {
    Cli refused = Cli.run(command, folder.resolve("absent.csv"), "--target", "y", "--folds", 1);
    assertEquals(2, refused.code(), refused.err());
    assertTrue(refused.err().contains("--folds must be at least 2, got 1"), refused.err());
  }

  @Test
  void anIgnoredColumnIsNotCalledComplete() throws IOException {
    StringBuilder rows = new StringBuilder("id,note,a,b,y\n");
    for (int i = 0; i < 60; i++) {
      rows.append("r").append(i).append(',').append(i % 3 == 0 ? "" : "x").append(',');
      rows.append(i % 7).append(',').append(i % 5).append(',').append(i % 7 + i % 2).append('\n');
    }
    Path data = Files.writeString(folder.resolve("d.csv"), rows);
    Path page = folder.resolve("d.html");
    Object[] words = {"fit", data, "--target", "y", "--ignore", "note", "--report", page};
    Cli.run(with(words, "--method", "mean-lasso", "--out", folder.resolve("d.slrm"))).done();
    String html = Files.readString(page);
    assertTrue(html.contains("5 columns read, 3 of them complete, 2 ignored."), html);
    assertTrue(html.contains("<td>note</td><td>ignored</td><td class=\"n\">–</td>"), html);
  }

  @Test
  void aSearchSaysHowManyCandidatesItTried() throws IOException {
    Path page = folder.resolve("a.html");
    Object[] words = {"fit", DATA, "--target", "quality", "--time-budget", "1s"};
    Cli.run(with(words, "--report", page, "--out", folder.resolve("a.slrm"))).done();
    String html = Files.readString(page);
    assertTrue(html.contains("tried. Stopped:"), "candidates tried");
    assertFalse(html.matches("(?s).*[0-9]+ iterations?\\. Stopped:.*"), "no iterations");
  }

  private static Object[] with(Object[] words, Object... more) {
    Object[] out = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, out, words.length, more.length);
    return out;
  }
}

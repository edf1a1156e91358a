package org.slrm.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.cli.Cli;

/** A fit shows at most five notes; the model and the JSON have all of them. */
class NoteLinesTest {
  @TempDir Path folder;

  /** A table with something to say about most things. */
  private Path odd() throws IOException {
    StringBuilder rows = new StringBuilder("a,b,constant,empty,w,t,kind\n");
    for (int i = 0; i < 120; i++) {
      String kind = i == 7 ? "single" : i % 3 == 0 ? "u" : "v";
      String a = i % 5 == 0 ? "" : Integer.toString(i * i % 17);
      String b = i % 11 == 0 ? "" : Integer.toString(i * i % 13);
      rows.append(i % 40 == 0 ? "," : a + "," + b).append(i % 40 == 0 ? ",,," : ",1,,");
      rows.append(i % 10 == 0 ? 0 : 900).append(',').append(i).append(',').append(kind);
      rows.append('\n');
    }
    return Files.writeString(folder.resolve("odd.csv"), rows.toString());
  }

  private Cli fit(Path data, Object... options) {
    List<Object> words = new ArrayList<>(List.of("fit", data, "--out", folder.resolve("m.slrm")));
    words.addAll(List.of(options));
    return Cli.run(words.toArray()).done();
  }

  private static long notes(String text) {
    return text.lines().filter(line -> line.startsWith("Note: ")).count();
  }

  @Test
  void atMostFiveNotesAreShownAndTheRestIsCounted() throws IOException {
    String text = fit(odd(), "--target", "kind", "--weights", "w", "--time", "t").out();
    assertEquals(5, notes(text), text);
    assertTrue(text.contains(" more note"), text);
    assertTrue(text.contains("inspect --candidates"), text);
    String all = Cli.run("inspect", folder.resolve("m.slrm"), "--candidates").done().out();
    assertTrue(all.contains("constant feature"), all);
    assertTrue(all.contains("rows of weight 0 not used") || all.contains("weight 0"), all);
  }

  @Test
  void anOrdinaryFitHasFewerThanFive() {
    Path sensors = Path.of("..", "examples", "sensors.csv").toAbsolutePath();
    for (List<String> options :
        List.of(List.<String>of(), List.of("--label", "robust"), List.of("--effort", "quick"))) {
      List<Object> words = new ArrayList<>(List.of("--target", "quality"));
      words.addAll(options);
      String text = fit(sensors, words.toArray()).out();
      assertTrue(notes(text) <= 5 && !text.contains(" more note"), text);
    }
  }
}

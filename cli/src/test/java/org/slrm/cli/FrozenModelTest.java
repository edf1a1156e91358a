package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Model files written once by earlier versions, one per kind of member, with what they predicted
 * then. They must be read and predict the same for ever; never write them anew.
 */
class FrozenModelTest {
  private static final Path FOLDER = Path.of("src/test/resources/frozen");

  static List<Path> models() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(f -> f.toString().endsWith(".slrm")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void oldModelsStillPredictTheSame(Path model) throws IOException {
    String name = model.getFileName().toString().replace(".slrm", ".csv");
    List<String> then = Files.readAllLines(FOLDER.resolve(name));
    List<String> now =
        Cli.run("predict", model, FOLDER.resolve("rows.txt"), "--interval", "0.8")
            .done()
            .out()
            .lines()
            .map(FrozenModelTest::withoutFlags)
            .toList();
    assertEquals(then.size(), now.size());
    assertEquals(then.get(0), now.get(0));
    for (int i = 1; i < then.size(); i++) {
      String[] before = then.get(i).split(",");
      String[] after = now.get(i).split(",");
      for (int k = 0; k < before.length; k++) {
        if (k >= 2 && before[k].matches("-?[0-9.]+(E-?[0-9]+)?")) {
          double old = Double.parseDouble(before[k]);
          assertEquals(old, Double.parseDouble(after[k]), 1e-9 * Math.max(1, Math.abs(old)));
        } else {
          assertEquals(before[k], after[k], then.get(i));
        }
      }
    }
  }

  /** Models that do not know their training range flag nothing; their column came later. */
  private static String withoutFlags(String line) {
    return line.replaceFirst(",answered,flags", ",answered")
        .replaceFirst(",(true|false),(,|$)", ",$1$2");
  }

  @ParameterizedTest
  @MethodSource("models")
  void oldModelsCanBeInspectedAndComplete(Path model) {
    assertTrue(Cli.run("inspect", model).done().out().contains("method"));
    Cli.run("impute", model, FOLDER.resolve("rows.txt")).done();
  }
}

package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script of docs/model-format.md reads model files without us and predicts what we do. */
class DocumentedScriptTest {
  private static final Path FROZEN = Path.of("src/test/resources/frozen");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "linear",
        "likelihood",
        "auto",
        "trees",
        "mixture",
        "kernel",
        "dictionary",
        "directions",
        "indicators",
        "curved",
        "cautious"
      })
  void numPyAlonePredictsTheSame(String name) throws IOException, InterruptedException {
    String python = pythonWithNumPy();
    Assumptions.assumeTrue(python != null, "python3 with NumPy was not found");
    String page = Files.readString(Path.of("../docs/model-format.md"));
    int start = page.indexOf("```python\n") + 10;
    Path script =
        Files.writeString(
            folder.resolve("p.py"), page.substring(start, page.indexOf("```", start)));
    List<String> rows = Files.readAllLines(FROZEN.resolve("rows.txt"));
    List<String> then = Files.readAllLines(FROZEN.resolve(name + ".csv"));
    String model = FROZEN.resolve(name + ".slrm").toString();
    for (int i = 1; i <= 3; i++) {
      double said = Double.parseDouble(run(python, script.toString(), model, rows.get(i)).trim());
      assertEquals(Double.parseDouble(then.get(i).split(",")[2]), said, 1e-9);
    }
  }

  private static @Nullable String pythonWithNumPy() throws InterruptedException {
    for (String name : List.of("python3", "/usr/bin/python3")) {
      try {
        run(name, "-c", "import numpy");
        return name;
      } catch (IOException e) {
        // Tries the next.
      }
    }
    return null;
  }

  private static String run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(said);
    }
    return said;
  }
}

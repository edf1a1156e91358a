package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.io.model.ModelFile;
import org.slrm.result.ModelState;

/** How a table comes in, and with how many threads, is not seen in the model. */
class SameBytesTest {
  @TempDir Path folder;

  @Test
  void aTablePackedOrOnStandardInputGivesTheSameModel() throws Exception {
    assertSameHoweverItIsRead("likelihood");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"auto", "slrm"})
  void methodsThatSearchGiveTheSameModelToo(String method) throws Exception {
    assertSameHoweverItIsRead(method);
  }

  private void assertSameHoweverItIsRead(String method) throws Exception {
    Path table = folder.resolve("table.csv");
    Object[] size = {"--rows", 3000, "--features", 20, "--rank", 3, "--nonzeros", 3, "--digits", 4};
    Object[] words = new Object[size.length + 5];
    System.arraycopy(size, 0, words, 1, size.length);
    words[0] = "simulate";
    words[size.length + 1] = "--keep";
    words[size.length + 2] = 0.8;
    words[size.length + 3] = "--out";
    words[size.length + 4] = table;
    Cli.run(words).done();
    Path packed = folder.resolve("table.csv.gz");
    try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(table, to);
    }
    // On either side of the size from which the launcher asks for vector instructions.
    assertTrue(Files.size(table) > 261_120 && Files.size(packed) < 261_120);
    Launcher launcher = Launcher.unpacked(folder.resolve("slrm"));
    ModelState one = fit(launcher, method, "table.csv", 1);
    assertSame(one, fit(launcher, method, "table.csv.gz", 2));
    assertSame(one, fit(launcher, method, "-", 2));
  }

  private ModelState fit(Launcher launcher, String method, String data, int threads)
      throws Exception {
    Path out = folder.resolve("m.slrm");
    ProcessBuilder command =
        launcher.command(
            folder,
            "fit",
            data,
            "--target",
            "y",
            "--method",
            method,
            "--folds",
            2,
            "--threads",
            threads,
            "--out",
            out);
    if (data.equals("-")) {
      command.redirectInput(folder.resolve("table.csv").toFile());
    }
    Launcher.run(command).done();
    return ModelFile.read(out).state();
  }

  private static void assertSame(ModelState one, ModelState other) {
    assertEquals(one.values(), other.values());
    assertEquals(one.arrays().keySet(), other.arrays().keySet());
    one.arrays()
        .forEach(
            (name, array) ->
                assertArrayEquals(array.data(), other.arrays().get(name).data(), name));
  }
}

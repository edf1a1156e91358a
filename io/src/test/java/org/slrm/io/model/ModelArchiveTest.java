package org.slrm.io.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.source.InputException;
import org.slrm.result.ModelState.Array;

class ModelArchiveTest {
  @TempDir Path folder;

  private static ModelArchive sample() {
    Map<String, Array> arrays = new LinkedHashMap<>();
    arrays.put("w", new Array(new double[] {1, -0.0, 1e-300}, 3));
    arrays.put("U", new Array(new double[] {1, 2, 3, 4, 5, 6}, 2, 3));
    arrays.put("none", new Array(new double[0], 5, 0));
    return new ModelArchive(Map.of("version", 1, "nothing", Double.NaN), arrays);
  }

  private static byte[] bytes(ModelArchive archive) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    archive.write(out);
    return out.toByteArray();
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private Path zip(String... namesAndTexts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int k = 0; k < namesAndTexts.length; k += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[k]));
        zip.write(namesAndTexts[k + 1].getBytes(StandardCharsets.ISO_8859_1));
        zip.closeEntry();
      }
    }
    return file("made.slrm", out.toByteArray());
  }

  private static void refused(Path file, String... words) {
    String message = assertThrows(InputException.class, () -> ModelArchive.read(file)).getMessage();
    assertTrue(message.contains(file.getFileName().toString()), message);
    for (String word : words) {
      assertTrue(message.contains(word), message);
    }
  }

  @Test
  void writtenFilesAreRead() throws IOException {
    ModelArchive read = ModelArchive.read(file("a.slrm", bytes(sample())));
    assertEquals(1, read.json().get("version"));
    assertEquals(null, read.json().get("nothing"));
    sample()
        .arrays()
        .forEach(
            (name, array) -> {
              assertArrayEquals(array.data(), read.arrays().get(name).data(), name);
              assertArrayEquals(array.shape(), read.arrays().get(name).shape(), name);
            });
  }

  @Test
  void equalContentsGiveEqualBytes() throws IOException {
    assertArrayEquals(bytes(sample()), bytes(sample()));
  }

  @Test
  void everyTruncationIsRejected() throws IOException {
    byte[] whole = bytes(sample());
    for (int length = 0; length < whole.length; length += 7) {
      Path cut = file("cut.slrm", java.util.Arrays.copyOf(whole, length));
      refused(cut);
    }
  }

  @Test
  void anyFlippedByteIsRejectedOrHasNoEffect() throws IOException {
    byte[] whole = bytes(sample());
    for (int k = 0; k < whole.length; k += 3) {
      byte[] damaged = whole.clone();
      damaged[k] ^= 0x41;
      try {
        ModelArchive read = ModelArchive.read(file("flipped.slrm", damaged));
        assertEquals(sample().arrays().keySet(), read.arrays().keySet());
      } catch (InputException expected) {
        assertTrue(expected.getMessage().contains("flipped.slrm"), expected.getMessage());
      }
    }
  }

  @Test
  void pathsOutsideTheFolderAreRejected() throws IOException {
    refused(zip("model.json", "{}", "../../evil.npy", "x"), "../../evil.npy");
    refused(zip("model.json", "{}", "/etc/passwd", "x"), "/etc/passwd");
    refused(zip("model.json", "{}", "Evil.class", "x"), "Evil.class");
  }

  @Test
  void aFileWithoutModelJsonIsRejected() throws IOException {
    refused(
        zip(
            "w.npy",
            new String(Npy.write(new Array(new double[1], 1)), StandardCharsets.ISO_8859_1)),
        "model.json");
  }

  @Test
  void brokenJsonIsRejectedWithItsLine() throws IOException {
    refused(zip("model.json", "{\n\"a\": }"), "model.json", "line 2");
    refused(zip("model.json", "{\"a\": 1, \"a\": 2}"), "model.json");
  }

  @Test
  void invalidArraysAreRejected() throws IOException {
    refused(zip("model.json", "{}", "w.npy", "hello"), "w.npy", "NumPy");
    byte[] good = Npy.write(new Array(new double[] {1, 2}, 2));
    String text = new String(good, StandardCharsets.ISO_8859_1);
    refused(zip("model.json", "{}", "w.npy", text.replace("(2,)", "(9,)")), "w.npy", "shape [9]");
    refused(zip("model.json", "{}", "w.npy", text.replace("<f8", "<f4")), "w.npy", "<f8");
    refused(
        zip("model.json", "{}", "w.npy", text.replace("(2,), }  ", "(99999999999,), }")), "w.npy");
    byte[] nan = Npy.write(new Array(new double[] {Double.NaN}, 1));
    refused(
        zip("model.json", "{}", "w.npy", new String(nan, StandardCharsets.ISO_8859_1)), "finite");
  }

  @Test
  void aZipBombIsRejectedBeforeDecompression() throws IOException {
    String zeros = "\0".repeat(100 << 20);
    refused(zip("model.json", "{}", "w.npy", zeros), "w.npy", "expands to more");
  }

  @Test
  void aFileThatUnpacksToMoreThanItDeclaresIsRejected() throws IOException {
    Path honest = zip("model.json", "{\"a\": \"" + " ".repeat(5000) + "\"}");
    byte[] bytes = Files.readAllBytes(honest);
    // The size stands in the central directory, 24 bytes after its signature PK\1\2.
    for (int k = 0; k + 28 < bytes.length; k++) {
      if (bytes[k] == 'P' && bytes[k + 1] == 'K' && bytes[k + 2] == 1 && bytes[k + 3] == 2) {
        bytes[k + 24] = 10;
        bytes[k + 25] = 0;
      }
    }
    refused(file("lies.slrm", bytes), "lies.slrm");
  }

  @Test
  void otherFilesAreRejected() throws IOException {
    refused(file("notes.slrm", "just text".getBytes(StandardCharsets.UTF_8)), "zip");
    refused(file("empty.slrm", new byte[0]), "zip");
  }
}

package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.InputException;

/** A test that writes small files and reads them. */
public class InFolder {
  protected static final double NaN = Double.NaN;
  @TempDir protected Path folder;

  protected Path write(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  protected Path write(String name, String text) {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  protected Table read(String text, ReadOptions options) {
    return Tables.read(write("a.csv", text), options);
  }

  protected static byte[] gzip(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  protected static ReadOptions target(String... names) {
    return ReadOptions.builder().target(names).build();
  }

  protected static void assertRows(IncompleteMatrix found, double[]... rows) {
    assertEquals(IncompleteMatrix.ofNaN(rows), found);
  }

  protected static double[] row(double... values) {
    return values;
  }

  protected static void assertRefused(Runnable reading, String... parts) {
    InputException e = assertThrows(InputException.class, reading::run);
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), () -> part + " is not in: " + e.getMessage());
    }
  }
}

package org.slrm.io.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowSource;

class SpoolTest {
  private static final byte[] BYTES = "secret,y\n1,2\n".getBytes(StandardCharsets.UTF_8);

  private static Set<Path> temporaries() throws IOException {
    try (var list = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return new HashSet<>(
          list.filter(f -> f.getFileName().toString().startsWith("slrm-input")).toList());
    }
  }

  @Test
  void theBytesCanBeReadAgainAndAgain() throws IOException {
    try (Spool spool = Spool.of("rows", new ByteArrayInputStream(BYTES))) {
      assertEquals(BYTES.length, spool.size());
      for (int k = 0; k < 2; k++) {
        assertArrayEquals(BYTES, spool.open().readAllBytes());
      }
      assertEquals('s', spool.open().read());
    }
  }

  @Test
  void noFileCanBeSeenWhileStandardInputIsRead() throws IOException {
    Assumptions.assumeTrue(
        Path.of("/").getFileSystem().supportedFileAttributeViews().contains("unix"),
        "files keep their names here while they are open");
    Set<Path> before = temporaries();
    InputStream watching =
        new ByteArrayInputStream(BYTES) {
          @Override
          public synchronized int read(byte[] to, int from, int length) {
            try {
              assertEquals(before, temporaries());
            } catch (IOException e) {
              throw new AssertionError(e);
            }
            return super.read(to, from, length);
          }
        };
    InputStream usual = System.in;
    System.setIn(watching);
    try (Source source = Source.of("-")) {
      source.spool();
      assertEquals(before, temporaries());
      assertArrayEquals(BYTES, source.open().in().readAllBytes());
      assertArrayEquals(BYTES, source.open().in().readAllBytes());
    } finally {
      System.setIn(usual);
    }
  }

  /** With a model, Parquet is read once, starting with its footer. */
  @Test
  void parquetOnStandardInputLeavesNoFile() throws Exception {
    Path file = Path.of(SpoolTest.class.getResource("/parquet/snappy.parquet").toURI());
    Table table = Tables.read(file, ReadOptions.DEFAULT);
    Set<Path> before = temporaries();
    InputStream usual = System.in;
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(file)));
    try (RowSource rows = Tables.open("-", ReadOptions.DEFAULT, table.schema())) {
      assertEquals(before, temporaries());
      assertEquals(table.rows(), rows.next().rows());
    } finally {
      System.setIn(usual);
    }
  }
}

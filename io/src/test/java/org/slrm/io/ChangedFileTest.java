package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.source.FileState;
import org.slrm.io.source.InputException;

/** A file that changes while it is read is rejected. */
class ChangedFileTest {
  @TempDir Path folder;

  private Path table(int rows) throws IOException {
    return Files.writeString(folder.resolve("a.csv"), "x1,y\n" + "1,2\n3,4\n".repeat(rows / 2));
  }

  @Test
  void rowsThatAreAddedWhileOthersAreReadAreRejected() throws IOException {
    Path file = table(1000);
    ReadOptions few = ReadOptions.builder().batchRows(10).build();
    Schema schema = Tables.read(file, ReadOptions.DEFAULT).schema();
    try (RowSource rows = Tables.open(file.toString(), few, schema)) {
      assertEquals(10, rows.next().rows());
      Files.writeString(file, "5,6\n", StandardOpenOption.APPEND);
      InputException e =
          assertThrows(
              InputException.class,
              () -> {
                while (rows.next() != null) {}
              });
      assertTrue(e.getMessage().contains("must not change while it is read"), e.getMessage());
    }
  }

  @Test
  void aReplacedFileIsDetected() throws IOException {
    Path file = table(4);
    FileState before = FileState.of(file);
    before.requireSame(file);
    Path other = Files.writeString(folder.resolve("b.csv"), Files.readString(file));
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    Files.delete(file);
    assertThrows(InputException.class, () -> before.requireSame(file));
    Files.move(other, file);
    assertThrows(InputException.class, () -> before.requireSame(file));
  }
}

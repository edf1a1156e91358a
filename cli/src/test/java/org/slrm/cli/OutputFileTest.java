package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir Path folder;

  private static void write(OutputFile file, String text) {
    file.write(to -> to.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private long files() throws IOException {
    try (var list = Files.list(folder)) {
      return list.count();
    }
  }

  @Test
  void whatWasCommittedIsThere() throws IOException {
    Path place = folder.resolve("a.txt");
    try (OutputFile file = OutputFile.at(place)) {
      write(file, "new");
      file.commit();
    }
    assertEquals("new", Files.readString(place));
    assertEquals(1, files());
  }

  @Test
  void whatWasNotCommittedLeavesTheOldFileAlone() throws IOException {
    Path place = Files.writeString(folder.resolve("a.txt"), "old");
    try (OutputFile file = OutputFile.at(place)) {
      write(file, "half");
    }
    assertEquals("old", Files.readString(place));
    assertEquals(1, files());
  }

  @Test
  void anInterruptThrowsAwayWhatIsHalfWritten() throws IOException {
    OutputFile file = OutputFile.at(folder.resolve("a.txt"));
    write(file, "half");
    assertEquals(1, files());
    OutputFile.discardUnfinished();
    assertEquals(0, files());
    file.close();
  }

  @Test
  void aDiskThatFailsNamesTheFile() {
    Path place = folder.resolve("a.txt");
    try (OutputFile file = OutputFile.at(place)) {
      CommandException e =
          assertThrows(
              CommandException.class,
              () ->
                  file.write(
                      to -> {
                        throw new IOException("No space left on device");
                      }));
      assertTrue(e.getMessage().contains("a.txt"), e.getMessage());
      assertTrue(e.getMessage().contains("No space left"), e.getMessage());
      assertEquals(ExitCode.UNFINISHED, e.code());
    }
  }
}

package org.slrm.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
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

  @Test
  void whoMayReadAFileStaysAsItWas() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "old");
    Path open = Files.writeString(folder.resolve("open.txt"), "old");
    Set<PosixFilePermission> usual = Files.getPosixFilePermissions(open);
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    for (Path place : List.of(secret, open, folder.resolve("fresh.txt"))) {
      try (OutputFile file = OutputFile.at(place)) {
        write(file, "new");
        try (var list = Files.list(folder)) {
          for (Path hidden : list.filter(f -> f.toString().endsWith(".tmp")).toList()) {
            assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(hidden)));
          }
        }
        file.commit();
      }
    }
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)));
    assertEquals(usual, Files.getPosixFilePermissions(open));
    assertEquals(usual, Files.getPosixFilePermissions(folder.resolve("fresh.txt")));
  }

  @Test
  void whatAKilledCommandLeftIsClearedByTheNext() throws IOException {
    Path left = Files.writeString(folder.resolve(".a.txt-12ab.tmp"), "half");
    Path other = Files.writeString(folder.resolve(".a.txt-mine.tmp"), "not ours");
    Path place = folder.resolve("a.txt");
    try (OutputFile inUse = OutputFile.at(place)) {
      write(inUse, "first");
      assertTrue(Files.notExists(left));
      try (OutputFile second = OutputFile.at(folder.resolve("./a.txt"))) {
        write(second, "second");
      }
      inUse.commit();
    }
    assertEquals("first", Files.readString(place));
    assertTrue(Files.exists(other));
  }
}

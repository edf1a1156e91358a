package org.slrm.io.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slrm.io.InFolder;

class WholeFileTest extends InFolder {
  private static void put(Path place, String text) throws IOException {
    try (WholeFile file = WholeFile.at(place)) {
      file.channel().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      file.commit();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theModeOfAReplacedFileIsRetained() throws IOException {
    Path file = write("a", "old");
    for (String mode : List.of("rw-------", "rw-rw-rw-", "r--r-----")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      put(file, "new");
      assertEquals(mode, mode(file));
    }
    assertEquals("new", Files.readString(file));
  }

  @Test
  void aNewFileHasTheUsualModeAndIsPrivateUntilThen() throws IOException {
    Path usual = Files.createFile(folder.resolve("usual"));
    try (WholeFile file = WholeFile.at(folder.resolve("a"))) {
      assertEquals("rw-------", mode(file.temporary()));
      file.commit();
    }
    assertEquals(mode(usual), mode(folder.resolve("a")));
  }

  @Test
  void theTargetOfALinkIsReplaced() throws IOException {
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Path target = Files.writeString(sub.resolve("target"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("sub/target"));
    put(link, "new");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(target));
    Files.delete(target);
    put(link, "again");
    assertEquals("again", Files.readString(target));
  }

  @Test
  void aFolderOrLinksInACircleAreRejected() throws IOException {
    assertThrows(FileSystemException.class, () -> WholeFile.at(folder));
    Path one = folder.resolve("one");
    Files.createSymbolicLink(one, folder.resolve("two"));
    Files.createSymbolicLink(folder.resolve("two"), one);
    assertThrows(FileSystemException.class, () -> WholeFile.at(one));
  }

  @Test
  void uncommittedFilesAreRemoved() throws IOException {
    Path file = write("a", "old");
    WholeFile.at(file).close();
    assertEquals(List.of("a"), names());
    assertEquals("old", Files.readString(file));
  }

  @Test
  void onlyFilesOfKilledProcessesAreRemoved() throws IOException {
    write(".a-12ab.tmp", "left by a killed process");
    write(".a-notes.tmp", "the user's");
    write(".b-12ab.tmp", "of another file");
    try (WholeFile inUse = WholeFile.at(folder.resolve("a"))) {
      assertTrue(Files.exists(inUse.temporary()));
      put(folder.resolve("a"), "new");
      assertTrue(Files.exists(inUse.temporary()), "another writer goes on");
    }
    assertEquals(List.of(".a-notes.tmp", ".b-12ab.tmp", "a"), names());
    assertFalse(Files.exists(folder.resolve(".a-12ab.tmp")));
  }

  @Test
  void aNameAsLongAsNamesMayBeIsWritten() throws IOException {
    Path file = folder.resolve("n".repeat(250));
    put(file, "new");
    assertEquals("new", Files.readString(file));
  }
}

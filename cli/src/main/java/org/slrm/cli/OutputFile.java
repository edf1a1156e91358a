package org.slrm.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that appears whole or not at all: written beside its place under another name, moved there
 * by {@link #commit}, thrown away by {@link #close} otherwise and on Ctrl-C.
 */
final class OutputFile implements AutoCloseable {
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  private static volatile boolean committed;

  private final Path place;
  private final Path temporary;

  private OutputFile(Path place, Path temporary) {
    this.place = place;
    this.temporary = temporary;
  }

  /** Prepares a file; a folder that is absent or not writable is told at once. */
  static OutputFile at(Path place) {
    Path folder = place.toAbsolutePath().getParent();
    if (Files.isDirectory(place)) {
      throw CommandException.unfinished("cannot write " + place + ": it is a folder", null);
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw CommandException.unfinished(
          "cannot write " + place + ": there is no folder " + folder, null);
    }
    if (Files.exists(place) && !Files.isWritable(place)) {
      throw CommandException.unfinished("cannot write " + place + ": it is write-protected", null);
    }
    // A device such as /dev/stdout or /dev/full is written in place.
    if (Files.exists(place) && !Files.isRegularFile(place)) {
      return new OutputFile(place, place);
    }
    try {
      Path temporary = Files.createTempFile(folder, "." + place.getFileName() + "-", ".tmp");
      UNFINISHED.add(temporary);
      return new OutputFile(place, temporary);
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** Writes by the given task; a disk that is full says which file it was. */
  void write(Writing task) {
    try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(temporary), 1 << 16)) {
      task.to(to);
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** Something that writes to a stream. */
  @FunctionalInterface
  interface Writing {
    void to(OutputStream stream) throws IOException;
  }

  /** Refuses to overwrite what a command reads. */
  static void mustDiffer(String name, Path place, String otherName, String other) {
    try {
      Path file = Path.of(other);
      boolean same =
          Files.exists(place) && Files.exists(file)
              ? Files.isSameFile(place, file) && Files.isRegularFile(file)
              : place.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize());
      if (same && !other.equals("-")) {
        throw CommandException.usage(
            name + " and " + otherName + " must be different files, got " + place + " twice");
      }
      if (Files.isDirectory(file)
          && place.toAbsolutePath().normalize().startsWith(file.toAbsolutePath().normalize())) {
        throw CommandException.usage(
            name + " must not lie in the folder that is read, got " + place + " in " + other);
      }
    } catch (IOException | java.nio.file.InvalidPathException e) {
      // Reading will say what is wrong with it.
    }
  }

  /** Moves what was written into place. */
  void commit() {
    if (temporary.equals(place)) {
      return;
    }
    try {
      relaxPermissions();
      try {
        Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, place, StandardCopyOption.REPLACE_EXISTING);
      }
      UNFINISHED.remove(temporary);
      committed = true;
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** Temporary files are private; results are as readable as any file the user makes. */
  private void relaxPermissions() throws IOException {
    Path probe = temporary.resolveSibling(temporary.getFileName() + "p");
    try {
      Files.createFile(probe);
      Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(probe));
    } catch (UnsupportedOperationException e) {
      // Not a POSIX file system: nothing to relax.
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  @Override
  public void close() {
    if (UNFINISHED.remove(temporary)) {
      delete(temporary);
    }
  }

  /** Whether any file was finished. */
  static boolean anyCommitted() {
    return committed;
  }

  /** Throws away whatever is half written, when the process is told to stop. */
  static void discardUnfinished() {
    UNFINISHED.forEach(OutputFile::delete);
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // Nothing more can be done about a temporary file.
    }
  }

  /** What the system says, without repeating the path. */
  static String reason(IOException e) {
    if (e instanceof java.nio.file.NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof java.nio.file.AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof java.nio.file.FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}

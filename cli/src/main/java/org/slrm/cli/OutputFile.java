package org.slrm.cli;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears whole or not at all: written beside its place under another name, moved there
 * by {@link #commit}, thrown away by {@link #close} otherwise and on Ctrl-C.
 */
final class OutputFile implements AutoCloseable {
  private static final String SUFFIX = ".tmp";

  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  private static volatile boolean committed;

  /** Places whose folder was looked through for what killed commands left. */
  private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

  private final Path place;
  private final Path temporary;
  private final FileChannel channel;
  private final @Nullable Set<PosixFilePermission> mode;

  private OutputFile(
      Path place, Path temporary, FileChannel channel, @Nullable Set<PosixFilePermission> mode) {
    this.place = place;
    this.temporary = temporary;
    this.channel = channel;
    this.mode = mode;
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
    try {
      // A device such as /dev/stdout or /dev/full is written in place.
      return Files.exists(place) && !Files.isRegularFile(place)
          ? new OutputFile(place, place, FileChannel.open(place, WRITE), null)
          : beside(place, folder);
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  /** A temporary file, locked for as long as its process lives. */
  private static OutputFile beside(Path place, Path folder) throws IOException {
    String start = "." + place.getFileName() + "-";
    if (SWEPT.add(place.toAbsolutePath())) {
      sweep(folder, start);
    }
    String random = Long.toHexString(new SecureRandom().nextLong());
    Path temporary = folder.resolve(start + random + SUFFIX);
    FileChannel channel = FileChannel.open(temporary, CREATE_NEW, WRITE);
    UNFINISHED.add(temporary);
    try {
      channel.tryLock();
    } catch (IOException e) {
      // Where files cannot be locked, those of killed commands are not told from others, and stay.
    }
    return new OutputFile(place, temporary, channel, madePrivate(temporary, place));
  }

  /** Deletes what commands that were killed left of this file: what no process has locked. */
  private static void sweep(Path folder, String start) {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(folder, f -> isTemporary(f, start))) {
      for (Path file : left) {
        try (FileChannel channel = FileChannel.open(file, WRITE);
            FileLock free = channel.tryLock()) {
          if (free != null) {
            Files.delete(file);
          }
        } catch (IOException | OverlappingFileLockException e) {
          // Somebody else's, or in use.
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A folder may be written to without being listed.
    }
  }

  private static boolean isTemporary(Path file, String start) {
    String name = file.getFileName().toString();
    return name.startsWith(start)
        && name.endsWith(SUFFIX)
        && name.substring(start.length(), name.length() - SUFFIX.length()).matches("[0-9a-f]+")
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Until it is whole nobody else may look; then it is as readable as what it replaces. */
  private static @Nullable Set<PosixFilePermission> madePrivate(Path temporary, Path place)
      throws IOException {
    try {
      Set<PosixFilePermission> usual =
          Files.getPosixFilePermissions(Files.exists(place) ? place : temporary);
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
      return usual;
    } catch (UnsupportedOperationException e) {
      return null;
    }
  }

  /** Writes by the given task; a disk that is full says which file it was. */
  void write(Writing task) {
    try {
      OutputStream to = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
      task.to(to);
      to.flush();
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

  /** Moves what was written into place, once it is on the disk: a power cut leaves old or new. */
  void commit() {
    try {
      if (!temporary.equals(place)) {
        channel.force(true);
        if (mode != null) {
          Files.setPosixFilePermissions(temporary, mode);
        }
        move();
        UNFINISHED.remove(temporary);
        committed = true;
      }
      channel.close();
    } catch (IOException e) {
      throw CommandException.unfinished("cannot write " + place + ": " + reason(e), e);
    }
  }

  private void move() throws IOException {
    try {
      Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, place, StandardCopyOption.REPLACE_EXISTING);
    }
    try (FileChannel folder = FileChannel.open(place.toAbsolutePath().getParent(), READ)) {
      folder.force(true);
    } catch (IOException e) {
      // Some systems open no folders; the file is in place all the same.
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // What matters was written before commit, or is thrown away.
    }
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

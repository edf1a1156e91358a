package org.slrm.io.source;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A file that is replaced atomically: it is written to a private temporary file in the same folder,
 * which {@link #commit} renames when it is on disk. The permissions of a replaced file are kept; of
 * a link, the target is replaced. Temporary files of killed processes are removed.
 *
 * <pre>{@code
 * try (WholeFile file = WholeFile.at(path)) {
 *   Channels.newOutputStream(file.channel()).write(bytes);
 *   file.commit();
 * }
 * }</pre>
 */
public final class WholeFile implements AutoCloseable {
  private static final String SUFFIX = ".tmp";
  private static final int MAX_NAME = 60;
  private static final int MAX_LINKS = 40;
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  /** Folders already searched for temporary files of killed processes. */
  private static final Set<Path> CLEANED = ConcurrentHashMap.newKeySet();

  private final Path place;
  private final Path temporary;
  private final FileChannel channel;
  private final @Nullable Set<PosixFilePermission> mode;

  private WholeFile(
      Path place, Path temporary, FileChannel channel, @Nullable Set<PosixFilePermission> mode) {
    this.place = place;
    this.temporary = temporary;
    this.channel = channel;
    this.mode = mode;
  }

  /** Creates a temporary file that replaces the given file. */
  public static WholeFile at(Path link) throws IOException {
    Path place = target(link.toAbsolutePath());
    if (Files.isDirectory(place)) {
      throw new FileSystemException(link.toString(), null, "it is a folder");
    }
    rejectSpecial(link);
    String name = place.getFileName().toString();
    String start = "." + name.substring(0, Math.min(MAX_NAME, name.length())) + "-";
    if (CLEANED.add(place)) {
      clean(place.getParent(), start);
    }
    // CREATE_NEW detects collisions; secure random names would take ten times as long.
    String random = Long.toHexString(new Random().nextLong());
    Path temporary = place.resolveSibling(start + random + SUFFIX);
    FileChannel channel = FileChannel.open(temporary, CREATE_NEW, READ, WRITE);
    UNFINISHED.add(temporary);
    try {
      lock(channel);
      return new WholeFile(place, temporary, channel, makePrivate(temporary, place));
    } catch (IOException | RuntimeException e) {
      discard(channel, temporary);
      throw e;
    }
  }

  /** Rejects devices, pipes and sockets: replacing destroys them, and opening may block. */
  public static void rejectSpecial(Path place) throws IOException {
    if (Files.exists(place) && !Files.isRegularFile(place) && !Files.isDirectory(place)) {
      throw new FileSystemException(
          place.toString(),
          null,
          "it is a device, a pipe or a socket, and must be a regular file or absent");
    }
  }

  /** Removes unfinished files when the process is stopped. */
  public static void discardUnfinished() {
    UNFINISHED.forEach(WholeFile::delete);
  }

  private static void discard(FileChannel channel, Path temporary) {
    try {
      channel.close();
    } catch (IOException e) {
      // A file that cannot be closed is removed nevertheless.
    }
    if (UNFINISHED.remove(temporary)) {
      delete(temporary);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The next process that writes to this file removes it.
    }
  }

  /** The target of a chain of links; the file may be absent. */
  public static Path target(Path link) throws IOException {
    Path place = link;
    for (int k = 0; Files.isSymbolicLink(place); k++) {
      if (k == MAX_LINKS) {
        throw new FileSystemException(link.toString(), null, "too many links");
      }
      place = place.resolveSibling(Files.readSymbolicLink(place));
    }
    return place;
  }

  /** Locks the file while the process lives, to distinguish it from files of killed processes. */
  private static void lock(FileChannel channel) {
    try {
      channel.tryLock();
    } catch (IOException e) {
      // Without locks, files of killed processes cannot be identified and remain.
    }
  }

  private static void clean(Path folder, String start) {
    try (DirectoryStream<Path> temporaries =
        Files.newDirectoryStream(folder, f -> isTemporary(f, start))) {
      for (Path file : temporaries) {
        try (FileChannel channel = FileChannel.open(file, WRITE);
            FileLock lock = channel.tryLock()) {
          if (lock != null) {
            Files.delete(file);
          }
        } catch (IOException | OverlappingFileLockException e) {
          // Owned by another user, or in use.
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A folder may be writable but not readable.
    }
  }

  private static boolean isTemporary(Path file, String start) {
    String name = file.getFileName().toString();
    return name.startsWith(start)
        && name.endsWith(SUFFIX)
        && name.substring(start.length(), name.length() - SUFFIX.length()).matches("[0-9a-f]+")
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Makes the file private and returns its final permissions, those of the file it replaces. */
  private static @Nullable Set<PosixFilePermission> makePrivate(Path temporary, Path place)
      throws IOException {
    try {
      Set<PosixFilePermission> permissions =
          Files.getPosixFilePermissions(Files.exists(place) ? place : temporary);
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
      return permissions;
    } catch (UnsupportedOperationException e) {
      return null;
    }
  }

  /** Restricts readers to those of another file; null for the owner only. */
  public void restrictedTo(@Nullable Path other) throws IOException {
    if (mode != null) {
      mode.retainAll(allowed(temporary, other));
    }
  }

  /** Restricts readers of an existing file to those of another file. */
  public static void restrict(Path file, Path other) throws IOException {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      if (mode.retainAll(allowed(file, other))) {
        Files.setPosixFilePermissions(file, mode);
      }
    } catch (UnsupportedOperationException e) {
      // The file system has no such permissions.
    }
  }

  private static Set<PosixFilePermission> allowed(Path file, @Nullable Path other)
      throws IOException {
    Set<PosixFilePermission> out = PosixFilePermissions.fromString("rw-------");
    if (other != null) {
      PosixFileAttributes attributes = Files.readAttributes(other, PosixFileAttributes.class);
      out.addAll(attributes.permissions());
      GroupPrincipal group = Files.readAttributes(file, PosixFileAttributes.class).group();
      if (!attributes.group().equals(group)) {
        out.removeIf(p -> p.name().startsWith("GROUP_"));
      }
    }
    return out;
  }

  /** The channel to write to. */
  public FileChannel channel() {
    return channel;
  }

  /** The temporary path. */
  public Path temporary() {
    return temporary;
  }

  /**
   * Renames the file when it is on disk: after a power failure either the old or the new file
   * exists.
   */
  public void commit() throws IOException {
    channel.force(true);
    if (mode != null) {
      Files.setPosixFilePermissions(temporary, mode);
    }
    try {
      Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, place, StandardCopyOption.REPLACE_EXISTING);
    }
    UNFINISHED.remove(temporary);
    channel.close();
    try (FileChannel folder = FileChannel.open(place.getParent(), READ)) {
      folder.force(true);
    } catch (IOException e) {
      // Some systems cannot open folders; the file has been renamed nevertheless.
    }
  }

  /** Removes the temporary file unless it was committed. */
  @Override
  public void close() {
    discard(channel, temporary);
  }
}

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
 * A file that is replaced atomically: written to a private temporary file in the same folder, and
 * moved to its place by {@link #commit} once it is on the disk. It keeps the mode of the file it
 * replaces; of a link, the target is replaced. Temporary files of killed processes are removed.
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
  private static final int LONGEST_NAME = 60;
  private static final int MAX_LINKS = 40;
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  /** Folders already searched for temporary files of killed processes. */
  private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

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

  /** Prepares a file to be written to the given place. */
  public static WholeFile at(Path link) throws IOException {
    Path place = target(link.toAbsolutePath());
    if (Files.isDirectory(place)) {
      throw new FileSystemException(link.toString(), null, "it is a folder");
    }
    refuseSpecial(link);
    String name = place.getFileName().toString();
    String start = "." + name.substring(0, Math.min(LONGEST_NAME, name.length())) + "-";
    if (SWEPT.add(place)) {
      sweep(place.getParent(), start);
    }
    // CREATE_NEW detects collisions; secure random names would take ten times as long.
    String random = Long.toHexString(new Random().nextLong());
    Path temporary = place.resolveSibling(start + random + SUFFIX);
    FileChannel channel = FileChannel.open(temporary, CREATE_NEW, READ, WRITE);
    UNFINISHED.add(temporary);
    try {
      lock(channel);
      return new WholeFile(place, temporary, channel, madePrivate(temporary, place));
    } catch (IOException | RuntimeException e) {
      discard(channel, temporary);
      throw e;
    }
  }

  /** Rejects a device, a pipe or a socket: replacing it would destroy it, opening it may block. */
  public static void refuseSpecial(Path place) throws IOException {
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
      // The next process that writes to this place removes it.
    }
  }

  /** The target of links, whether the file exists or not. */
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

  /** Locked while its process lives, which distinguishes it from files of killed processes. */
  private static void lock(FileChannel channel) {
    try {
      channel.tryLock();
    } catch (IOException e) {
      // Where files cannot be locked, those of killed processes cannot be identified and remain.
    }
  }

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

  /** Its final mode: that of the file it replaces, or the default. */
  private static @Nullable Set<PosixFilePermission> madePrivate(Path temporary, Path place)
      throws IOException {
    try {
      Set<PosixFilePermission> later =
          Files.getPosixFilePermissions(Files.exists(place) ? place : temporary);
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
      return later;
    } catch (UnsupportedOperationException e) {
      return null;
    }
  }

  /** Restricts readers to those of the given file; null for the owner only. */
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
      PosixFileAttributes like = Files.readAttributes(other, PosixFileAttributes.class);
      out.addAll(like.permissions());
      GroupPrincipal group = Files.readAttributes(file, PosixFileAttributes.class).group();
      if (!like.group().equals(group)) {
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
   * Moves the file into place once it is on the disk: a power failure leaves the old file or the
   * new one.
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
      // Some systems cannot open folders; the file is in place nevertheless.
    }
  }

  /** Removes the temporary file unless it was committed. */
  @Override
  public void close() {
    discard(channel, temporary);
  }
}

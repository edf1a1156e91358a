package org.slrm.io.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the state of a file, so that several readings use the same content.
 *
 * <pre>{@code FileState before = FileState.of(path); // … read it … before.requireSame(path); }
 * </pre>
 *
 * @param size its bytes
 * @param modified time of the last change
 * @param key the file's identity, null where the system has none
 */
public record FileState(long size, FileTime modified, @Nullable Object key) {
  /** The current state of a file. */
  public static FileState of(Path path) throws IOException {
    BasicFileAttributes a = Files.readAttributes(path, BasicFileAttributes.class);
    return new FileState(a.size(), a.lastModifiedTime(), a.fileKey());
  }

  // Generated record methods are created again in every process, which takes longer than reading a
  // small file.
  private boolean same(FileState other) {
    return size == other.size && modified.equals(other.modified) && Objects.equals(key, other.key);
  }

  /**
   * Rejects a file that has changed since.
   *
   * @throws InputException when it has changed or no longer exists
   */
  public void requireSame(Path path) {
    FileState now = null;
    try {
      now = of(path);
    } catch (IOException e) {
      // A missing file has changed.
    }
    if (now == null || !same(now)) {
      throw InputException.of("must not change while it is read").file(path.toString());
    }
  }
}

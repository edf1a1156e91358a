package org.slrm.io.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the state of a file, so that repeated reads see the same content.
 *
 * <pre>{@code FileState before = FileState.of(path); // … read it … before.requireSame(path); }
 * </pre>
 *
 * @param size number of bytes
 * @param modified time of the last change
 * @param key identity of the file; null if the system has none
 */
public record FileState(long size, FileTime modified, @Nullable Object key) {
  /** The current state of a file. */
  public static FileState of(Path path) throws IOException {
    BasicFileAttributes a = Files.readAttributes(path, BasicFileAttributes.class);
    return new FileState(a.size(), a.lastModifiedTime(), a.fileKey());
  }

  // The generated equals takes long on its first call.
  private boolean same(FileState other) {
    return size == other.size && modified.equals(other.modified) && Objects.equals(key, other.key);
  }

  /**
   * Rejects a file that has changed since this state.
   *
   * @throws InputException if the file has changed or no longer exists
   */
  public void requireSame(Path path) {
    FileState current = null;
    try {
      current = of(path);
    } catch (IOException e) {
      // A missing file has changed.
    }
    if (current == null || !same(current)) {
      throw InputException.of("must not change while it is read").file(path.toString());
    }
  }
}

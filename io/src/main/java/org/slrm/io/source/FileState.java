package org.slrm.io.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What tells that a file is still the one it was: what is read in several goes must not be made of
 * two files.
 *
 * <pre>{@code
 * FileState before = FileState.of(path);
 * // … read it …
 * before.requireSame(path);
 * }</pre>
 *
 * @param size its bytes
 * @param modified when it was last changed
 * @param key which file it is, null where the system does not say
 */
public record FileState(long size, FileTime modified, @Nullable Object key) {
  /** The state of a file now. */
  public static FileState of(Path path) throws IOException {
    BasicFileAttributes a = Files.readAttributes(path, BasicFileAttributes.class);
    return new FileState(a.size(), a.lastModifiedTime(), a.fileKey());
  }

  // Java makes a record's equals again in every process, which takes longer than reading a small
  // file.
  private boolean same(FileState other) {
    return size == other.size && modified.equals(other.modified) && Objects.equals(key, other.key);
  }

  /**
   * Refuses a file that has changed since.
   *
   * @throws InputException when it has changed or is gone
   */
  public void requireSame(Path path) {
    FileState now = null;
    try {
      now = of(path);
    } catch (IOException e) {
      // Gone is changed.
    }
    if (now == null || !same(now)) {
      throw InputException.of("must not change while it is read").file(path.toString());
    }
  }
}

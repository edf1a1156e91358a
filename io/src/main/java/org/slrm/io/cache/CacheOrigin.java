package org.slrm.io.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.source.ContentHash;
import org.slrm.io.source.Source;

/**
 * The source of a cache and the options of reading it: equal origins give equal caches.
 *
 * @param size bytes of the file; -1 for standard input
 * @param hash SHA-256 of the file in hex; empty for standard input
 * @param reading options that affect the contents
 * @param modified time of the last change, to detect changes during reading
 */
record CacheOrigin(long size, String hash, String reading, long modified) {
  /** The origin of the current bytes. */
  static CacheOrigin of(String name, ReadOptions options) throws IOException {
    String reading = CacheContents.reading(options);
    if (Source.readableOnce(name)) {
      return new CacheOrigin(-1, "", reading, 0);
    }
    Path path = Path.of(name);
    long modified = modified(path);
    return new CacheOrigin(Files.size(path), ContentHash.of(path), reading, modified);
  }

  /** Whether the size and modification time of the file are unchanged. */
  boolean unchanged(String name) throws IOException {
    return size < 0 || (Files.size(Path.of(name)) == size && modified(Path.of(name)) == modified);
  }

  private static long modified(Path path) throws IOException {
    return Files.getLastModifiedTime(path).toMillis();
  }
}

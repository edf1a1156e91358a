package org.slrm.io.format;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the memory of decompressed pages of a Parquet file: each column has one page and one
 * dictionary at a time. Declared sizes are checked before memory is allocated.
 */
final class ParquetMemory {
  private static final long ALWAYS = 128L << 20;
  private static final long PER_BYTE = 8;

  private final long limit;
  private final Map<String, Long> held = new HashMap<>();
  private long total;

  ParquetMemory(long fileSize) {
    limit = ALWAYS + PER_BYTE * fileSize;
  }

  /** Rejects a size that exceeds the remaining memory. */
  void ask(long bytes) {
    require(
        bytes >= 0 && bytes <= limit - total,
        "its pages decompress to more than the " + limit + " bytes allowed for a file of its size");
  }

  /** Rejects a file that violates a rule. */
  static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** Replaces the size recorded under a name. */
  void hold(String name, long bytes) {
    Long before = held.put(name, bytes);
    total += bytes - (before == null ? 0 : before);
    ask(0);
  }
}

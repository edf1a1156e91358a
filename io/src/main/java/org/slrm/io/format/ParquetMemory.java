package org.slrm.io.format;

import java.util.HashMap;
import java.util.Map;

/**
 * What the unpacked pages of a Parquet file may take together: each column has one page and one
 * dictionary at a time. Sizes are claims of the file until they are met.
 */
final class ParquetMemory {
  private static final long ALWAYS = 128L << 20;
  private static final long PER_BYTE = 8;

  private final long most;
  private final Map<String, Long> held = new HashMap<>();
  private long total;

  ParquetMemory(long fileSize) {
    most = ALWAYS + PER_BYTE * fileSize;
  }

  /** Refuses what does not fit beside what is held. */
  void ask(long bytes) {
    if (bytes < 0 || bytes > most - total) {
      throw new IllegalArgumentException(
          "its pages unpack to more than the " + most + " bytes a file of its size may take");
    }
  }

  /** Says what is held under a name instead of what was. */
  void hold(String name, long bytes) {
    Long before = held.put(name, bytes);
    total += bytes - (before == null ? 0 : before);
    ask(0);
  }
}

package org.slrm.cli.report.section;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The provenance of a report.
 *
 * <pre>{@code
 * new RunProvenance("slrm fit a.csv --target y", "0.1.0", 1, List.of(new SourceFile("a.csv", sha)), Map.of(), null);
 * }</pre>
 *
 * @param command the command as typed
 * @param version version of this tool
 * @param seed the seed
 * @param files files read
 * @param more further facts by name, in order: Java version, threads, options
 * @param written time of writing, null for none
 */
public record RunProvenance(
    String command,
    String version,
    long seed,
    List<SourceFile> files,
    Map<String, String> more,
    @Nullable String written) {
  /** Copies the collections, keeping their order. */
  public RunProvenance {
    files = List.copyOf(files);
    more = Collections.unmodifiableMap(new LinkedHashMap<>(more));
  }

  /**
   * A file that was read.
   *
   * @param name its name
   * @param sha256 hash of its bytes in hex, empty when unknown (stdin)
   */
  public record SourceFile(String name, String sha256) {}
}

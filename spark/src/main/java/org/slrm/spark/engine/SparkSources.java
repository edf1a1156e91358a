package org.slrm.spark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.slrm.io.source.InputException;

/** Determines the format of files, folders and patterns by their names. */
final class SparkSources {
  private static final List<String> FORMATS = List.of("csv", "tsv", "parquet", "orc", "json");

  private SparkSources() {}

  /** The format of data by its name, or by the names of the files in a folder. */
  static String format(SparkSession spark, String data) {
    try {
      Path pattern = new Path(data);
      FileSystem files = pattern.getFileSystem(spark.sessionState().newHadoopConf());
      FileStatus[] found = files.globStatus(pattern);
      if (found == null || found.length == 0) {
        throw InputException.of("does not exist").file(data);
      }
      return Stream.of(Optional.of(data), named(files, found[0]))
          .flatMap(Optional::stream)
          .map(SparkSources::ofName)
          .flatMap(Optional::stream)
          .findFirst()
          .orElseThrow(
              () ->
                  InputException.of(
                          "must be " + String.join(", ", FORMATS) + " by name, or a folder of such")
                      .file(data));
    } catch (IOException e) {
      throw InputException.of("cannot be read: " + e.getMessage()).file(data).cause(e);
    }
  }

  /** Rejects an existing output folder before anything is computed. */
  static void mustBeNew(SparkSession spark, String folder) {
    try {
      Path place = new Path(folder);
      if (place.getFileSystem(spark.sessionState().newHadoopConf()).exists(place)) {
        throw InputException.of("must not exist: remove it, or choose another --out").file(folder);
      }
    } catch (IOException e) {
      throw InputException.of("cannot be written: " + e.getMessage()).file(folder).cause(e);
    }
  }

  /** The first data file in a folder. */
  private static Optional<String> named(FileSystem files, FileStatus status) throws IOException {
    if (status.isFile()) {
      return Optional.of(status.getPath().getName());
    }
    FileStatus[] inside =
        files.listStatus(
            status.getPath(), p -> !p.getName().startsWith("_") && !p.getName().startsWith("."));
    return inside.length == 0 ? Optional.empty() : named(files, inside[0]);
  }

  static Optional<String> ofName(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("\\.(gz|bz2|zst|snappy)$", "");
    String end = plain.substring(plain.lastIndexOf('.') + 1).replace("jsonl", "json");
    return FORMATS.contains(end) ? Optional.of(end) : Optional.empty();
  }
}

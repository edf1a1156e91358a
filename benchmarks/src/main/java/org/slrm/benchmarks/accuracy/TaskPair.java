package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;

/**
 * A train/test pair of files, {@code NAME.train.csv} and {@code NAME.test.csv}.
 *
 * @param train training rows
 * @param test test rows by the columns of the training rows
 */
record TaskPair(Table train, Table test) {
  private static final String TRAIN = ".train.csv";

  /** The pair of a name in a folder. */
  static TaskPair read(Path folder, String name, ReadOptions options) {
    Table train = Tables.read(folder.resolve(name + TRAIN).toString(), options);
    String test = folder.resolve(name + ".test.csv").toString();
    return new TaskPair(train, Tables.read(test, options, train.schema()));
  }

  /** Names of the pairs in a folder that match a regular expression. */
  static List<String> names(Path folder, String pattern) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(TRAIN))
          .map(f -> f.replace(TRAIN, ""))
          .filter(f -> f.matches(pattern))
          .sorted()
          .toList();
    }
  }
}

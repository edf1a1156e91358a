package org.slrm.reliability.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder of files that are written repeatedly, in memory where the system supports it. */
final class Scratch implements AutoCloseable {
  final Path folder;

  Scratch() {
    Path memory = Path.of("/dev/shm");
    Path system = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      folder = Files.createTempDirectory(Files.isWritable(memory) ? memory : system, "slrm-fuzz");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  @Override
  public void close() throws IOException {
    delete(folder);
  }
}

package org.slrm.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A copy of a stream, to be read more than once: a file for its owner's eyes that loses its name
 * before anything is written to it, so that nothing stays behind whatever ends the process.
 */
final class Spool implements AutoCloseable {
  private final FileChannel file;

  private Spool(FileChannel file) {
    this.file = file;
  }

  static Spool of(InputStream in) throws IOException {
    Path path = Files.createTempFile("slrm-input", ".tmp");
    // Systems that can, forget the name as soon as such a file is open.
    FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      in.transferTo(Channels.newOutputStream(file));
      return new Spool(file);
    } catch (IOException e) {
      file.close();
      String where = path.getParent() + ": " + e.getMessage();
      throw new UncheckedIOException(
          new IOException("standard input could not be kept in " + where, e));
    }
  }

  /** Number of bytes. */
  long size() throws IOException {
    return file.size();
  }

  /** The bytes from their start, each time anew. */
  InputStream open() {
    return new ChannelInput.At(file);
  }

  /** The bytes, wherever they are wanted from. */
  FileChannel channel() {
    return file;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

package org.slrm.io.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Set;

/**
 * A copy of a stream that can be read repeatedly: a private temporary file that is unlinked before
 * writing, so that it never outlives the process.
 */
final class Spool implements AutoCloseable {
  /** If the system allows it, such a file is unlinked when it is opened. */
  private static final Set<StandardOpenOption> OPTIONS =
      EnumSet.of(
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);

  private final FileChannel file;

  private Spool(FileChannel file) {
    this.file = file;
  }

  static Spool of(String source, InputStream in) throws IOException {
    String name = "slrm-input" + Long.toHexString(new SecureRandom().nextLong()) + ".tmp";
    Path path = Path.of(System.getProperty("java.io.tmpdir"), name);
    try {
      return new Spool(copied(FileChannel.open(path, OPTIONS, mode(path)), in));
    } catch (IOException e) {
      String folder = path.getParent() + ": " + e.getMessage();
      throw new UncheckedIOException(
          new IOException(source + " could not be stored in " + folder, e));
    }
  }

  private static FileChannel copied(FileChannel file, InputStream in) throws IOException {
    try {
      in.transferTo(Channels.newOutputStream(file));
      return file;
    } catch (IOException e) {
      try {
        file.close();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private static FileAttribute<?>[] mode(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Number of bytes. */
  long size() throws IOException {
    return file.size();
  }

  /** A new stream of all bytes. */
  InputStream open() {
    return new ChannelInput.PositionedInput(file);
  }

  /** The bytes with random access. */
  FileChannel channel() {
    return file;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

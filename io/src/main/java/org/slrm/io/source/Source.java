package org.slrm.io.source;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** A source of bytes: a file, a pipe, or standard input; handles gzip and byte order marks. */
public final class Source implements AutoCloseable {
  private static final int HEAD = 1 << 16;
  private static final int PIPE = 0010000;
  private static final int KIND = 0170000;

  public final String name;
  private final @Nullable Path path;
  private final @Nullable Path pipe;
  private @Nullable FileState first;
  private @Nullable Spool spooled;
  private @Nullable FileChannel channel;

  private Source(String name, @Nullable Path path, @Nullable Path pipe) {
    this.name = name;
    this.path = path;
    this.pipe = pipe;
  }

  public static Source of(String name) {
    if (name.equals("-")) {
      return new Source("standard input", null, null);
    }
    Path path = Path.of(name);
    if (Files.isDirectory(path)) {
      throw InputException.of("must be a file, not a directory").file(name);
    }
    return isPipe(path) ? new Source(name, null, path) : new Source(name, path, null);
  }

  /** A name in messages for rows that do not come from bytes. */
  public static Source named(String name) {
    return new Source(name, null, null);
  }

  /** Whether a name refers to bytes that can be read only once: standard input, or a pipe. */
  public static boolean readableOnce(String name) {
    return name.equals("-") || isPipe(Path.of(name));
  }

  /** Whether it is a pipe, such as a shell's {@code <(command)}. */
  public static boolean isPipe(Path path) {
    try {
      return Files.exists(path)
          && !Files.isRegularFile(path)
          && Files.getAttribute(path, "unix:mode") instanceof Integer mode
          && (mode & KIND) == PIPE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Whether the bytes can be read only once. */
  public boolean isStream() {
    return path == null && spooled == null;
  }

  /** Makes the bytes readable repeatedly, by copying a stream to a temporary file. */
  public void spool() throws IOException {
    if (isStream()) {
      spooled = Spool.of(name, once());
    }
  }

  /** The bytes with random access, which Parquet requires; a stream is copied first. */
  public FileChannel channel(Opened opened) throws IOException {
    if (path != null) {
      opened.in().close();
      requireSame();
      FileChannel found = FileChannel.open(path, StandardOpenOption.READ);
      channel = found;
      return found;
    }
    Spool copy = spooled == null ? Spool.of(name, opened.in()) : spooled;
    spooled = copy;
    return copy.channel();
  }

  /** The limits for these bytes. */
  public Limits limits() throws IOException {
    if (spooled != null) {
      return new Limits(spooled.size());
    }
    return new Limits(path == null ? 0 : Files.size(path));
  }

  /** Opens the decompressed bytes from their start. */
  public Opened open() throws IOException {
    InputStream raw = raw();
    InputStream in = new BufferedInputStream(raw, HEAD);
    byte[] magic = peek(in, 4);
    boolean gzip = magic.length >= 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
    if (gzip) {
      in = new WholeGzip(new AlwaysAvailable(in), HEAD);
    }
    byte[] head = head(in);
    int bom = startsWith(head, 0xef, 0xbb, 0xbf) ? 3 : 0;
    Charset charset = StandardCharsets.UTF_8;
    if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) {
      bom = 2;
      charset =
          startsWith(head, 0xff, 0xfe) ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
    }
    byte[] text = Arrays.copyOfRange(head, bom, head.length);
    return new Opened(
        new SequenceInputStream(new ByteArrayInputStream(text), in), text, charset, gzip);
  }

  private InputStream raw() throws IOException {
    if (spooled != null) {
      return spooled.open();
    }
    if (path == null) {
      return once();
    }
    requireSame();
    return Files.newInputStream(path);
  }

  /**
   * A stream of bytes that can be read once, without {@code java.nio}, whose channels require
   * seekable files.
   */
  private InputStream once() throws IOException {
    return pipe == null ? System.in : new FileInputStream(pipe.toString());
  }

  /** Rejects a file that has changed since it was first opened. A named pipe counts as changed. */
  public void requireSame() throws IOException {
    if (path != null && Files.isRegularFile(path)) {
      FileState initial = first;
      if (initial == null) {
        first = FileState.of(path);
      } else {
        initial.requireSame(path);
      }
    }
  }

  /** The exception for a read failure. */
  public InputException failure(IOException e, long line) {
    InputException out;
    if (e instanceof NoSuchFileException) {
      out = InputException.of("no such file");
    } else if (e instanceof AccessDeniedException) {
      out = InputException.of("must be readable, but access is denied");
    } else if (e instanceof EOFException || e instanceof ZipException) {
      out =
          InputException.of(
                  "must be complete gzip data, but it is truncated or damaged, or followed by other bytes")
              .line(line);
    } else if (e instanceof CharacterCodingException) {
      out =
          InputException.of("must be UTF-8 text")
              .line(line)
              .hint("convert it first, for example with iconv -f latin1 -t utf-8");
    } else {
      out = InputException.of("could not be read: " + e.getMessage()).line(line);
    }
    return out.file(name).cause(e);
  }

  @Override
  public void close() {
    try {
      if (spooled != null) {
        spooled.close();
      }
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Failure to close after reading has no effect.
    }
  }

  /**
   * An opened source.
   *
   * @param in all bytes after a byte order mark
   * @param head the first bytes, for format detection
   * @param charset character set of the text
   * @param gzip whether the bytes were compressed
   */
  public record Opened(InputStream in, byte[] head, Charset charset, boolean gzip) {
    /** The first bytes as text. */
    public String text() {
      return new String(head, charset);
    }
  }

  public static boolean startsWith(byte[] bytes, int... start) {
    return bytes.length >= start.length
        && IntStream.range(0, start.length).allMatch(k -> (bytes[k] & 0xff) == start[k]);
  }

  private static byte[] peek(InputStream in, int length) throws IOException {
    in.mark(length);
    byte[] found = in.readNBytes(length);
    in.reset();
    return found;
  }

  /** The bytes available without blocking, but at least one line, since pipes may be slow. */
  private static byte[] head(InputStream in) throws IOException {
    byte[] head = new byte[HEAD];
    int count = 0;
    boolean line = false;
    while (count < HEAD && (!line || in.available() > 0)) {
      int read = in.read(head, count, HEAD - count);
      if (read < 0) {
        break;
      }
      for (int k = count; k < count + read && !line; k++) {
        line = head[k] == '\n';
      }
      count += read;
    }
    return Arrays.copyOf(head, count);
  }

  /**
   * Always reports available bytes; otherwise decompression of a slow pipe would end between gzip
   * members.
   */
  private static final class AlwaysAvailable extends FilterInputStream {
    AlwaysAvailable(InputStream in) {
      super(in);
    }

    @Override
    public int available() throws IOException {
      return Math.max(1, super.available());
    }
  }
}

package org.slrm.io.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses gzip data of one or several members. Java's own stream ignores invalid bytes after a
 * member; this one rejects them.
 */
final class WholeGzip extends GZIPInputStream {
  /** Bytes of a member's trailer: its checksum and its length. */
  private static final int TRAILER = 8;

  private final Counted packed;
  private long filled;

  WholeGzip(InputStream in, int size) throws IOException {
    this(new Counted(in), size);
  }

  private WholeGzip(Counted packed, int size) throws IOException {
    super(packed, size);
    this.packed = packed;
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    filled = packed.count;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    int got = super.read(to, from, length);
    if (got < 0) {
      long end = filled - inf.getRemaining() + TRAILER;
      if (packed.count > end || packed.read() >= 0) {
        throw new ZipException("bytes after the end");
      }
    }
    return got;
  }

  /** Counts the bytes read. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int got = super.read();
      count += got < 0 ? 0 : 1;
      return got;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int got = super.read(to, from, length);
      count += Math.max(0, got);
      return got;
    }
  }
}

package org.slrm.io.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses gzip data of one or several members and rejects invalid bytes after a member, which
 * {@link GZIPInputStream} ignores.
 */
final class WholeGzip extends GZIPInputStream {
  /** Bytes of a member's trailer: its checksum and its length. */
  private static final int TRAILER = 8;

  private final Counted compressed;
  private long bytesFilled;

  WholeGzip(InputStream in, int size) throws IOException {
    this(new Counted(in), size);
  }

  private WholeGzip(Counted compressed, int size) throws IOException {
    super(compressed, size);
    this.compressed = compressed;
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    bytesFilled = compressed.count;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    int count = super.read(to, from, length);
    if (count < 0) {
      long end = bytesFilled - inf.getRemaining() + TRAILER;
      if (compressed.count > end || compressed.read() >= 0) {
        throw new ZipException("bytes after the end");
      }
    }
    return count;
  }

  /** Counts the bytes read. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      count += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int bytes = super.read(to, from, length);
      count += Math.max(0, bytes);
      return bytes;
    }
  }
}

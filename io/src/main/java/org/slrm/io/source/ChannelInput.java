package org.slrm.io.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** Adapts an open file to Parquet's input file; the caller closes the channel. */
public record ChannelInput(FileChannel file) implements InputFile {
  @Override
  public long getLength() throws IOException {
    return file.size();
  }

  @Override
  public SeekableInputStream newStream() {
    PositionedInput input = new PositionedInput(file);
    return new DelegatingSeekableInputStream(input) {
      @Override
      public long getPos() {
        return input.position;
      }

      @Override
      public void seek(long position) {
        input.position = position;
      }
    };
  }

  /** Reads from an independent position. */
  static final class PositionedInput extends InputStream {
    private final FileChannel file;
    private long position;

    PositionedInput(FileChannel file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int count = length == 0 ? 0 : file.read(ByteBuffer.wrap(to, from, length), position);
      position += Math.max(0, count);
      return count;
    }

    @Override
    public int available() throws IOException {
      return (int) Math.max(0, Math.min(Integer.MAX_VALUE, file.size() - position));
    }
  }
}

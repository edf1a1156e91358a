package org.slrm.reliability.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A channel for writing whose steps may fail. */
final class FaultChannel extends FileChannel {
  private final Path path;
  private final FileChannel real;

  FaultChannel(Path path, FileChannel real) {
    this.path = path;
    this.real = real;
  }

  /** Writes the remaining bytes of a buffer. */
  private interface Writing {
    int write(ByteBuffer from) throws IOException;
  }

  private int faulty(ByteBuffer from, Writing writing) throws IOException {
    int bytes = FaultPlan.current.change(path, "write", from.remaining());
    int limit = from.limit();
    from.limit(from.position() + bytes);
    try {
      return writing.write(from);
    } finally {
      from.limit(limit);
    }
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    return faulty(from, real::write);
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    return faulty(from, buffer -> real.write(buffer, position));
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) throws IOException {
    FaultPlan.current.change(path, "write", 0);
    return real.write(from, offset, length);
  }

  @Override
  public void force(boolean all) throws IOException {
    FaultPlan.current.change(path, "force", 0);
    real.force(all);
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    real.truncate(size);
    return this;
  }

  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
    FaultPlan.current.change(path, "close", 0);
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    return real.read(to);
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) throws IOException {
    return real.read(to, offset, length);
  }

  @Override
  public int read(ByteBuffer to, long position) throws IOException {
    return real.read(to, position);
  }

  @Override
  public long position() throws IOException {
    return real.position();
  }

  @Override
  public FileChannel position(long at) throws IOException {
    real.position(at);
    return this;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return real.transferTo(position, count, target);
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    FaultPlan.current.change(path, "write", 0);
    return real.transferFrom(source, position, count);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    return real.map(mode, position, size);
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    return real.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return real.tryLock(position, size, shared);
  }
}

package org.slrm.io.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.source.InputException;

/** Writes the rows of a source into a row cache; see {@link RowCache} for the layout. */
final class RowCacheWriter {
  private static final int BLOCK_ENTRIES = 1 << 17;
  private static final int BLOCK_ROWS = 1 << 13;

  /** The index entry of a block: position, length, number of rows, checksum. */
  record IndexEntry(long offset, int bytes, int rows, int checksum) {
    static final int BYTES = 20;
  }

  private final FileChannel file;
  private BlockCodec codec = new BlockCodec();
  private final List<IndexEntry> index = new ArrayList<>();
  private long labelledRows;
  private long observed;

  private Mac mac = CacheKey.mac();

  RowCacheWriter(FileChannel file) {
    this.file = file;
  }

  /**
   * Writes all rows and their description from the start of the file.
   *
   * @param continues receives the number of rows written; false stops writing
   */
  CacheContents write(RowSource rows, CacheOrigin origin, LongPredicate continues) {
    try {
      file.truncate(0);
      file.position(RowCache.HEADER);
      codec = new BlockCodec();
      mac = CacheKey.mac();
      index.clear();
      labelledRows = 0;
      observed = 0;
      long count = 0;
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        add(batch);
        count += batch.rows();
        if (!continues.test(count)) {
          throw InputException.of("was not read to its end: stopped").file(rows.report().file());
        }
      }
      flush();
      CacheContents contents =
          new CacheContents(
              origin.size(),
              origin.hash(),
              origin.reading(),
              labelledRows,
              observed,
              rows.schema(),
              rows.report());
      finish(contents.bytes());
      return contents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(RowBatch batch) throws IOException {
    observed += batch.features().known();
    for (int i = 0; i < batch.rows(); i++) {
      labelledRows += batch.labels().observed(i) > 0 ? 1 : 0;
      codec.add(batch.features(), batch.labels(), i);
      if (codec.rows() >= BLOCK_ROWS || codec.entries() >= BLOCK_ENTRIES) {
        flush();
      }
    }
  }

  private void flush() throws IOException {
    if (codec.rows() == 0) {
      return;
    }
    int rows = codec.rows();
    ByteBuffer block = codec.block();
    index.add(new IndexEntry(file.position(), block.remaining(), rows, checksum(block)));
    put(block);
  }

  private void finish(byte[] description) throws IOException {
    long indexStart = file.position();
    ByteBuffer list =
        ByteBuffer.allocate(Math.multiplyExact(index.size(), IndexEntry.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (IndexEntry p : index) {
      list.putLong(p.offset()).putInt(p.bytes()).putInt(p.rows()).putInt(p.checksum());
    }
    put(list.flip());
    long text = file.position();
    put(ByteBuffer.wrap(description));
    ByteBuffer header = ByteBuffer.allocate(RowCache.HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.put(RowCache.MAGIC).putInt(RowCache.VERSION).putInt(index.size());
    header.putLong(indexStart).putLong(text).putLong(file.position());
    CRC32C checksum = new CRC32C();
    checksum.update(list.rewind());
    checksum.update(description);
    header.putInt((int) checksum.getValue());
    header.putInt(checksum(header.duplicate().flip()));
    mac.update(header.flip().duplicate());
    writeAll(ByteBuffer.wrap(mac.doFinal()));
    file.position(0);
    writeAll(header);
    file.force(false);
  }

  static int checksum(ByteBuffer bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes.duplicate());
    return (int) sum.getValue();
  }

  private void put(ByteBuffer bytes) throws IOException {
    mac.update(bytes.duplicate());
    writeAll(bytes);
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }
}

package org.slrm.io.format;

import static org.slrm.io.format.ParquetMemory.require;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a row group, each verified before decoding: decoders allocate memory for the
 * declared number of values, so it is compared with the bytes of the page.
 */
record ParquetPages(PageReadStore pages, ParquetMemory memory) implements PageReadStore {
  /** Memory of a dictionary value in bytes, including objects. */
  private static final int DICTIONARY_VALUE = 48;

  /** Maximum number of padding values of bit-packed groups. */
  private static final int PADDING = 512;

  /** Maximum number of values of zero bits in one bit-packed group. */
  private static final int MAX_ZERO_BITS = 1 << 20;

  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    PageReader from = pages.getPageReader(column);
    return new PageReader() {
      @Override
      public @Nullable DictionaryPage readDictionaryPage() {
        DictionaryPage page = from.readDictionaryPage();
        return page == null ? null : checked(column, page);
      }

      @Override
      public long getTotalValueCount() {
        return from.getTotalValueCount();
      }

      @Override
      public @Nullable DataPage readPage() {
        DataPage page = from.readPage();
        if (page != null) {
          memory.hold("page " + column.getPath()[0], page.getUncompressedSize());
          check(column, page);
        }
        return page;
      }
    };
  }

  @Override
  public long getRowCount() {
    return pages.getRowCount();
  }

  @Override
  public void close() {
    pages.close();
  }

  private DictionaryPage checked(ColumnDescriptor column, DictionaryPage page) {
    // Every dictionary value takes at least a byte, except text of fixed length 0.
    require(
        page.getDictionarySize() >= 0 && page.getDictionarySize() <= page.getBytes().size(),
        "a dictionary declares more values than it has bytes");
    long objects = (long) DICTIONARY_VALUE * page.getDictionarySize();
    memory.ask(objects);
    memory.hold("dictionary " + column.getPath()[0], page.getBytes().size() + objects);
    return page;
  }

  private static void check(ColumnDescriptor column, DataPage page) {
    int values = page.getValueCount();
    int width = BytesUtils.getWidthFromMaxInt(column.getMaxDefinitionLevel());
    require(values >= 0, "a page declares a negative number of values");
    try {
      if (page instanceof DataPageV2 v2) {
        require(
            v2.getRowCount() == values, "a page declares a number of rows other than its values");
        runs(bytes(v2.getDefinitionLevels()), width, values);
        values(v2.getDataEncoding(), bytes(v2.getData()), values);
      } else if (page instanceof DataPageV1 v1) {
        ByteBuffer bytes = bytes(v1.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        if (width > 0) {
          require(
              v1.getDlEncoding() == Encoding.RLE, "a page has levels of an unsupported encoding");
          require(bytes.remaining() >= 4, "a page has truncated levels");
          int length = bytes.getInt();
          require(length >= 0 && length <= bytes.remaining(), "a page has truncated levels");
          runs(bytes.slice().limit(length), width, values);
          bytes.position(bytes.position() + length);
        }
        values(v1.getValueEncoding(), bytes.slice(), values);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuffer bytes(BytesInput page) throws IOException {
    return page.toInputStream().slice((int) page.size()).slice();
  }

  private static void values(Encoding encoding, ByteBuffer bytes, int values) {
    switch (encoding) {
      case RLE_DICTIONARY, PLAIN_DICTIONARY -> {
        if (bytes.hasRemaining()) {
          int width = bytes.get();
          require(width >= 0 && width <= 32, "a page declares indices of " + width + " bits");
          runs(bytes.slice(), width, values);
        }
      }
      case RLE -> {
        require(bytes.remaining() >= 4, "a page has truncated values");
        runs(bytes.position(4).slice(), 1, values);
      }
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> deltas(bytes, values);
      case DELTA_BYTE_ARRAY -> {
        deltas(bytes, values);
        deltas(bytes, values);
      }
      default -> {
        // Other encodings store values without counts.
      }
    }
  }

  /** Verifies runs and bit-packed groups against the bytes and the number of values. */
  private static void runs(ByteBuffer from, int width, int values) {
    ByteBuffer bytes = from.slice();
    long remaining = values;
    while (remaining > 0 && bytes.hasRemaining()) {
      long header = varint(bytes);
      boolean packed = (header & 1) == 1;
      long count = packed ? 8 * (header >>> 1) : header >>> 1;
      long size = packed ? (header >>> 1) * width : (width + 7) / 8;
      require(count > 0 && count <= remaining + PADDING, "a page declares too long a run");
      // Some writers omit the padding of the last group.
      require(size <= bytes.remaining() + PADDING / 8L * width, "a page ends within a run");
      require(!packed || width > 0 || count <= MAX_ZERO_BITS, "a page declares too long a run");
      bytes.position(bytes.position() + (int) Math.min(size, bytes.remaining()));
      remaining -= count;
    }
  }

  /** Verifies one sequence of packed differences. */
  private static void deltas(ByteBuffer bytes, int values) {
    long block = varint(bytes);
    long parts = varint(bytes);
    long total = varint(bytes);
    varint(bytes);
    require(
        parts > 0 && block > 0 && block % parts == 0 && block / parts % 8 == 0 && block <= 1 << 16,
        "a page declares blocks of " + block + " differences");
    require(total >= 0 && total <= values, "a page declares more differences than it has values");
    for (long done = 1; done < total; done += block) {
      varint(bytes);
      require(bytes.remaining() >= parts, "a page has truncated differences");
      byte[] widths = new byte[(int) parts];
      bytes.get(widths);
      for (int k = 0; k < parts && done + k * (block / parts) < total; k++) {
        long size = block / parts / 8 * widths[k];
        require(
            widths[k] >= 0 && widths[k] <= 64 && size <= bytes.remaining(),
            "a page has truncated differences");
        bytes.position(bytes.position() + (int) size);
      }
    }
  }

  private static long varint(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      require(bytes.hasRemaining(), "a page ends within a number");
      byte b = bytes.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a page has too large a number");
  }
}

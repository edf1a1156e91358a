package org.slrm.io.format;

import static org.slrm.io.format.ParquetMemory.require;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.slrm.io.column.RecordReader;
import org.slrm.io.source.ChannelInput;
import org.slrm.io.source.InputException;
import org.slrm.io.source.Limits;
import org.slrm.io.source.Source;

/** Reads flat Parquet files; null and NaN are missing. */
final class ParquetRecords implements RecordReader {
  /** Number of rows that is always allowed, since equal rows need almost no bytes. */
  private static final long MAX_ROWS = 10_000_000;

  private static final long ROWS_PER_BYTE = 1000;

  private static final char[] EMPTY = {};

  private final IntFunction<String> texts = this::text;
  private final String file;
  private final ParquetMemory memory;
  private final Limits limits;
  private final ParquetFileReader groups;
  private final List<ParquetColumn> columns;
  private final List<String> names;
  private ColumnReader[] readers = new ColumnReader[0];
  private long rowsLeft;

  ParquetRecords(String name, FileChannel in) throws IOException {
    this.file = name;
    long size = checkedFooter(in);
    this.memory = new ParquetMemory(size);
    this.limits = new Limits(size);
    this.groups = open(in);
    try {
      FileMetaData metadata = groups.getFooter().getFileMetaData();
      this.columns =
          metadata.getSchema().getColumns().stream().map(c -> ParquetColumn.of(c, file)).toList();
      if (columns.size() > limits.columns()) {
        throw limits.tooManyColumns(file);
      }
      this.names = columns.stream().map(c -> c.name).toList();
      checkGroups(size);
    } catch (InputException e) {
      groups.close();
      throw e;
    } catch (RuntimeException e) {
      groups.close();
      throw damaged(e);
    }
  }

  private ParquetFileReader open(FileChannel in) throws IOException {
    try {
      ParquetReadOptions options =
          ParquetReadOptions.builder(new PlainParquetConfiguration())
              .withCodecFactory(new ParquetCodecs(memory))
              .build();
      return ParquetFileReader.open(new ChannelInput(in), options);
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      throw damaged(e);
    }
  }

  /** Checks the footer and returns the size of the file. */
  private long checkedFooter(FileChannel in) throws IOException {
    try {
      long size = in.size();
      ByteBuffer tail = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      while (size >= 12 && tail.hasRemaining() && in.read(tail, size - 8 + tail.position()) > 0) {}
      byte[] magic = {tail.get(4), tail.get(5), tail.get(6), tail.get(7)};
      if (Source.startsWith(magic, 'P', 'A', 'R', 'E')) {
        throw InputException.of("must be Parquet that is not encrypted").file(file);
      }
      int length = tail.getInt(0);
      if (!Source.startsWith(magic, 'P', 'A', 'R', '1') || length < 0 || length > size - 12) {
        throw InputException.of("must be a complete Parquet file").file(file);
      }
      ByteBuffer footer = ByteBuffer.allocate(length);
      while (footer.hasRemaining() && in.read(footer, size - 8 - length + footer.position()) > 0) {}
      ThriftClaims.check(footer.flip());
      return size;
    } catch (IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  private void checkGroups(long size) {
    long rows = 0;
    for (BlockMetaData group : groups.getRowGroups()) {
      long bytes = 0;
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        String column = chunk.getPath().toDotString();
        if (!ParquetCodecs.supports(chunk.getCodec())) {
          throw InputException.of(
                  "must be compressed by SNAPPY, ZSTD, GZIP or LZ4_RAW, or uncompressed")
              .file(file)
              .column(column)
              .value(chunk.getCodec().toString())
              .hint("write it with one of those");
        }
        bytes = Math.addExact(bytes, Math.max(0, chunk.getTotalSize()));
        boolean within =
            chunk.getStartingPos() >= 4
                && chunk.getTotalSize() >= 0
                && chunk.getStartingPos() <= size - chunk.getTotalSize();
        require(within && bytes <= size, "its columns declare more bytes than the file has");
        require(
            chunk.getValueCount() == group.getRowCount(),
            "its columns declare a number of rows that differs from the row group");
      }
      rows = Math.addExact(rows, Math.max(0, group.getRowCount()));
      require(
          group.getRowCount() >= 0 && rows <= MAX_ROWS + ROWS_PER_BYTE * size,
          "it declares more rows than a file of its size may have");
    }
  }

  private InputException damaged(Throwable e) {
    String reason =
        e instanceof OutOfMemoryError ? "it requires more memory than available" : e.getMessage();
    return InputException.of("must be a complete Parquet file: " + reason).file(file).cause(e);
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public long maxEntries() {
    return limits.packedCells();
  }

  @Override
  public boolean declaredText(int column) {
    return columns.get(column).isText();
  }

  @Override
  public boolean next(CellSink sink) {
    while (rowsLeft == 0) {
      if (!nextGroup()) {
        return false;
      }
    }
    rowsLeft--;
    for (int k = 0; k < readers.length; k++) {
      if (columns.get(k).isNull(readers[k])) {
        sink.cell(k, EMPTY, 0, 0);
      } else if (columns.get(k).holdsNumbers()) {
        sink.number(k, number(k), texts);
      } else {
        char[] cell = text(k).toCharArray();
        sink.cell(k, cell, 0, cell.length);
      }
      consume(k);
    }
    return true;
  }

  private boolean nextGroup() {
    try {
      PageReadStore pages = groups.readNextRowGroup();
      if (pages == null) {
        return false;
      }
      FileMetaData metadata = groups.getFooter().getFileMetaData();
      ColumnReadStoreImpl store =
          new ColumnReadStoreImpl(
              new ParquetPages(pages, memory),
              new DummyRecordConverter(metadata.getSchema()).getRootConverter(),
              metadata.getSchema(),
              metadata.getCreatedBy());
      readers =
          columns.stream()
              .map(c -> store.getColumnReader(c.descriptor))
              .toArray(ColumnReader[]::new);
      rowsLeft = pages.getRowCount();
      return true;
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      throw damaged(e);
    }
  }

  private double number(int k) {
    try {
      return columns.get(k).number(readers[k]);
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      throw damaged(e);
    }
  }

  private void consume(int k) {
    try {
      readers[k].consume();
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      throw damaged(e);
    }
  }

  private String text(int k) {
    try {
      return columns.get(k).text(readers[k]);
    } catch (InputException e) {
      throw e.file(file);
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      throw damaged(e);
    }
  }

  @Override
  public long line() {
    return 0;
  }

  @Override
  public String description() {
    return "Parquet";
  }

  @Override
  public List<String> notes() {
    return List.of();
  }

  @Override
  public void close() throws IOException {
    groups.close();
  }
}

package org.slrm.io.format;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.InputException;

/** Writes a Parquet file with SNAPPY compression; missing values are null. */
final class ParquetTable implements TableWriter {
  private final OutputStream to;
  private List<OutputColumn> columns = List.of();
  private @Nullable MessageType type;
  private @Nullable ParquetWriter<Group> writer;
  private @Nullable Group row;
  private int cell;

  ParquetTable(OutputStream to) {
    this.to = to;
  }

  @Override
  public void begin(List<OutputColumn> requested) throws IOException {
    columns = OutputColumn.distinct(requested);
    Types.MessageTypeBuilder builder = Types.buildMessage();
    for (OutputColumn c : columns) {
      PrimitiveTypeName kind =
          switch (c.kind()) {
            case TEXT -> PrimitiveTypeName.BINARY;
            case NUMBER -> PrimitiveTypeName.DOUBLE;
            case WHOLE -> PrimitiveTypeName.INT64;
            case TRUTH -> PrimitiveTypeName.BOOLEAN;
          };
      LogicalTypeAnnotation logicalType =
          c.kind() == CellKind.TEXT ? LogicalTypeAnnotation.stringType() : null;
      builder.addField(Types.optional(kind).as(logicalType).named(c.name()));
    }
    MessageType schema = builder.named("table");
    type = schema;
    writer =
        ExampleParquetWriter.builder(new Stream(to))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withCodecFactory(new ParquetCodecs(new ParquetMemory(0)))
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .build();
    row = new SimpleGroup(schema);
  }

  private Group row() {
    return Objects.requireNonNull(row, "begin must be called first");
  }

  @Override
  public TableWriter text(String value) {
    if (!value.isEmpty()) {
      row().add(cell, value);
    }
    cell++;
    return this;
  }

  @Override
  public TableWriter number(double value) {
    if (columns.get(cell).kind() == CellKind.TEXT) {
      return text(Double.isNaN(value) ? "" : Double.toString(value));
    }
    if (!Double.isNaN(value)) {
      row().add(cell, value);
    }
    cell++;
    return this;
  }

  @Override
  public TableWriter number(double value, String text) {
    if (TableWriter.beyondDouble(value, text) != null) {
      throw InputException.of("must be a number that a Parquet DOUBLE represents exactly")
          .column(columns.get(cell).name())
          .value(text)
          .hint("write .csv or .jsonl, which keep all digits");
    }
    return number(value);
  }

  @Override
  public TableWriter number(long value) {
    row().add(cell++, value);
    return this;
  }

  @Override
  public TableWriter truth(boolean value) {
    row().add(cell++, value);
    return this;
  }

  @Override
  public void endRow() throws IOException {
    Objects.requireNonNull(writer).write(row());
    row = new SimpleGroup(Objects.requireNonNull(type));
    cell = 0;
  }

  /** No effect: rows are written in large groups. */
  @Override
  public void flush() {}

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
    to.flush();
  }

  /** Adapts a stream to Parquet's output file, which requires the position. */
  private record Stream(OutputStream to) implements OutputFile {
    @Override
    public PositionOutputStream create(long blockSize) {
      return new PositionOutputStream() {
        private long written;

        @Override
        public long getPos() {
          return written;
        }

        @Override
        public void write(int b) throws IOException {
          to.write(b);
          written++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          to.write(bytes, from, length);
          written += length;
        }

        @Override
        public void flush() throws IOException {
          to.flush();
        }

        /** The underlying stream stays open. */
        @Override
        public void close() throws IOException {
          to.flush();
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSize) {
      return create(blockSize);
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }
  }
}

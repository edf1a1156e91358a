package org.slrm.io.column;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.ReadFailure;
import org.slrm.io.source.Source;

/** Encodes the records of a reader batch by batch. */
public final class EncodedRows implements RowSource {
  private static final int MAX_ENTRIES = 1 << 20;

  private final Source source;
  private final RecordReader reader;
  private final RowEncoder encoder;
  private final RawCellReader cells;
  private final int batchRows;
  private final int maxEntries;
  private final List<@Nullable String> columnNotes;
  private final ColumnDifferences differences;
  private long rows;

  private EncodedRows(
      Source source,
      RecordReader reader,
      RowEncoder encoder,
      ReadOptions.RawCells rawCells,
      int batchRows,
      int maxEntries,
      List<@Nullable String> columnNotes,
      ColumnDifferences differences) {
    this.source = source;
    this.reader = reader;
    this.encoder = encoder;
    this.cells = new RawCellReader(source.name, reader, rawCells, encoder);
    this.batchRows = batchRows;
    this.maxEntries = maxEntries;
    this.columnNotes = columnNotes;
    this.differences = differences;
  }

  /** The rows of a file. */
  public EncodedRows(
      Source source,
      RecordReader reader,
      RowEncoder encoder,
      ReadOptions options,
      List<@Nullable String> columnNotes,
      ColumnDifferences differences) {
    this(
        source,
        reader,
        encoder,
        options.rawCells(),
        options.batchRows(),
        MAX_ENTRIES,
        columnNotes,
        differences);
  }

  /** Encodes rows given by column name as one batch, by the rules for cells of a file. */
  public static RowSource of(
      List<? extends Map<String, ?>> rows, Schema schema, boolean decimalComma, boolean strict) {
    Source source = Source.named(MapRecords.NAME);
    MapRecords records = MapRecords.of(rows, schema);
    ColumnDifferences differences =
        ColumnDifferences.compare(source.name, records.names(), schema, strict);
    RowEncoder.MismatchPolicy policy =
        strict ? RowEncoder.MismatchPolicy.REJECT : RowEncoder.MismatchPolicy.ACCEPT;
    RowEncoder encoder = new RowEncoder(source.name, records, schema, decimalComma, policy);
    int max = Integer.MAX_VALUE;
    return new EncodedRows(
        source, records, encoder, ReadOptions.RawCells.NONE, max, max, List.of(), differences);
  }

  @Override
  public Schema schema() {
    return encoder.schema();
  }

  @Override
  public List<String> labelled() {
    return schema().targets().stream().filter(reader.names()::contains).toList();
  }

  @Override
  public List<String> rawColumns() {
    return cells.names();
  }

  @Override
  public @Nullable RowBatch next() {
    try {
      while (!full() && reader.next(cells)) {
        cells.endRow();
      }
      if (!full()) {
        source.requireSame();
      }
    } catch (IOException e) {
      throw source.failure(e, reader.line());
    } catch (ReadFailure e) {
      throw source.failure(e.getCause(), e.line);
    }
    if (encoder.rows() == 0) {
      return null;
    }
    RowBatch batch = cells.batch(rows);
    rows += batch.rows();
    return batch;
  }

  @Override
  public long maxEntries() {
    return reader.maxEntries();
  }

  /** Whether the batch has the maximum number of rows or entries. */
  private boolean full() {
    return encoder.rows() >= batchRows || encoder.entries() >= maxEntries;
  }

  @Override
  public ReadReport report() {
    List<ReadReport.ReadColumn> columns = new ArrayList<>();
    for (int c = 0; c < schema().columns().size(); c++) {
      columns.add(encoder.report(c, rows, c < columnNotes.size() ? columnNotes.get(c) : null));
    }
    return new ReadReport(
        source.name, reader.description(), rows, columns, reader.notes(), differences);
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw source.failure(e, 0);
    } finally {
      source.close();
    }
  }
}

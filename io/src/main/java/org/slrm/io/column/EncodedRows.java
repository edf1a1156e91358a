package org.slrm.io.column;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.ReadFailure;
import org.slrm.io.source.Source;

/** The records of a reader, encoded batch by batch. */
public final class EncodedRows implements RowSource {
  private static final int MAX_ENTRIES = 1 << 20;

  private final Source source;
  private final RecordReader reader;
  private final RowEncoder encoder;
  private final CarriedCells cells;
  private final int batchRows;
  private final List<@Nullable String> columnNotes;
  private final Shapes shapes;
  private long rows;

  public EncodedRows(
      Source source,
      RecordReader reader,
      RowEncoder encoder,
      ReadOptions options,
      List<@Nullable String> columnNotes,
      Shapes shapes) {
    this.source = source;
    this.reader = reader;
    this.encoder = encoder;
    this.cells = new CarriedCells(source.name, reader, options.carried(), encoder);
    this.batchRows = options.batchRows();
    this.columnNotes = columnNotes;
    this.shapes = shapes;
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
  public List<String> carried() {
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
  public long mostHeld() {
    return reader.mostHeld();
  }

  /** Wide rows make small batches. */
  private boolean full() {
    return encoder.rows() >= batchRows || encoder.entries() >= MAX_ENTRIES;
  }

  @Override
  public ReadReport report() {
    List<ReadReport.ReadColumn> columns = new ArrayList<>();
    for (int c = 0; c < schema().columns().size(); c++) {
      columns.add(encoder.report(c, rows, c < columnNotes.size() ? columnNotes.get(c) : null));
    }
    return new ReadReport(source.name, reader.description(), rows, columns, reader.notes(), shapes);
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

package org.slrm.io.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows by column name as one batch, encoded by the same rules as the cells of a file. */
public final class NamedRows implements RowSource {
  /** The name in messages of rows that come from no file. */
  public static final String NAME = "rows";

  private final Schema schema;
  private final MapRecords records;
  private final RowEncoder encoder;
  private final Shapes shapes;
  private long rows;

  public NamedRows(
      List<? extends Map<String, ?>> rows, Schema schema, boolean decimalComma, boolean strict) {
    this.schema = schema;
    this.records = new MapRecords(List.copyOf(rows), names(rows, schema), schema);
    this.shapes = Shapes.compare(NAME, records.names(), schema, strict);
    this.encoder =
        new RowEncoder(
            NAME,
            records,
            schema,
            decimalComma,
            strict ? RowEncoder.Misfit.REFUSE : RowEncoder.Misfit.ACCEPT);
  }

  /** All names in order of first use; rows without a name have every column empty. */
  private static List<String> names(List<? extends Map<String, ?>> rows, Schema schema) {
    List<String> found = MapRecords.names(rows);
    return found.isEmpty()
        ? schema.columns().stream().filter(c -> c.width() > 0).map(Schema.Column::name).toList()
        : found;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public List<String> labelled() {
    return schema.targets().stream().filter(records.names()::contains).toList();
  }

  @Override
  public @Nullable RowBatch next() {
    while (records.next(encoder)) {
      encoder.endRow();
    }
    if (encoder.rows() == 0) {
      return null;
    }
    RowBatch batch = encoder.batch(rows);
    rows += batch.rows();
    return batch;
  }

  @Override
  public ReadReport report() {
    List<ReadReport.ReadColumn> columns = new ArrayList<>();
    for (int c = 0; c < schema.columns().size(); c++) {
      columns.add(encoder.report(c, rows, null));
    }
    return new ReadReport(NAME, records.description(), rows, columns, List.of(), shapes);
  }

  @Override
  public void close() {}
}

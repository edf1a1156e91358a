package org.slrm.io.score;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowEncoder;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.column.Shapes;

/** Rows by column name as one batch, encoded by the same rules as the cells of a file. */
final class NamedRows implements RowSource {
  private static final String NAME = "rows";

  private final Schema schema;
  private final MapRecords records;
  private final RowEncoder encoder;
  private final List<String> notes;
  private long rows;

  NamedRows(
      List<? extends Map<String, ?>> rows, Schema schema, boolean decimalComma, boolean strict) {
    this.schema = schema;
    this.records = new MapRecords(List.copyOf(rows), names(rows, schema), schema);
    this.notes = Shapes.compare(NAME, records.names(), schema, strict);
    this.encoder =
        new RowEncoder(
            NAME,
            records,
            schema,
            decimalComma,
            strict ? RowEncoder.Misfit.REFUSE : RowEncoder.Misfit.ACCEPT);
  }

  /** All names in the order they come; rows that name nothing have every column, empty. */
  private static List<String> names(List<? extends Map<String, ?>> rows, Schema schema) {
    Set<String> found = new LinkedHashSet<>();
    rows.forEach(row -> found.addAll(row.keySet()));
    return found.isEmpty()
        ? schema.columns().stream().filter(c -> c.width() > 0).map(Schema.Column::name).toList()
        : List.copyOf(found);
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
    List<ReadReport.Column> columns = new ArrayList<>();
    for (int c = 0; c < schema.columns().size(); c++) {
      columns.add(encoder.report(c, rows, null));
    }
    return new ReadReport(NAME, records.description(), rows, columns, notes);
  }

  @Override
  public void close() {}
}

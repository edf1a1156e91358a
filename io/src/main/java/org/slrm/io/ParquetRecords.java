package org.slrm.io;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.ParquetReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.PrimitiveStringifier;
import org.jspecify.annotations.Nullable;

/** Flat Parquet files by parquet-floor; null and NaN are missing. */
final class ParquetRecords implements RecordReader {
  private final ParquetReader<@Nullable Object[], @Nullable Object[], Integer> rows;
  private final List<String> names = new ArrayList<>();
  private final List<PrimitiveStringifier> texts = new ArrayList<>();
  private final String file;

  ParquetRecords(String name, Path path) throws IOException {
    this.file = name;
    Map<String, Integer> places = new HashMap<>();
    try {
      for (ColumnDescriptor column : columns(path)) {
        String label = String.join(".", column.getPath());
        if (column.getPath().length != 1 || column.getMaxRepetitionLevel() > 0) {
          throw InputException.of("must be a flat table, but a column is nested")
              .file(file)
              .column(label);
        }
        places.put(label, names.size());
        names.add(label);
        texts.add(column.getPrimitiveType().stringifier());
      }
      this.rows = ParquetReader.spliterator(path.toFile(), new Row(), p -> places.get(p[0]));
    } catch (InputException | IOException e) {
      throw e;
    } catch (RuntimeException e) {
      throw damaged(e);
    }
  }

  private static List<ColumnDescriptor> columns(Path path) throws IOException {
    return ParquetReader.readMetadata(path.toFile()).getFileMetaData().getSchema().getColumns();
  }

  private InputException damaged(RuntimeException e) {
    return InputException.of("must be a whole Parquet file: " + e.getMessage()).file(file).cause(e);
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public boolean next(CellSink sink) {
    try {
      return rows.tryAdvance(row -> push(row, sink));
    } catch (InputException | Contradiction e) {
      throw e;
    } catch (RuntimeException e) {
      throw damaged(e);
    }
  }

  private void push(@Nullable Object[] row, CellSink sink) {
    for (int k = 0; k < row.length; k++) {
      Object value = row[k];
      String text = value == null ? "" : text(k, value);
      sink.cell(k, text.toCharArray(), 0, text.length());
    }
  }

  /** Text that reads back as the same number; dates, times and decimals as the file means them. */
  private String text(int column, Object value) {
    if (value instanceof Float f) {
      return Double.toString(f);
    } else if (value instanceof Integer i) {
      return texts.get(column).stringify(i);
    } else if (value instanceof Long l) {
      return texts.get(column).stringify(l);
    }
    return value.toString();
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
    rows.close();
  }

  /** Collects the values of a row by place. */
  private final class Row implements Hydrator<@Nullable Object[], @Nullable Object[], Integer> {
    @Override
    public @Nullable Object[] start() {
      return new Object[names.size()];
    }

    @Override
    public @Nullable Object[] add(@Nullable Object[] row, Integer place, @Nullable Object value) {
      row[place] = value;
      return row;
    }

    @Override
    public @Nullable Object[] finish(@Nullable Object[] row) {
      return row;
    }
  }
}

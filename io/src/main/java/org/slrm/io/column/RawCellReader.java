package org.slrm.io.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Passes cells to an encoder and stores the original text of selected columns. */
final class RawCellReader implements RecordReader.CellSink {
  private final RecordReader reader;
  private final RowEncoder encoder;
  private final String[] texts;
  private final List<String> names;
  private final int[] columns;
  private final boolean[] selected;
  private final List<RawRow> rows = new ArrayList<>();

  RawCellReader(
      String file, RecordReader reader, ReadOptions.RawCells rawCells, RowEncoder encoder) {
    this.reader = reader;
    List<String> all = reader.names();
    this.encoder = encoder;
    this.texts = new String[all.size()];
    Arrays.fill(texts, "");
    this.columns =
        rawCells.all()
            ? IntStream.range(0, all.size()).toArray()
            : rawCells.columns().stream().mapToInt(c -> Selection.position(file, c, all)).toArray();
    this.names = IntStream.of(columns).mapToObj(all::get).toList();
    this.selected = new boolean[all.size()];
    IntStream.of(columns).forEach(c -> selected[c] = true);
  }

  List<String> names() {
    return names;
  }

  @Override
  public void cell(int column, char[] buffer, int from, int length) {
    if (selected[column]) {
      texts[column] = length == 0 ? "" : new String(buffer, from, length);
    }
    encoder.cell(column, buffer, from, length);
  }

  @Override
  public void number(int column, double value, IntFunction<String> text) {
    if (selected[column]) {
      texts[column] = text.apply(column);
    }
    encoder.number(column, value, text);
  }

  /** Ends the current row. */
  void endRow() {
    encoder.endRow();
    if (columns.length > 0) {
      List<String> cells = IntStream.of(columns).mapToObj(c -> texts[c]).toList();
      rows.add(new RawRow(reader.line(), cells));
      Arrays.fill(texts, "");
    }
  }

  /** The rows since the last batch. */
  RowBatch batch(long firstRow) {
    RowBatch batch = encoder.batch(firstRow).with(List.copyOf(rows));
    rows.clear();
    return batch;
  }
}

package org.slrm.io.column;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Hands cells on to an encoder and keeps the text of some of them. */
final class CarriedCells implements RecordReader.CellSink {
  private final RecordReader reader;
  private final RowEncoder encoder;
  private final CellTexts texts;
  private final List<String> names;
  private final int[] columns;
  private final boolean[] wanted;
  private final List<CarriedRow> rows = new ArrayList<>();

  CarriedCells(String file, RecordReader reader, ReadOptions.Carried carried, RowEncoder encoder) {
    this.reader = reader;
    List<String> all = reader.names();
    this.encoder = encoder;
    this.texts = new CellTexts(all.size());
    this.columns =
        carried.all()
            ? IntStream.range(0, all.size()).toArray()
            : carried.columns().stream().mapToInt(c -> Selection.place(file, c, all)).toArray();
    this.names = IntStream.of(columns).mapToObj(all::get).toList();
    this.wanted = new boolean[all.size()];
    IntStream.of(columns).forEach(c -> wanted[c] = true);
  }

  List<String> names() {
    return names;
  }

  @Override
  public void cell(int column, char[] buffer, int from, int length) {
    if (wanted[column]) {
      texts.cell(column, buffer, from, length);
    }
    encoder.cell(column, buffer, from, length);
  }

  @Override
  public void number(int column, double value, IntFunction<String> text) {
    if (wanted[column]) {
      texts.number(column, value, text);
    }
    encoder.number(column, value, text);
  }

  /** Ends the row whose cells were given. */
  void endRow() {
    encoder.endRow();
    if (columns.length > 0) {
      rows.add(new CarriedRow(reader.line(), IntStream.of(columns).mapToObj(texts::text).toList()));
      texts.clear();
    }
  }

  /** The rows since the last batch. */
  RowBatch batch(long firstRow) {
    RowBatch batch = encoder.batch(firstRow).with(List.copyOf(rows));
    rows.clear();
    return batch;
  }
}

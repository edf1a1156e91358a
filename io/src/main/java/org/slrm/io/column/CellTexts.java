package org.slrm.io.column;

import java.util.Arrays;
import java.util.function.IntFunction;

/** The cells of one record as text, exactly as the file holds them. */
final class CellTexts implements RecordReader.CellSink {
  private final String[] texts;

  CellTexts(int columns) {
    texts = new String[columns];
    clear();
  }

  /** Clears the record; absent cells are empty. */
  void clear() {
    Arrays.fill(texts, "");
  }

  @Override
  public void cell(int column, char[] buffer, int from, int length) {
    texts[column] = length == 0 ? "" : new String(buffer, from, length);
  }

  @Override
  public void number(int column, double value, IntFunction<String> text) {
    texts[column] = text.apply(column);
  }

  String text(int column) {
    return texts[column];
  }
}

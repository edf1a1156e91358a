package org.slrm.io.column;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.cell.Dates;
import org.slrm.io.cell.NumberParser;

/** A reader whose first record has been looked at and comes again, where nothing is read twice. */
public final class PeekedRecords implements RecordReader {
  private final RecordReader from;
  private final CellTexts first;
  private boolean again;

  /** Reads the first record and keeps it. */
  public PeekedRecords(RecordReader from) throws IOException {
    this.from = from;
    this.first = new CellTexts(from.names().size());
    this.again = from.next(first);
  }

  /** A column of dates or times if its first cell is one, of numbers otherwise. */
  public Schema.Column numberOrDate(int column, Schema.Role role) {
    String name = names().get(column);
    String text = first.text(column).strip();
    boolean number = !Double.isNaN(new NumberParser(false).parse(text));
    for (Dates.Order order : Dates.Order.values()) {
      if (!number && !Double.isNaN(Dates.parse(order, text))) {
        Schema.Kind kind = order == Dates.Order.TIME ? Schema.Kind.TIME : Schema.Kind.DATE;
        return new Schema.Column(name, kind, role, List.of(), order.text);
      }
    }
    return new Schema.Column(name, Schema.Kind.NUMERIC, role, List.of(), null);
  }

  @Override
  public boolean next(CellSink sink) throws IOException {
    if (!again) {
      return from.next(sink);
    }
    again = false;
    for (int k = 0; k < first.columns(); k++) {
      char[] cell = first.text(k).toCharArray();
      sink.cell(k, cell, 0, cell.length);
    }
    return true;
  }

  @Override
  public List<String> names() {
    return from.names();
  }

  @Override
  public boolean named(int column) {
    return from.named(column);
  }

  @Override
  public Schema.@Nullable Kind declared(int column) {
    return from.declared(column);
  }

  @Override
  public boolean holdsText(int column) {
    return from.holdsText(column);
  }

  @Override
  public long line() {
    return from.line();
  }

  @Override
  public String description() {
    return from.description();
  }

  @Override
  public List<String> notes() {
    return from.notes();
  }

  @Override
  public List<String> ownNa() {
    return from.ownNa();
  }

  @Override
  public @Nullable String defaultTarget() {
    return from.defaultTarget();
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}

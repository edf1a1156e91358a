package org.slrm.io;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;

/** Rows whose columns their first row decides: it is waited for when somebody asks, not before. */
final class LaterRows implements RowSource {
  private final Supplier<RowSource> open;
  private final Runnable close;
  private @Nullable RowSource rows;

  /**
   * Rows to be opened.
   *
   * @param open opens them
   * @param close closes what is open without them
   */
  LaterRows(Supplier<RowSource> open, Runnable close) {
    this.open = open;
    this.close = close;
  }

  private RowSource rows() {
    RowSource found = rows;
    if (found == null) {
      found = open.get();
      rows = found;
    }
    return found;
  }

  @Override
  public Schema schema() {
    return rows().schema();
  }

  @Override
  public List<String> labelled() {
    return rows().labelled();
  }

  @Override
  public List<String> carried() {
    return rows().carried();
  }

  @Override
  public @Nullable RowBatch next() {
    return rows().next();
  }

  @Override
  public ReadReport report() {
    return rows().report();
  }

  @Override
  public void close() {
    RowSource opened = rows;
    if (opened == null) {
      close.run();
    } else {
      opened.close();
    }
  }
}

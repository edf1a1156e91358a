package org.slrm.internal.factor.online;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;

/**
 * The last labelled rows, up to a fixed number, to be replayed when labels are scarce: factor
 * scores change while the features are learned, and labels must be regressed on current scores.
 */
public final class LabelMemory {
  private final int capacity;
  private final List<IncompleteRow> x = new ArrayList<>();
  private final List<IncompleteRow> y = new ArrayList<>();
  private int oldest;
  private int cursor;

  /** A memory of the given number of rows. */
  public LabelMemory(int capacity) {
    this.capacity = capacity;
  }

  /** Forgets all rows. */
  public void clear() {
    x.clear();
    y.clear();
    oldest = 0;
    cursor = 0;
  }

  /** Stores the rows that have a label; each replaces the oldest once the memory is full. */
  public void add(IncompleteMatrix rows, IncompleteMatrix labels) {
    for (int i = 0; i < rows.rows(); i++) {
      if (labels.observed(i) > 0) {
        add(rows.row(i), labels.row(i));
      }
    }
  }

  private void add(IncompleteRow row, IncompleteRow label) {
    if (x.size() < capacity) {
      x.add(row);
      y.add(label);
    } else if (capacity > 0) {
      x.set(oldest, row);
      y.set(oldest, label);
      oldest = (oldest + 1) % capacity;
    }
  }

  /** Number of stored rows. */
  public int size() {
    return x.size();
  }

  /** Adds the next stored rows to the two builders: at most the given number, each once. */
  void replay(int count, IncompleteMatrix.Builder rows, IncompleteMatrix.Builder labels) {
    for (int k = 0; k < Math.min(count, x.size()); k++) {
      rows.add(x.get(cursor));
      labels.add(y.get(cursor));
      cursor = (cursor + 1) % x.size();
    }
  }

  /** Adds stored rows to the two builders, one for each unlabelled row. */
  public void replayMissing(
      IncompleteMatrix labels, IncompleteMatrix.Builder rows, IncompleteMatrix.Builder found) {
    long unlabelled =
        IntStream.range(0, labels.rows()).filter(i -> labels.observed(i) == 0).count();
    replay((int) unlabelled, rows, found);
  }

  /** Adds all rows to the two builders, in the order of storage. */
  public void write(IncompleteMatrix.Builder rows, IncompleteMatrix.Builder labels) {
    x.forEach(rows::add);
    y.forEach(labels::add);
  }

  /** Positions of the oldest row and of the next row to be replayed. */
  public double[] places() {
    return new double[] {oldest, cursor};
  }

  /** Continues from a position. */
  public void resume(IncompleteMatrix rows, IncompleteMatrix labels, double[] places) {
    Checks.between("remembered rows", rows.rows(), 0, capacity);
    clear();
    for (int i = 0; i < rows.rows(); i++) {
      add(rows.row(i), labels.row(i));
    }
    oldest = Checks.index("oldest row", (int) places[0], Math.max(1, x.size()));
    cursor = Checks.index("next row", (int) places[1], Math.max(1, x.size()));
  }
}

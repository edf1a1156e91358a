package org.slrm.io.cache;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;

/**
 * Rows as bytes and back. A block is, for each row, the number of its observed entries and the gaps
 * between their columns (labels follow the features), all as bytes of 7 bits, low ones first; then
 * the values of all rows as little-endian doubles.
 */
final class BlockCodec {
  private byte[] places = new byte[1 << 12];
  private int used;
  private double[] values = new double[1 << 10];
  private int entries;
  private int rows;

  /** Number of rows since the last block. */
  int rows() {
    return rows;
  }

  /** Number of entries since the last block. */
  int entries() {
    return entries;
  }

  /** Adds row i of features and labels. */
  void add(IncompleteMatrix x, IncompleteMatrix y, int i) {
    number(x.observed(i) + y.observed(i));
    int last = put(x, i, 0, -1);
    put(y, i, x.columns(), last);
    rows++;
  }

  private int put(IncompleteMatrix part, int i, int offset, int before) {
    int last = before;
    for (int k = part.rowStart(i); k < part.rowStart(i + 1); k++) {
      int column = offset + part.column(k);
      number(column - last - 1);
      last = column;
      if (entries == values.length) {
        values = Arrays.copyOf(values, 2 * entries);
      }
      values[entries++] = part.value(k);
    }
    return last;
  }

  private void number(int value) {
    if (used + 5 > places.length) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    int left = value;
    while (left >= 0x80) {
      places[used++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    places[used++] = (byte) left;
  }

  /** The block of all rows since the last one. */
  ByteBuffer block() {
    ByteBuffer out = ByteBuffer.allocate(used + 8 * entries).order(ByteOrder.LITTLE_ENDIAN);
    out.put(places, 0, used);
    out.asDoubleBuffer().put(values, 0, entries);
    used = 0;
    entries = 0;
    rows = 0;
    return out.rewind();
  }

  /** The rows of a block, built by builders of features and labels that may be reused. */
  static RowBlocks.Block decoded(
      ByteBuffer from, long firstRow, int rows, int features, Builders by) {
    IncompleteMatrix.Builder x = by.x.clear();
    IncompleteMatrix.Builder y = by.y.clear();
    try {
      ByteBuffer in = from.order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer places = in.duplicate();
      for (int i = 0; i < rows; i++) {
        skip(in, number(in));
      }
      for (int i = 0; i < rows; i++) {
        int m = number(places);
        int column = -1;
        for (int e = 0; e < m; e++) {
          column += number(places) + 1;
          if (column < features) {
            x.entry(column, in.getDouble());
          } else {
            y.entry(column - features, in.getDouble());
          }
        }
        x.endRow();
        y.endRow();
      }
      return new RowBlocks.Block(firstRow, x.build(), y.build());
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a block ends before its rows do", e);
    }
  }

  /** Reusable memory of a block. */
  record Builders(IncompleteMatrix.Builder x, IncompleteMatrix.Builder y) {
    static Builders of(int features, int targets) {
      return new Builders(IncompleteMatrix.builder(features), IncompleteMatrix.builder(targets));
    }
  }

  private static void skip(ByteBuffer in, int numbers) {
    for (int e = 0; e < numbers; e++) {
      while (in.get() < 0) {
        // All bytes of a number except the last are negative.
      }
    }
  }

  private static int number(ByteBuffer in) {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = in.get();
      value |= (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}

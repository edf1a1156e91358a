package org.slrm.io.cache;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;

/**
 * Encodes and decodes blocks of rows. A block has for each row the number of its observed entries
 * and the differences of their columns (labels follow features), as variable-length integers; then
 * the values of all rows as little-endian doubles.
 */
final class BlockCodec {
  private byte[] positions = new byte[1 << 12];
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
    varint(x.observed(i) + y.observed(i));
    int last = put(x, i, 0, -1);
    put(y, i, x.columns(), last);
    rows++;
  }

  private int put(IncompleteMatrix part, int i, int offset, int previous) {
    int last = previous;
    for (int k = part.rowStart(i); k < part.rowStart(i + 1); k++) {
      int column = offset + part.column(k);
      varint(column - last - 1);
      last = column;
      if (entries == values.length) {
        values = Arrays.copyOf(values, 2 * entries);
      }
      values[entries++] = part.value(k);
    }
    return last;
  }

  private void varint(int value) {
    if (used + 5 > positions.length) {
      positions = Arrays.copyOf(positions, 2 * positions.length);
    }
    int remaining = value;
    while (remaining >= 0x80) {
      positions[used++] = (byte) (remaining | 0x80);
      remaining >>>= 7;
    }
    positions[used++] = (byte) remaining;
  }

  /** The block of the rows since the last block. */
  ByteBuffer block() {
    ByteBuffer out = ByteBuffer.allocate(used + 8 * entries).order(ByteOrder.LITTLE_ENDIAN);
    out.put(positions, 0, used);
    out.asDoubleBuffer().put(values, 0, entries);
    used = 0;
    entries = 0;
    rows = 0;
    return out.rewind();
  }

  /** The rows of a block; the builders are reused by later calls. */
  static RowBlocks.Block decoded(
      ByteBuffer from, long firstRow, int rows, int features, Builders builders) {
    IncompleteMatrix.Builder x = builders.x.clear();
    IncompleteMatrix.Builder y = builders.y.clear();
    try {
      ByteBuffer in = from.order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer positions = in.duplicate();
      for (int i = 0; i < rows; i++) {
        skip(in, varint(in));
      }
      for (int i = 0; i < rows; i++) {
        int m = varint(positions);
        int column = -1;
        for (int e = 0; e < m; e++) {
          column += varint(positions) + 1;
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
      throw new IllegalArgumentException("a block is truncated", e);
    }
  }

  /** Reusable builders of features and labels. */
  record Builders(IncompleteMatrix.Builder x, IncompleteMatrix.Builder y) {
    static Builders of(int features, int targets) {
      return new Builders(IncompleteMatrix.builder(features), IncompleteMatrix.builder(targets));
    }
  }

  private static void skip(ByteBuffer in, int numbers) {
    for (int e = 0; e < numbers; e++) {
      while (in.get() < 0) {
        // All bytes of an integer except the last are negative.
      }
    }
  }

  private static int varint(ByteBuffer in) {
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

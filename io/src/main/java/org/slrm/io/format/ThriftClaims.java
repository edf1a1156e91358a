package org.slrm.io.format;

import static org.slrm.io.format.ParquetMemory.require;

import java.nio.ByteBuffer;

/**
 * Verifies a structure of Thrift's compact protocol, such as Parquet's footer, before a library
 * allocates memory for it: every list and text must fit into the remaining bytes.
 */
record ThriftClaims(ByteBuffer bytes) {
  private static final int MAX_NESTED = 64;

  /** Rejects a structure whose declared sizes exceed its bytes. */
  static void check(ByteBuffer structure) {
    new ThriftClaims(structure.slice()).struct(0);
  }

  private void struct(int depth) {
    require(depth < MAX_NESTED, "its footer is nested too deeply");
    for (int type = field(); type != 0; type = field()) {
      // Booleans are encoded in the type of their field.
      if (type > 2) {
        value(type, depth);
      }
    }
  }

  /** The type of the next field; 0 at the end. */
  private int field() {
    int header = next();
    if (header != 0 && header >> 4 == 0) {
      varint();
    }
    return header & 15;
  }

  private void value(int type, int depth) {
    switch (type) {
      case 1, 2, 3 -> skip(1);
      case 4, 5, 6 -> varint();
      case 7 -> skip(8);
      case 8 -> skip(varint());
      case 9, 10 -> list(depth);
      case 11 -> map(depth);
      case 12 -> struct(depth + 1);
      default -> throw new IllegalArgumentException("its footer holds an unknown type " + type);
    }
  }

  private void list(int depth) {
    int header = next();
    long size = header >> 4 == 15 ? varint() : header >> 4;
    elements(size, depth, header & 15);
  }

  private void map(int depth) {
    long size = varint();
    if (size != 0) {
      int types = next();
      elements(size, depth, types >> 4, types & 15);
    }
  }

  private void elements(long size, int depth, int... types) {
    require(size >= 0 && size <= bytes.remaining(), "its footer declares more than it contains");
    for (long k = 0; k < size; k++) {
      for (int type : types) {
        value(type, depth);
      }
    }
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = next();
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("its footer holds too long a number");
  }

  private int next() {
    require(bytes.hasRemaining(), "its footer ends early");
    return bytes.get() & 0xff;
  }

  private void skip(long count) {
    require(count >= 0 && count <= bytes.remaining(), "its footer declares more than it contains");
    bytes.position(bytes.position() + (int) count);
  }
}

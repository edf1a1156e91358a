package org.slrm.reliability.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;

/** A reader of tables: the whole file to fit, then its rows for a fitted model. */
final class TableTarget extends Target {
  private static final Schema MODEL = Schema.numeric(List.of("x1", "x2", "x3", "y"), List.of("y"));

  private final String extension;

  TableTarget(String extension) throws IOException {
    this.extension = extension;
  }

  @Override
  public String name() {
    return extension.replace('.', '-');
  }

  /** Compressed files are mostly mutated inside: raw changes stop at the checksum. */
  @Override
  public byte[] mutated(byte[] input, byte[] other, RandomGenerator random) throws IOException {
    if (!extension.endsWith(".gz") || random.nextInt(4) == 0) {
      return Bytes.mutated(input, other, random);
    }
    try {
      return packed(Bytes.mutated(unpacked(input), unpacked(other), random));
    } catch (IOException e) {
      return Bytes.mutated(input, other, random);
    }
  }

  static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] unpacked(byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readNBytes(1 << 20);
    }
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Path file = scratch.file("input." + extension, input);
    boolean fitted = reads(file, options(input));
    boolean predicted = opens(file);
    return fitted || predicted;
  }

  /** Options derived from the bytes, so that an input alone reproduces its run. */
  private static ReadOptions options(byte[] input) {
    int choice = Arrays.hashCode(input);
    ReadOptions.Builder out = ReadOptions.builder();
    if ((choice & 3) == 0) {
      out.target("y");
    }
    if ((choice & 12) == 0) {
      out.na("-200", "1e308");
    }
    if ((choice & 48) == 0) {
      out.libsvmAbsent(ReadOptions.Absent.MISSING);
    }
    if ((choice & 192) == 0) {
      out.categorical("x*").batchRows(3);
    }
    return out.build();
  }

  private static boolean reads(Path file, ReadOptions options) {
    try {
      Table table = Tables.read(file, options);
      check(table.features());
      check(table.labels());
      table.report().text(20);
      return true;
    } catch (InputException e) {
      return rejected(e);
    }
  }

  private static boolean opens(Path file) {
    try (RowSource rows = Tables.open(file.toString(), ReadOptions.DEFAULT, MODEL)) {
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        check(batch.features());
        check(batch.labels());
      }
      rows.report().text(20);
      return true;
    } catch (InputException e) {
      return rejected(e);
    }
  }

  private static boolean rejected(InputException e) {
    if (e.getMessage().length() > 10_000) {
      throw new UndocumentedResult("a message of more than 10,000 characters");
    }
    return false;
  }

  private static void check(IncompleteMatrix x) {
    for (int k = 0; k < x.known(); k++) {
      UndocumentedResult.requireFinite("a value read", x.value(k));
    }
  }
}

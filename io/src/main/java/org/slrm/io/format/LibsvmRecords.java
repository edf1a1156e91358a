package org.slrm.io.format;

import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RecordReader;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;
import org.slrm.io.source.Limits;
import org.slrm.io.source.Source;
import org.slrm.io.source.TextLines;

/**
 * Reads LIBSVM rows: a label, then {@code index:value} pairs, indices counted from 1 and
 * increasing. The columns are {@code label}, {@code x1}, {@code x2}, ….
 */
final class LibsvmRecords implements RecordReader {
  static final String LABEL = "label";
  private static final char[] ZERO = {'0'};

  private final String file;
  private final TextLines lines;
  private final boolean zeros;
  private final boolean strict;
  private final boolean gzip;
  private final int features;
  private boolean hasQueryIds;
  private long ignoredValues;

  LibsvmRecords(
      Source source,
      Source.Opened opened,
      ReadOptions options,
      @Nullable Schema schema,
      int features)
      throws IOException {
    this.file = source.name;
    this.lines = new TextLines(source, opened);
    this.zeros = options.libsvmAbsent() == ReadOptions.Absent.ZERO;
    this.strict = schema == null || options.strict();
    this.gzip = opened.gzip();
    this.features = features;
  }

  /** The largest index of the file, found by reading it. */
  static int largestIndex(Source source, Source.Opened opened, boolean zeros) throws IOException {
    int largest = 0;
    long rows = 0;
    Limits limits = source.limits();
    try (TextLines lines = new TextLines(source, opened)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        rows += line.isBlank() ? 0 : 1;
        int colon = uncommented(line).lastIndexOf(':');
        int from = colon;
        while (from > 0 && line.charAt(from - 1) > ' ') {
          from--;
        }
        if (colon > 0 && !line.startsWith("qid", from)) {
          int index = index(source.name, lines.number(), line, from, colon);
          if (index > limits.columns()) {
            throw InputException.of(
                    "an index must be at most " + limits.columns() + " for the file's size")
                .file(source.name)
                .line(lines.number())
                .value(line.substring(from, colon));
          }
          largest = Math.max(largest, index);
        }
      }
    }
    if (zeros && rows * largest > limits.impliedCells()) {
      throw InputException.of(
              "must not omit more zeros than fit in memory: %s rows of %s features"
                  .formatted(rows, largest))
          .file(source.name)
          .hint("--libsvm-absent missing reads absent features as missing");
    }
    return largest;
  }

  /** The largest index of the model. */
  static int largestIndex(Schema schema) {
    return schema.columns().stream()
        .map(Schema.Column::name)
        .filter(n -> n.matches("x[1-9][0-9]{0,8}"))
        .mapToInt(n -> Integer.parseInt(n.substring(1)))
        .max()
        .orElse(0);
  }

  @Override
  public List<String> names() {
    return new AbstractList<>() {
      @Override
      public String get(int k) {
        return k == 0 ? LABEL : "x" + k;
      }

      @Override
      public int size() {
        return 1 + features;
      }
    };
  }

  @Override
  public Schema.Kind declared(int column) {
    return Schema.Kind.NUMERIC;
  }

  @Override
  public String defaultTarget() {
    return LABEL;
  }

  @Override
  public boolean next(CellSink sink) throws IOException {
    String line = lines.next();
    while (line != null && uncommented(line).isBlank()) {
      line = lines.next();
    }
    if (line == null) {
      return false;
    }
    record(uncommented(line), sink);
    return true;
  }

  private static String uncommented(String line) {
    int hash = line.indexOf('#');
    return hash < 0 ? line : line.substring(0, hash);
  }

  private void record(String line, CellSink sink) {
    char[] buffer = line.toCharArray();
    int last = 0;
    int at = skip(buffer, 0, true);
    int end = skip(buffer, at, false);
    if (line.indexOf(':', at) < 0 || line.indexOf(':', at) >= end) {
      sink.cell(0, buffer, at, end - at);
      at = skip(buffer, end, true);
    }
    while (at < buffer.length) {
      end = skip(buffer, at, false);
      int colon = line.indexOf(':', at);
      if (colon < 0 || colon >= end - 1) {
        throw error("must be index:value", line.substring(at, end));
      }
      if (line.startsWith("qid:", at)) {
        hasQueryIds = true;
      } else {
        last = pair(line, buffer, at, colon, end, last, sink);
      }
      at = skip(buffer, end, true);
    }
    fill(Math.min(last, features) + 1, features + 1, sink);
  }

  private int pair(
      String line, char[] buffer, int at, int colon, int end, int last, CellSink sink) {
    int index = index(file, line(), line, at, colon);
    if (index <= last) {
      throw error("indices must increase, but " + last + " comes before", line.substring(at, end));
    }
    if (index > features) {
      if (strict) {
        throw error("an index must be at most " + features, line.substring(at, end));
      }
      ignoredValues++;
      fill(last + 1, features + 1, sink);
      return index;
    }
    fill(last + 1, index, sink);
    sink.cell(index, buffer, colon + 1, end - colon - 1);
    return index;
  }

  private InputException error(String rule, String value) {
    return InputException.of(rule).file(file).line(line()).value(value);
  }

  private void fill(int from, int to, CellSink sink) {
    for (int k = from; zeros && k < to; k++) {
      sink.cell(k, ZERO, 0, 1);
    }
  }

  private static int index(String file, long number, String line, int from, int colon) {
    try {
      int index = Integer.parseInt(line, from, colon, 10);
      if (index >= 1) {
        return index;
      }
    } catch (NumberFormatException e) {
      // Rejected below.
    }
    throw InputException.of("an index must be a positive integer")
        .file(file)
        .line(number)
        .value(line.substring(from, colon));
  }

  /** The next position that is not blank if {@code blanks}; otherwise the next blank position. */
  private static int skip(char[] buffer, int from, boolean blanks) {
    int k = from;
    while (k < buffer.length && buffer[k] <= ' ' == blanks) {
      k++;
    }
    return k;
  }

  @Override
  public long line() {
    return lines.number();
  }

  @Override
  public String description() {
    return "LIBSVM, absent is " + (zeros ? "zero" : "missing") + (gzip ? ", gzip" : "");
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (hasQueryIds) {
      notes.add("qid is ignored");
    }
    if (ignoredValues > 0) {
      notes.add(
          ignoredValues
              + (ignoredValues == 1 ? " value of an index above " : " values of indices above ")
              + features
              + " ignored");
    }
    return notes;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

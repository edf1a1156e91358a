package org.slrm.io.format;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RecordReader;
import org.slrm.io.column.Schema;
import org.slrm.io.column.SchemaMismatchException;
import org.slrm.io.source.CheckedText;
import org.slrm.io.source.InputException;
import org.slrm.io.source.Limits;
import org.slrm.io.source.ReadFailure;
import org.slrm.io.source.Source;

/** Reads CSV and TSV by fastcsv. */
final class CsvRecords implements RecordReader {
  private final String file;
  private final Limits limits;
  private final boolean lenient;
  private final char separator;
  private final boolean header;
  private final boolean gzip;
  private final Fields fields = new Fields();
  private final CsvReader<Fields> csv;
  private final Iterator<Fields> records;
  private final List<String> names;
  private final List<String> notes = new ArrayList<>();
  private @Nullable List<String> firstRow;
  private long firstLine;
  private long blankLines;
  private long pendingBlanks;
  private long shortRows;
  private long longRows;
  private boolean cellPending;

  /** The current line if it differs from the line of the last record; 0 otherwise. */
  private long line;

  private final List<String> originalNames;

  CsvRecords(Source source, Source.Opened opened, ReadOptions options, @Nullable Schema schema)
      throws IOException {
    this.limits = source.limits();
    this.file = source.name;
    this.lenient = schema != null && !options.strict();
    this.gzip = opened.gzip();
    this.separator = Separators.of(options, source.name, opened.text());
    this.csv =
        CsvReader.builder()
            .fieldSeparator(separator)
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .maxBufferSize(limits.line())
            .build(fields, new CheckedText(source, opened));
    this.records = csv.iterator();
    List<String> first = new ArrayList<>();
    if (!firstRecord(first)) {
      throw InputException.of("file is empty").file(file);
    }
    this.header =
        switch (options.header()) {
          case YES -> true;
          case NO -> false;
          case AUTO ->
              HeaderNames.looksLikeNames(
                  first, options.targets(), schema, new NumberParser(options.decimalComma()));
        };
    if (header) {
      List<String> stripped = first.stream().map(String::strip).toList();
      rejectDuplicateTargets(stripped, options);
      this.originalNames = stripped;
      this.names = HeaderNames.unique(stripped, notes);
    } else {
      this.names = HeaderNames.numbered(first.size());
      this.originalNames = names;
      this.firstRow = first;
      this.firstLine = fields.line;
    }
  }

  private boolean firstRecord(List<String> row) {
    do {
      row.clear();
      if (!advance(
          (column, buffer, from, length) -> store(row, new String(buffer, from, length)))) {
        return false;
      }
      blankLines += fields.blank ? 1 : 0;
    } while (fields.blank);
    return true;
  }

  private void store(List<String> row, String field) {
    if (row.size() == limits.columns()) {
      throw limits.tooManyColumns(file);
    }
    row.add(field);
  }

  private void rejectDuplicateTargets(List<String> row, ReadOptions options) {
    for (String target : options.targets()) {
      if (row.indexOf(target) != row.lastIndexOf(target)) {
        throw InputException.of(
                "a target must be one column, but columns %s and %s have that name"
                    .formatted(row.indexOf(target) + 1, row.lastIndexOf(target) + 1))
            .file(file)
            .line(fields.line)
            .value(target);
      }
    }
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public boolean named(int column) {
    return !originalNames.get(column).isEmpty();
  }

  @Override
  public boolean next(CellSink sink) {
    List<String> first = firstRow;
    if (first != null) {
      firstRow = null;
      line = firstLine;
      for (int k = 0; k < first.size(); k++) {
        sink.cell(k, first.get(k).toCharArray(), 0, first.get(k).length());
      }
      return true;
    }
    line = 0;
    // With one column a blank line is a missing value, except at the end of the file.
    if (names.size() == 1) {
      return nextSingleCell(sink);
    }
    do {
      if (!advance(sink)) {
        return false;
      }
      blankLines += fields.blank ? 1 : 0;
    } while (fields.blank);
    checkWidth(sink);
    return true;
  }

  private final StringBuilder cell = new StringBuilder();

  private boolean nextSingleCell(CellSink sink) {
    if (pendingBlanks == 0 && !cellPending) {
      boolean found = advanceCell();
      while (found && fields.blank) {
        pendingBlanks++;
        found = advanceCell();
      }
      if (!found) {
        blankLines += pendingBlanks;
        pendingBlanks = 0;
        return false;
      }
      cellPending = true;
    }
    line = fields.line - pendingBlanks;
    if (pendingBlanks > 0) {
      pendingBlanks--;
      sink.cell(0, new char[0], 0, 0);
      return true;
    }
    cellPending = false;
    sink.cell(0, cell.toString().toCharArray(), 0, cell.length());
    return true;
  }

  private boolean advanceCell() {
    cell.setLength(0);
    boolean found =
        advance(
            (column, buffer, from, length) -> {
              if (column == 0) {
                cell.append(buffer, from, length);
              }
            });
    if (found && !fields.blank) {
      checkWidth((column, buffer, from, length) -> {});
    }
    return found;
  }

  private boolean advance(CellSink sink) {
    fields.sink = sink;
    fields.width = names == null ? Integer.MAX_VALUE : names.size();
    try {
      if (!records.hasNext()) {
        return false;
      }
      records.next();
      return true;
    } catch (CsvParseException e) {
      // fastcsv wraps exceptions of the sink.
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof InputException
          || e.getCause() instanceof SchemaMismatchException) {
        throw (RuntimeException) e.getCause();
      }
      String message = rootMessage(e);
      if (message.startsWith("The maximum buffer size")) {
        throw InputException.of("a cell must have at most " + limits.line() + " characters")
            .file(file)
            .hint("is there a quote that is not closed after line " + fields.line + "?")
            .cause(e);
      }
      throw InputException.of("must be CSV: " + message).file(file).cause(e);
    } catch (UncheckedIOException e) {
      throw new ReadFailure(e.getCause(), fields.line);
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  private void checkWidth(CellSink sink) {
    int width = names.size();
    if (fields.count == width || (fields.count > width && !fields.extraContent)) {
      return;
    }
    if (!lenient) {
      throw InputException.of(
              "a row must have " + width + " fields like the first row, got " + fields.count)
          .file(file)
          .line(fields.line)
          .hint("is the separator " + Separators.word(separator) + "?");
    }
    if (fields.count < width) {
      shortRows++;
    } else {
      longRows++;
    }
    for (int k = fields.count; k < width; k++) {
      sink.cell(k, new char[0], 0, 0);
    }
  }

  @Override
  public long line() {
    return line > 0 ? line : fields.line;
  }

  @Override
  public String description() {
    return "CSV, separator %s%s%s"
        .formatted(
            Separators.word(separator), header ? ", header" : ", no header", gzip ? ", gzip" : "");
  }

  private static String rows(long n) {
    return n + (n == 1 ? " row" : " rows");
  }

  @Override
  public List<String> notes() {
    List<String> out = new ArrayList<>(notes);
    if (blankLines > 0) {
      out.add(blankLines + (blankLines == 1 ? " blank line skipped" : " blank lines skipped"));
    }
    if (shortRows > 0) {
      out.add(rows(shortRows) + " too short: the absent fields are missing");
    }
    if (longRows > 0) {
      out.add(rows(longRows) + " too long: the fields beyond the last column are ignored");
    }
    return out;
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }

  /** Passes the fields of one record to the sink. */
  private static final class Fields extends AbstractBaseCsvCallbackHandler<Fields> {
    private CellSink sink = (column, buffer, from, length) -> {};
    private int width;
    private long line;
    private int count;
    private boolean blank;
    private boolean extraContent;

    @Override
    protected void handleBegin(long startingLineNumber) {
      line = startingLineNumber;
      count = 0;
      blank = false;
      extraContent = false;
    }

    @Override
    protected void handleEmpty() {
      blank = true;
    }

    @Override
    protected void handleField(int index, char[] buffer, int from, int length, boolean quoted) {
      count++;
      if (index < width) {
        sink.cell(index, buffer, from, length);
      } else {
        extraContent |= length > 0;
      }
    }

    @Override
    protected Fields buildRecord() {
      return this;
    }
  }
}

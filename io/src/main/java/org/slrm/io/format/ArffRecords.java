package org.slrm.io.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.RecordReader;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;
import org.slrm.io.source.Limits;
import org.slrm.io.source.Source;
import org.slrm.io.source.TextLines;

/** Reads ARFF: a header of typed attributes, then dense rows, or sparse rows without zeros. */
final class ArffRecords implements RecordReader {
  private final String file;
  private final boolean gzip;
  private final TextLines lines;
  private final List<String> names;
  private final List<String> notes = new ArrayList<>();
  private final List<Attribute> attributes = new ArrayList<>();
  private final Limits limits;
  private boolean anySparse;

  /**
   * An attribute of the header.
   *
   * @param kind its kind; null if determined from the cells
   * @param absent its value in sparse rows that omit it
   */
  private record Attribute(String name, Schema.@Nullable Kind kind, String absent) {}

  ArffRecords(Source source, Source.Opened opened) throws IOException {
    this.file = source.name;
    this.gzip = opened.gzip();
    this.lines = new TextLines(source, opened);
    this.limits = source.limits();
    readHeader();
    if (attributes.isEmpty()) {
      throw error("must declare attributes before @data");
    }
    this.names = HeaderNames.unique(attributes.stream().map(Attribute::name).toList(), notes);
  }

  private void readHeader() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      String text = line.strip();
      String lower = text.toLowerCase(Locale.ROOT);
      if (lower.startsWith("@data")) {
        return;
      } else if (lower.startsWith("@attribute")) {
        attributes.add(attribute(text.substring("@attribute".length()).strip()));
        if (attributes.size() > limits.columns()) {
          throw limits.tooManyColumns(file);
        }
      } else if (!text.isEmpty() && !text.startsWith("%") && !lower.startsWith("@relation")) {
        throw error("must be @relation, @attribute, @data or a % comment").value(text);
      }
    }
    throw InputException.of("must have a @data line, but there is none").file(file);
  }

  private Attribute attribute(String text) {
    int end = endOfName(text);
    String name = unquoted(text.substring(0, end));
    String type = text.substring(end).strip();
    String lower = type.toLowerCase(Locale.ROOT);
    if (type.startsWith("{") && type.endsWith("}")) {
      String first = split(type.substring(1, type.length() - 1), 0).get(0);
      return new Attribute(name, Schema.Kind.CATEGORICAL, unquotedValue(first));
    }
    String word = lower.split("[\\s\"']+", 2)[0];
    return switch (word) {
      case "numeric", "real", "integer" -> new Attribute(name, Schema.Kind.NUMERIC, "0");
      case "string", "date" -> new Attribute(name, null, "");
      default ->
          throw error("an attribute must be numeric, real, integer, string, date or {levels}")
              .column(name)
              .value(type);
    };
  }

  /** End of the name; names may contain quotes, so a quoted name ends at a quote before a blank. */
  private static int endOfName(String text) {
    char quote = text.isEmpty() ? ' ' : text.charAt(0);
    if (quote == '"' || quote == '\'') {
      for (int k = 1; k < text.length(); k++) {
        boolean last = k + 1 == text.length() || text.charAt(k + 1) <= ' ';
        if (text.charAt(k) == quote && text.charAt(k - 1) != '\\' && last) {
          return k + 1;
        }
      }
    }
    int k = 0;
    while (k < text.length() && text.charAt(k) > ' ' && text.charAt(k) != '{') {
      k++;
    }
    return k;
  }

  /** Removes the quotes around a name. */
  private static String unquoted(String name) {
    if (name.length() < 2 || (name.charAt(0) != '"' && name.charAt(0) != '\'')) {
      return name;
    }
    String inner = name.substring(1, name.length() - 1).replaceAll("\\\\(.)", "$1");
    return inner.startsWith("'") || inner.startsWith("\"") ? inner.replaceAll("['\"]", "") : inner;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public Schema.@Nullable Kind declared(int column) {
    return attributes.get(column).kind();
  }

  @Override
  public List<String> missingTokens() {
    return List.of("?");
  }

  @Override
  public long maxEntries() {
    return anySparse ? limits.impliedCells() : Long.MAX_VALUE;
  }

  @Override
  public boolean next(CellSink sink) throws IOException {
    String line = lines.next();
    while (line != null && (line.isBlank() || line.stripLeading().startsWith("%"))) {
      line = lines.next();
    }
    if (line == null) {
      return false;
    }
    String text = line.strip();
    if (text.startsWith("{")) {
      sparse(text, sink);
    } else {
      dense(text, sink);
    }
    return true;
  }

  private InputException error(String rule) {
    return InputException.of(rule).file(file).line(line());
  }

  private void dense(String text, CellSink sink) {
    List<String> values =
        split(text, names.size()).stream().map(ArffRecords::unquotedValue).toList();
    if (values.size() != names.size()) {
      throw error(
          "a row must have %s values, one for each attribute, got %s"
              .formatted(names.size(), values.size() > names.size() ? "more" : values.size()));
    }
    for (int k = 0; k < values.size(); k++) {
      push(k, values.get(k), sink);
    }
  }

  private void sparse(String text, CellSink sink) {
    anySparse = true;
    if (!text.endsWith("}")) {
      throw error("a sparse row must end with }");
    }
    String[] row = new String[names.size()];
    Arrays.setAll(row, k -> attributes.get(k).absent());
    String inner = text.substring(1, text.length() - 1).strip();
    for (String pair : inner.isEmpty() ? List.<String>of() : pairs(inner)) {
      int blank = 0;
      while (blank < pair.length() && pair.charAt(blank) > ' ') {
        blank++;
      }
      row[index(pair.substring(0, blank))] = unquotedValue(pair.substring(blank).strip());
    }
    for (int k = 0; k < row.length; k++) {
      push(k, row[k], sink);
    }
  }

  private List<String> pairs(String inner) {
    List<String> pairs = split(inner, names.size());
    if (pairs.size() > names.size()) {
      throw error("a sparse row must have at most " + names.size() + " values");
    }
    return pairs;
  }

  /** Splits at commas and strips blanks; stops if there are more parts than expected. */
  private static List<String> split(String text, int expected) {
    List<String> parts = new ArrayList<>();
    char quote = 0;
    int from = 0;
    for (int k = 0; k < text.length(); k++) {
      char c = text.charAt(k);
      if (c == '\\' && quote != 0) {
        k++;
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == ',') {
        parts.add(text.substring(from, k).strip());
        from = k + 1;
        if (parts.size() > expected) {
          return parts;
        }
      }
    }
    parts.add(text.substring(from).strip());
    return parts;
  }

  private static String unquotedValue(String value) {
    int last = value.length() - 1;
    boolean quoted =
        last > 0
            && value.charAt(0) == value.charAt(last)
            && (value.charAt(0) == '"' || value.charAt(0) == '\'');
    return quoted ? value.substring(1, last).replaceAll("\\\\(.)", "$1") : value;
  }

  private int index(String text) {
    try {
      int index = Integer.parseInt(text);
      if (index >= 0 && index < names.size()) {
        return index;
      }
    } catch (NumberFormatException e) {
      // Rejected below.
    }
    throw error("an index of a sparse row must be between 0 and " + (names.size() - 1)).value(text);
  }

  private static void push(int column, String value, CellSink sink) {
    sink.cell(column, value.toCharArray(), 0, value.length());
  }

  @Override
  public long line() {
    return lines.number();
  }

  @Override
  public String description() {
    return "ARFF" + (gzip ? ", gzip" : "");
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

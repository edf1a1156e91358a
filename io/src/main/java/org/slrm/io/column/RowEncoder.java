package org.slrm.io.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.io.cell.Dates;
import org.slrm.io.cell.MissingTokens;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.cell.NumberStyle;
import org.slrm.io.cell.Whitespace;
import org.slrm.io.source.InputException;

/** Encodes the cells of records as rows of features and labels by a schema. */
public final class RowEncoder implements RecordReader.CellSink {
  /** Treatment of cells that do not match the schema. */
  public enum MismatchPolicy {
    /** The schema is provisional: throws {@link SchemaMismatchException}. */
    RESTART,
    /** An unseen level has the average indicators; text for a number is an error. */
    ACCEPT,
    /** Without profiling: a column holds dates if its first observed cell is a date. */
    INFER,
    /** Every mismatch is an error. */
    REJECT
  }

  private static final int UNSEEN_SHOWN = 50;

  private final String file;
  private final RecordReader reader;
  private Schema schema;
  private final MismatchPolicy policy;
  private final NumberParser numbers;
  private final MissingTokens tokens;

  /** The schema column of each column of the file; -1 if unused. */
  private final int[] toSchema;

  private final Schema.Kind[] kinds;
  private final int[] firstFeature;
  private final int[] labelOf;
  private final int weightColumn;
  private final List<Map<String, Integer>> levels = new ArrayList<>();
  private final Dates.@Nullable Order[] orders;
  private final @Nullable NumberStyle[] styles;

  private final long[] observed;
  private final TokenCounts missing;
  private final TokenCounts unseen;
  private BitSet unseenRows = new BitSet();

  private final IncompleteMatrix.Builder features;
  private final IncompleteMatrix.Builder labels;
  private int[] index = new int[64];
  private double[] value = new double[64];
  private int entries;
  private boolean ordered = true;
  private double @Nullable [] scratch;
  private final double[] label;
  private final ReadOptions.Label[] expected;
  private double weight;
  private double[] weights = new double[64];
  private int rows;

  public RowEncoder(
      String file,
      RecordReader reader,
      Schema schema,
      boolean decimalComma,
      MismatchPolicy policy) {
    this.file = file;
    this.reader = reader;
    this.schema = schema;
    this.policy = policy;
    this.numbers = new NumberParser(decimalComma);
    this.tokens = new MissingTokens(schema.na(), numbers);
    int columns = schema.columns().size();
    this.toSchema = reader.names().stream().mapToInt(name -> schemaColumn(schema, name)).toArray();
    this.kinds = new Schema.Kind[columns];
    this.firstFeature = new int[columns];
    this.labelOf = new int[columns];
    this.orders = new Dates.Order[columns];
    this.styles = new NumberStyle[columns];
    int lastWeight = -1;
    for (int c = 0; c < columns; c++) {
      Schema.Column column = schema.columns().get(c);
      kinds[c] = column.kind();
      firstFeature[c] = schema.firstFeature(c);
      labelOf[c] = schema.targets().indexOf(column.name());
      lastWeight = column.role() == Schema.Role.WEIGHT ? c : lastWeight;
      levels.add(codes(column, policy));
      boolean isDate = column.kind() == Schema.Kind.DATE || column.kind() == Schema.Kind.TIME;
      orders[c] = isDate ? Dates.Order.ofText(column.format()) : null;
      styles[c] = isDate || column.format() == null ? null : NumberStyle.ofText(column.format());
    }
    // New rows may have no weight column; if there is one, each row must have a weight.
    int weightPosition = lastWeight;
    this.weightColumn =
        IntStream.of(toSchema).anyMatch(c -> c == weightPosition) ? weightPosition : -1;
    this.observed = new long[columns];
    this.missing = new TokenCounts(columns, UNSEEN_SHOWN);
    this.unseen = new TokenCounts(columns, UNSEEN_SHOWN);
    this.label = new double[schema.targets().size()];
    this.expected = new ReadOptions.Label[label.length];
    Arrays.fill(expected, ReadOptions.Label.AUTO);
    this.features = IncompleteMatrix.builder(schema.features().size());
    this.labels = IncompleteMatrix.builder(label.length);
    beginRow();
  }

  /** The position of a column in the schema; -1 if it is absent or ignored. */
  private static int schemaColumn(Schema schema, String name) {
    int c = schema.indexOf(name);
    return c >= 0 && schema.columns().get(c).kind() == Schema.Kind.IGNORED ? -1 : c;
  }

  private static Map<String, Integer> codes(Schema.Column column, MismatchPolicy policy) {
    if (column.levels().isEmpty()) {
      return Map.of();
    }
    Map<String, Integer> codes = new HashMap<>();
    // A provisional schema must count every spelling, since it may change the kind of the column.
    boolean ignoreCase = column.kind() == Schema.Kind.BOOLEAN && policy != MismatchPolicy.RESTART;
    for (int k = 0; k < column.levels().size(); k++) {
      String level = column.levels().get(k);
      codes.put(ignoreCase ? level.toLowerCase(Locale.ROOT) : level, k);
    }
    if (ignoreCase) {
      codes.put("0", 0);
      codes.put("1", 1);
    }
    return codes;
  }

  @Override
  public void cell(int raw, char[] buffer, int rawFrom, int rawLength) {
    int c = toSchema[raw];
    if (c < 0) {
      return;
    }
    int from = Whitespace.from(buffer, rawFrom, rawLength);
    int length = Whitespace.length(buffer, from, rawFrom + rawLength - from);
    if (length == 0) {
      missing.empty(c);
      return;
    }
    if (kinds[c] == Schema.Kind.NUMERIC) {
      double v = parsed(c, buffer, from, length);
      if (v - v == 0 && !tokens.isMissing(v)) {
        put(c, v);
      } else {
        notFinite(c, v, new String(buffer, from, length));
      }
    } else {
      text(c, new String(buffer, from, length));
    }
  }

  /** Parses a cell of a numeric column; new rows may also have numbers without its format. */
  private double parsed(int c, char[] buffer, int from, int length) {
    NumberStyle style = styles[c];
    if (style == null) {
      return numbers.parse(buffer, from, length);
    }
    double v = style.parse(new String(buffer, from, length));
    if (!Double.isNaN(v)) {
      return v;
    }
    double unformatted = numbers.parse(buffer, from, length);
    boolean valid = !style.marked() && Math.abs(unformatted) < 1000;
    return valid || policy == MismatchPolicy.ACCEPT ? unformatted : v;
  }

  @Override
  public void number(int raw, double v, IntFunction<String> text) {
    int c = toSchema[raw];
    if (c < 0) {
      return;
    }
    if (kinds[c] != Schema.Kind.NUMERIC) {
      text(c, text.apply(raw));
    } else if (v - v == 0 && !tokens.isMissing(v)) {
      put(c, v);
    } else {
      notFinite(c, v, text.apply(raw));
    }
  }

  /** Handles NaN or infinity: a missing token, or an error in a numeric column. */
  private void notFinite(int c, double v, String text) {
    if (tokens.isMissing(v) || tokens.isMissing(text)) {
      missing.add(c, text);
      return;
    }
    if (policy == MismatchPolicy.RESTART) {
      throw new SchemaMismatchException();
    }
    if (policy == MismatchPolicy.INFER && observed[c] == 0 && inferDate(c, text)) {
      text(c, text);
      return;
    }
    if (Double.isInfinite(v) || MissingTokens.isInfinite(text)) {
      throw error(c, "must be finite").value(text);
    }
    Set<String> tokensInUse = missing.all();
    tokensInUse.add(text);
    String missing = "use " + MissingTokens.asOption(tokensInUse) + " if it means missing";
    throw error(c, "must be a number")
        .value(text)
        .hint(
            labelOf[c] < 0
                ? missing
                : "classes need a --model fitted with --label classes to some rows first; "
                    + missing);
  }

  /** Makes the column a date or time column if the text is a date or a time. */
  private boolean inferDate(int c, String text) {
    for (Dates.Order order : Dates.Order.values()) {
      if (!Double.isNaN(Dates.parse(order, text))) {
        Schema.Column old = schema.columns().get(c);
        kinds[c] = order == Dates.Order.TIME ? Schema.Kind.TIME : Schema.Kind.DATE;
        orders[c] = order;
        schema =
            schema.with(
                c, new Schema.Column(old.name(), kinds[c], old.role(), List.of(), order.text));
        return true;
      }
    }
    return false;
  }

  private void text(int c, String text) {
    if (tokens.isMissing(text) || tokens.isMissing(numbers.parse(text))) {
      missing.add(c, text);
      return;
    }
    Dates.Order order = orders[c];
    if (order != null) {
      double v = Dates.parse(order, text);
      if (Double.isNaN(v)) {
        reject(c, text, "must be written like " + order.text);
      }
      put(c, v);
      return;
    }
    boolean isBoolean = kinds[c] == Schema.Kind.BOOLEAN;
    boolean ignoreCase = isBoolean && policy != MismatchPolicy.RESTART;
    Integer code = levels.get(c).get(ignoreCase ? text.toLowerCase(Locale.ROOT) : text);
    if (code == null && labelOf[c] >= 0 && !isBoolean) {
      code = numberedClass(c, text);
    }
    if (code == null) {
      if (policy != MismatchPolicy.ACCEPT) {
        reject(c, text, "must be a level of the training data");
      }
      unseen.add(c, text);
      unseenRows.set(rows);
      averageOfLevels(c);
    } else if (isBoolean || labelOf[c] >= 0) {
      put(c, code);
    } else {
      indicators(c, code);
    }
  }

  /** The code of a numeric class in any notation. */
  private @Nullable Integer numberedClass(int c, String text) {
    double v = numbers.parse(text);
    return Double.isNaN(v) ? null : levels.get(c).get(NumberParser.plain(v));
  }

  private void reject(int c, String text, String rule) {
    if (policy == MismatchPolicy.RESTART) {
      throw new SchemaMismatchException();
    }
    throw error(c, rule).value(text);
  }

  private InputException error(int c, String rule) {
    return InputException.of(rule)
        .file(file)
        .line(reader.line())
        .column(schema.columns().get(c).name());
  }

  /** Requires labels that are valid for their label kinds, for training files. */
  public RowEncoder expecting(ReadOptions options) {
    for (int t = 0; t < expected.length; t++) {
      expected[t] = options.label(t, expected.length);
    }
    return this;
  }

  private void checkLabel(int c, double v) {
    String violation = expected[labelOf[c]].kind().map(kind -> kind.broken(v)).orElse(null);
    if (violation != null) {
      throw error(c, violation).value(NumberParser.plain(v));
    }
  }

  private void put(int c, double v) {
    observed[c]++;
    if (labelOf[c] >= 0) {
      checkLabel(c, v);
      label[labelOf[c]] = v;
    } else if (c == weightColumn) {
      weight = v;
    } else {
      entry(firstFeature[c], v);
    }
  }

  private void indicators(int c, int code) {
    observed[c]++;
    int width = schema.columns().get(c).levels().size();
    for (int k = 0; k < width; k++) {
      entry(firstFeature[c] + k, k == code ? 1 : 0);
    }
  }

  /** Sets the indicators to their training means, where known; otherwise the cell is missing. */
  private void averageOfLevels(int c) {
    List<Double> fractions = schema.columns().get(c).fractions();
    observed[c] += fractions.isEmpty() ? 0 : 1;
    for (int k = 0; k < fractions.size(); k++) {
      entry(firstFeature[c] + k, fractions.get(k));
    }
  }

  private void entry(int feature, double v) {
    if (entries == index.length) {
      index = Arrays.copyOf(index, 2 * entries);
      value = Arrays.copyOf(value, 2 * entries);
    }
    ordered &= entries == 0 || index[entries - 1] < feature;
    index[entries] = feature;
    value[entries++] = v;
  }

  private void beginRow() {
    entries = 0;
    ordered = true;
    Arrays.fill(label, Double.NaN);
    weight = Double.NaN;
  }

  /** Ends the current row. */
  public void endRow() {
    if (ordered) {
      for (int k = 0; k < entries; k++) {
        features.entry(index[k], value[k]);
      }
      features.endRow();
    } else {
      double[] row = dense();
      features.addNaN(row);
      for (int k = 0; k < entries; k++) {
        row[index[k]] = Double.NaN;
      }
    }
    labels.addNaN(label);
    if (weightColumn >= 0) {
      addWeight();
    }
    rows++;
    beginRow();
  }

  /** The dense row, for files whose columns are in another order than the schema's. */
  private double[] dense() {
    double[] row = scratch;
    if (row == null) {
      row = new double[schema.features().size()];
      Arrays.fill(row, Double.NaN);
      scratch = row;
    }
    for (int k = 0; k < entries; k++) {
      row[index[k]] = value[k];
    }
    return row;
  }

  private void addWeight() {
    if (!Checks.isWeight(weight)) {
      String rule = Double.isNaN(weight) ? "must not be missing" : Checks.WEIGHT_RULE;
      throw error(weightColumn, "a weight " + rule)
          .value(Double.isNaN(weight) ? "" : Double.toString(weight));
    }
    if (rows == weights.length) {
      weights = Arrays.copyOf(weights, 2 * rows);
    }
    weights[rows] = weight;
  }

  /** The schema with the kinds decided so far. */
  Schema schema() {
    return schema;
  }

  /** Rows since the last batch. */
  public int rows() {
    return rows;
  }

  /** Observed entries of features since the last batch. */
  int entries() {
    return features.known();
  }

  /** The rows since the last batch. */
  public RowBatch batch(long firstRow) {
    RowBatch batch =
        new RowBatch(
            firstRow,
            features.build(),
            labels.build(),
            weightColumn < 0 ? null : Arrays.copyOf(weights, rows),
            List.of(),
            unseenRows);
    unseenRows = new BitSet();
    features.clear();
    labels.clear();
    rows = 0;
    return batch;
  }

  /** Summary of the cells read so far from a column of the schema. */
  public ReadReport.ReadColumn report(int c, long allRows, @Nullable String note) {
    Schema.Column column = schema.columns().get(c);
    long missingCells = column.kind() == Schema.Kind.IGNORED ? 0 : allRows - observed[c];
    return new ReadReport.ReadColumn(
        column,
        missingCells,
        allRows == 0 ? 0 : (double) missingCells / allRows,
        missing.of(c),
        unseen.of(c),
        observed[c] > 0 && Profiler.NO_VALUE.equals(note) ? null : note);
  }
}

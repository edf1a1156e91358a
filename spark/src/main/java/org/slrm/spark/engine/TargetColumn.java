package org.slrm.spark.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.column.ReadOptions.Label;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;

/**
 * Determines the kind of a target by the rules for local files: text, boolean words and two
 * distinct numbers are classes by default.
 */
final class TargetColumn {
  /** Maximum number of classes. */
  private static final int MAX_CLASSES = 1000;

  /** Maximum number of words that probably mean missing. */
  private static final int MAX_WORDS = 3;

  private static final String NUMBER = "^[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?$";

  /** Words for false and true; words of the first two pairs may also occur alone. */
  private static final List<List<String>> WORDS =
      List.of(
          List.of("false", "true"),
          List.of("no", "yes"),
          List.of("n", "y"),
          List.of("f", "t"),
          List.of("off", "on"));

  private final Dataset<Row> rows;
  private final String name;
  private final Label label;

  /** Whether every observed cell is a number. */
  private final boolean numeric;

  TargetColumn(Dataset<Row> rows, StructField field, Label label, Profile profile) {
    this.rows = rows;
    this.name = field.name();
    this.label = label;
    this.numeric = field.dataType() instanceof NumericType || profile.numeric(name);
  }

  /** The column of the schema; a detected kind may give a message. */
  Schema.Column column(Profile profile, Consumer<String> messages) {
    if (label.isClassification()) {
      Map<String, Long> found = levels();
      return found.isEmpty() ? numericColumn() : classes(found);
    }
    if (numeric) {
      List<Double> distinct = label.isAuto() ? values() : List.of();
      if (distinct.size() != 2) {
        return numericColumn();
      }
      messages.accept(
          "column \"%s\": two values, so two classes; --label numeric takes them as numbers"
              .formatted(name));
      return column(
          Schema.Kind.CATEGORICAL, distinct.stream().sorted().map(NumberParser::plain).toList());
    }
    Map<String, Long> found = levels();
    List<String> words = words(found);
    if (!words.isEmpty()) {
      return column(Schema.Kind.BOOLEAN, words);
    }
    if (!label.isAuto() || profile.mostlyNumeric(name) || fewWords(found)) {
      throw profile.notANumber(rows, name);
    }
    return classes(found);
  }

  /** Whether there are a few words, probably missing tokens, among many numbers. */
  private static boolean fewWords(Map<String, Long> found) {
    long words = found.keySet().stream().filter(level -> !level.matches(NUMBER)).count();
    return words <= MAX_WORDS && words < found.size() && found.size() > 10 * words;
  }

  private Schema.Column numericColumn() {
    return column(Schema.Kind.NUMERIC, List.of());
  }

  private Schema.Column column(Schema.Kind kind, List<String> levels) {
    return new Schema.Column(name, kind, Schema.Role.TARGET, levels, null);
  }

  /** Classes: text in alphabetical order, numbers by size. */
  private Schema.Column classes(Map<String, Long> found) {
    if (found.size() > MAX_CLASSES) {
      throw InputException.of("classes must be " + MAX_CLASSES + " at most, but there are more")
          .column(name)
          .hint("use --label numeric if these are numbers");
    }
    if (found.size() < 2) {
      throw InputException.of("classes must be two at least, but every label is the same")
          .column(name)
          .value(String.join(", ", found.keySet()));
    }
    if (!numeric && found.size() > 2 && found.values().stream().allMatch(n -> n == 1)) {
      throw InputException.of("classes must occur more than once, but every label differs")
          .column(name)
          .hint("a column of names or numbers of things cannot be predicted");
    }
    List<String> levels = new ArrayList<>(found.keySet());
    if (numeric) {
      levels.sort(Comparator.comparingDouble(Double::parseDouble));
    }
    return column(Schema.Kind.CATEGORICAL, levels);
  }

  /** Row counts of the levels, of at most one level more than {@link #MAX_CLASSES}. */
  private Map<String, Long> levels() {
    Column c = classNames(SparkTable.column(name));
    Map<String, Long> out = new TreeMap<>();
    rows.select(c.as("level"))
        .filter("level is not null")
        .groupBy("level")
        .count()
        .limit(MAX_CLASSES + 1)
        .collectAsList()
        .forEach(r -> out.put(r.getString(0), r.getLong(1)));
    return out;
  }

  /** At most three distinct values of a numeric column. */
  private List<Double> values() {
    Column c = SparkTable.column(name).cast("double");
    Dataset<Row> observed = rows.select(c.as("y")).filter("y is not null and not isnan(y)");
    List<Double> out = new ArrayList<>();
    while (out.size() < 3) {
      List<Row> next =
          observed.filter(functions.not(functions.col("y").isin(out.toArray()))).takeAsList(1);
      if (next.isEmpty()) {
        return out;
      }
      out.add(next.get(0).getDouble(0));
    }
    return out;
  }

  /** The spelling of the boolean words in the rows; empty for other words. */
  private static List<String> words(Map<String, Long> found) {
    if (found.isEmpty() || found.size() > 2) {
      return List.of();
    }
    Map<String, String> spelling = new TreeMap<>();
    found.keySet().forEach(word -> spelling.put(word.toLowerCase(Locale.ROOT), word));
    for (List<String> pair : WORDS) {
      boolean alone = WORDS.indexOf(pair) < 2 && found.size() == 1;
      if (pair.containsAll(spelling.keySet()) && (alone || spelling.size() == 2)) {
        return pair.stream().map(word -> spelling.getOrDefault(word, word)).toList();
      }
    }
    return List.of();
  }

  /** Cells as class names; numeric classes are normalised. */
  private static Column classNames(Column c) {
    Column text = c.cast("string");
    Column number = functions.when(text.rlike(NUMBER), text.try_cast("double"));
    Column integer = number.equalTo(functions.rint(number)).and(functions.abs(number).lt(1L << 53));
    return functions
        .when(integer, number.cast("long").cast("string"))
        .when(number.isNotNull(), number.cast("string"))
        .when(functions.lower(text).notEqual("nan"), text);
  }

  /** Class indices in the order of a column's levels; null for other values. */
  static Column classIndices(Schema.Column target, Column c) {
    boolean isBoolean = target.kind() == Schema.Kind.BOOLEAN;
    Column text = isBoolean ? functions.lower(c.cast("string")) : classNames(c);
    String[] levels =
        target.levels().stream()
            .map(l -> isBoolean ? l.toLowerCase(Locale.ROOT) : l)
            .toArray(String[]::new);
    Column position = functions.array_position(functions.lit(levels), text);
    return functions.when(position.gt(0), position.minus(1)).cast("double");
  }
}

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
 * The kind of a target, by the rules of the command line's readers: text, words for yes and no and
 * two numbers are classes by default.
 */
final class TargetColumn {
  /** Maximum number of classes. */
  private static final int MAX_CLASSES = 1000;

  /** Maximum number of words that probably mean missing. */
  private static final int MAX_WORDS = 3;

  private static final String NUMBER = "^[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?$";

  /** Words for no and yes; words of the first two pairs may also occur alone. */
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
  private final boolean numbers;

  TargetColumn(Dataset<Row> rows, StructField field, Label label, Profile profile) {
    this.rows = rows;
    this.name = field.name();
    this.label = label;
    this.numbers = field.dataType() instanceof NumericType || profile.numeric(name);
  }

  /** Its column for the schema; adds notes where something was guessed. */
  Schema.Column described(Profile profile, Consumer<String> messages) {
    if (label.isClassification()) {
      Map<String, Long> found = levels();
      return found.isEmpty() ? plain() : classes(found);
    }
    if (numbers) {
      List<Double> two = label.isAuto() ? values() : List.of();
      if (two.size() != 2) {
        return plain();
      }
      messages.accept(
          "column \"%s\": two values, so two classes; --label numeric takes them as numbers"
              .formatted(name));
      return column(
          Schema.Kind.CATEGORICAL, two.stream().sorted().map(NumberParser::plain).toList());
    }
    Map<String, Long> found = levels();
    List<String> words = words(found);
    if (!words.isEmpty()) {
      return column(Schema.Kind.BOOLEAN, words);
    }
    if (!label.isAuto() || profile.stray(name) || fewWords(found)) {
      throw profile.notANumber(rows, name);
    }
    return classes(found);
  }

  /** Whether there are a few words among many numbers, which probably mean missing. */
  private static boolean fewWords(Map<String, Long> found) {
    long words = found.keySet().stream().filter(level -> !level.matches(NUMBER)).count();
    return words <= MAX_WORDS && words < found.size() && found.size() > 10 * words;
  }

  private Schema.Column plain() {
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
    if (!numbers && found.size() > 2 && found.values().stream().allMatch(n -> n == 1)) {
      throw InputException.of("classes must occur more than once, but every label differs")
          .column(name)
          .hint("a column of names or numbers of things cannot be predicted");
    }
    List<String> levels = new ArrayList<>(found.keySet());
    if (numbers) {
      levels.sort(Comparator.comparingDouble(Double::parseDouble));
    }
    return column(Schema.Kind.CATEGORICAL, levels);
  }

  /** Levels with the number of their rows, one more than {@link #MAX_CLASSES} at most. */
  private Map<String, Long> levels() {
    Column c = named(SparkTable.column(name));
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

  /** Distinct values of a numeric column, three at most. */
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

  /** The rows' words for no and yes, none for other words. */
  private static List<String> words(Map<String, Long> found) {
    if (found.isEmpty() || found.size() > 2) {
      return List.of();
    }
    Map<String, String> written = new TreeMap<>();
    found.keySet().forEach(word -> written.put(word.toLowerCase(Locale.ROOT), word));
    for (List<String> pair : WORDS) {
      boolean alone = WORDS.indexOf(pair) < 2 && found.size() == 1;
      if (pair.containsAll(written.keySet()) && (alone || written.size() == 2)) {
        return pair.stream().map(word -> written.getOrDefault(word, word)).toList();
      }
    }
    return List.of();
  }

  /** Cells as names of classes; numeric classes have one notation. */
  private static Column named(Column c) {
    Column text = c.cast("string");
    Column number = functions.when(text.rlike(NUMBER), text.try_cast("double"));
    Column whole = number.equalTo(functions.rint(number)).and(functions.abs(number).lt(1L << 53));
    return functions
        .when(whole, number.cast("long").cast("string"))
        .when(number.isNotNull(), number.cast("string"))
        .when(functions.lower(text).notEqual("nan"), text);
  }

  /** Class indices in the order of a column's levels, null for other values. */
  static Column coded(Schema.Column target, Column c) {
    boolean words = target.kind() == Schema.Kind.BOOLEAN;
    Column text = words ? functions.lower(c.cast("string")) : named(c);
    String[] levels =
        target.levels().stream()
            .map(l -> words ? l.toLowerCase(Locale.ROOT) : l)
            .toArray(String[]::new);
    Column place = functions.array_position(functions.lit(levels), text);
    return functions.when(place.gt(0), place.minus(1)).cast("double");
  }
}

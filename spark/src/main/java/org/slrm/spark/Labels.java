package org.slrm.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;

/** Label columns: their kinds, checks of their values, and their names in a model file. */
final class Labels {
  /** Maximum number of classes of one target. */
  private static final int MAX_CLASSES = 1000;

  private Labels() {}

  /** Parses comma-separated label kinds: one for all targets, or one per target. */
  static List<LabelKind> kinds(String words, int targets) {
    List<LabelKind> out =
        Stream.of(words.split(",", -1)).map(String::strip).map(LabelKind::of).toList();
    if (out.size() != 1 && out.size() != targets) {
      throw new IllegalArgumentException(
          "label must be one word, or one for each of %s label columns, got %s: %s"
              .formatted(targets, out.size(), words));
    }
    return out.size() == targets ? out : Collections.nCopies(targets, out.get(0));
  }

  /** Rejects a label that is invalid for its kind. */
  static void check(LabelKind kind, String column, double y) {
    String rule = kind.broken(y);
    if (rule == null && kind.isClassification() && y >= MAX_CLASSES) {
      rule = "a class must be at most " + (MAX_CLASSES - 1);
    }
    if (rule != null) {
      throw new IllegalArgumentException("labels of \"" + column + "\": " + rule + ", got " + y);
    }
  }

  /** Names of the classes from the metadata of an indexer, or their indices. */
  static List<String> levels(StructField column, int count) {
    if (column.dataType().equals(DataTypes.BooleanType) && count == 2) {
      return List.of("false", "true");
    }
    if (column.dataType() instanceof NumericType
        && Attribute.fromStructField(column) instanceof NominalAttribute named
        && named.values().isDefined()) {
      List<String> names = List.of(named.values().get());
      if (names.size() >= count && new HashSet<>(names).size() == names.size()) {
        return names;
      }
    }
    return numbers(count);
  }

  /** The indices of the classes as names. */
  static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  /**
   * The columns of a model file: numeric features, followed by the targets.
   *
   * @param levels class names of a classification target
   */
  static Schema schema(
      List<String> features,
      List<String> targets,
      List<LabelKind> kinds,
      IntFunction<List<String>> levels) {
    List<String> names = new ArrayList<>(features);
    names.addAll(targets);
    Schema numeric = Schema.numeric(names, targets);
    List<Schema.Column> columns = new ArrayList<>(numeric.columns());
    for (int t = 0; t < targets.size(); t++) {
      if (kinds.get(t).isClassification()) {
        columns.set(
            features.size() + t,
            new Schema.Column(
                targets.get(t),
                Schema.Kind.CATEGORICAL,
                Schema.Role.TARGET,
                levels.apply(t),
                null));
      }
    }
    return new Schema(columns, numeric.na());
  }
}

package org.slrm.io.column;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteRow;
import org.slrm.io.cell.Dates;
import org.slrm.io.cell.MissingTokens;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.cell.NumberStyle;
import org.slrm.method.LabelKind;

/**
 * The columns a model was fitted to, in their order, and their features: one number per column, and
 * one indicator per level of a categorical column. Stored in the model file by {@link #toMap}.
 *
 * <pre>{@code
 * Schema schema = table.schema();
 * schema.featureNames();            // age, colour=blue, colour=red
 * Schema copy = Schema.fromMap(schema.toMap());
 * }</pre>
 */
public final class Schema {
  /** The kind of a column. */
  public enum Kind {
    /** Numbers. */
    NUMERIC,
    /** Text with few levels: one indicator per level. */
    CATEGORICAL,
    /** Two words such as yes and no, encoded as 1 and 0. */
    BOOLEAN,
    /** Dates, with or without time of day, encoded as days since 1970-01-01. */
    DATE,
    /** Times of day, encoded as hours since midnight. */
    TIME,
    /** Not used. */
    IGNORED
  }

  /** The role of a column. */
  public enum Role {
    /** A predictor. */
    FEATURE,
    /** A target. */
    TARGET,
    /** The row weight. */
    WEIGHT
  }

  /**
   * One column of the file.
   *
   * @param name its name, unique in the schema
   * @param kind its kind
   * @param role its role
   * @param levels all levels of a categorical column, sorted, numbers by size; the words for 0 and
   *     1 of a boolean column; empty for other kinds
   * @param format the format of dates, times or formatted numbers; null for other columns
   * @param fractions fraction of training rows by level of a categorical column; empty if unknown
   */
  public record Column(
      String name,
      Kind kind,
      Role role,
      List<String> levels,
      @Nullable String format,
      List<Double> fractions) {
    /** A column without fractions of its levels. */
    public Column(String name, Kind kind, Role role, List<String> levels, @Nullable String format) {
      this(name, kind, role, levels, format, List.of());
    }

    /** Copies the lists and checks that they fit the kind. */
    public Column {
      levels = List.copyOf(levels);
      fractions = List.copyOf(fractions);
      if (!fractions.isEmpty() && !areFractions(fractions, levels.size())) {
        throw new IllegalArgumentException(
            "fractions must be one per level and sum to 1, got %s in %s"
                .formatted(fractions, name));
      }
      if (kind == Kind.BOOLEAN && levels.size() != 2) {
        throw new IllegalArgumentException(
            "a boolean column must have 2 levels, got " + levels.size() + " in " + name);
      }
      boolean classification = role == Role.TARGET && kind == Kind.CATEGORICAL;
      if (role != Role.FEATURE
          && !classification
          && (kind == Kind.CATEGORICAL || kind == Kind.IGNORED)) {
        throw new IllegalArgumentException(
            "a target must hold numbers or classes and a weight numbers, got %s in %s"
                .formatted(kind, name));
      }
      if ((kind == Kind.DATE || kind == Kind.TIME) && format == null) {
        throw new IllegalArgumentException(
            "column \"" + name + "\" of dates must have a format, got none");
      }
      if (kind == Kind.NUMERIC && format != null) {
        NumberStyle.ofText(format);
      }
      if (new HashSet<>(levels).size() != levels.size()) {
        throw new IllegalArgumentException("levels must differ, got " + levels + " in " + name);
      }
    }

    private static boolean areFractions(List<Double> values, int levels) {
      double sum = values.stream().mapToDouble(v -> v).sum();
      return values.size() == levels
          && values.stream().allMatch(v -> v >= 0 && v <= 1)
          && Math.abs(sum - 1) < ROUNDING;
    }

    /** A column without levels and format. */
    public static Column plain(String name, Kind kind, Role role) {
      return new Column(name, kind, role, List.of(), null);
    }

    /** Number of features of this column. */
    public int width() {
      return role != Role.FEATURE || kind == Kind.IGNORED
          ? 0
          : kind == Kind.CATEGORICAL ? levels.size() : 1;
    }

    /** Formats a value of this column as in the file. */
    public String text(double value) {
      return switch (kind) {
        case BOOLEAN -> levels.get(value >= 0.5 ? 1 : 0);
        case CATEGORICAL -> levels.get((int) value);
        case DATE, TIME -> Dates.text(Dates.Order.ofText(format), value);
        default ->
            format == null ? Double.toString(value) : NumberStyle.ofText(format).format(value);
      };
    }
  }

  /**
   * One encoded feature.
   *
   * @param name the column's name, with {@code =level} for an indicator
   * @param column position of the column in {@link Schema#columns}
   * @param level the level of an indicator; null otherwise
   */
  public record Feature(String name, int column, @Nullable String level) {}

  /** Rounding of a sum of fractions. */
  private static final double ROUNDING = 1e-6;

  private final List<Column> columns;
  private final List<String> na;
  private final List<Feature> features;
  private final List<String> targets;
  private final int[] firstFeature;
  private final Map<String, Integer> byName = new HashMap<>();

  /**
   * A schema of the given columns.
   *
   * @param columns in their order, names unique
   * @param na the tokens that mean missing besides the empty field and NaN
   */
  public Schema(List<Column> columns, List<String> na) {
    this.columns = List.copyOf(columns);
    this.na = List.copyOf(na);
    this.firstFeature = new int[columns.size()];
    List<Feature> allFeatures = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (int c = 0; c < columns.size(); c++) {
      Column column = columns.get(c);
      if (byName.put(column.name(), c) != null) {
        throw new IllegalArgumentException(
            "column names must differ, got " + column.name() + " twice");
      }
      firstFeature[c] = allFeatures.size();
      for (int k = 0; k < column.width(); k++) {
        String level = column.kind() == Kind.CATEGORICAL ? column.levels().get(k) : null;
        String name = level == null ? column.name() : column.name() + "=" + level;
        allFeatures.add(new Feature(Names.unique(name, used), c, level));
      }
      if (column.role() == Role.TARGET) {
        labels.add(column.name());
      }
    }
    this.features = List.copyOf(allFeatures);
    this.targets = List.copyOf(labels);
  }

  /** A schema of numeric columns, for streams without a model. */
  public static Schema numeric(List<String> names, List<String> targets) {
    return new Schema(
        names.stream()
            .map(
                n ->
                    Column.plain(n, Kind.NUMERIC, targets.contains(n) ? Role.TARGET : Role.FEATURE))
            .toList(),
        ReadOptions.DEFAULT_NA);
  }

  /**
   * This schema with the fraction of training rows of each level, which new rows with an unseen
   * level have as values of their indicators. Unchanged where the means are no fractions, as in
   * models that do not centre features.
   *
   * @param mean the mean of each feature over the training rows
   */
  public Schema withFractions(IntToDoubleFunction mean) {
    List<Column> out = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      Column old = columns.get(c);
      int first = firstFeature[c];
      List<Double> fractions =
          IntStream.range(first, first + old.width()).mapToObj(mean::applyAsDouble).toList();
      boolean known =
          old.kind() == Kind.CATEGORICAL
              && old.width() > 0
              && Column.areFractions(fractions, old.width());
      out.add(
          known
              ? new Column(
                  old.name(), old.kind(), old.role(), old.levels(), old.format(), fractions)
              : old);
    }
    return new Schema(out, na);
  }

  /** This schema with another column at a position. */
  Schema with(int position, Column column) {
    List<Column> other = new ArrayList<>(columns);
    other.set(position, column);
    return new Schema(other, na);
  }

  /** Whether the text of a cell means missing, as text or as a number. */
  public Predicate<String> missing(boolean decimalComma) {
    NumberParser numbers = new NumberParser(decimalComma);
    MissingTokens tokens = new MissingTokens(na, numbers);
    return text -> {
      String stripped = text.strip();
      return tokens.isMissing(stripped) || tokens.isMissing(numbers.parse(stripped));
    };
  }

  /** All columns in their order, including ignored columns. */
  public List<Column> columns() {
    return columns;
  }

  /** The tokens that mean missing besides the empty field and NaN. */
  public List<String> na() {
    return na;
  }

  /** The encoded features in their order. */
  public List<Feature> features() {
    return features;
  }

  /** The features' names in their order. */
  public List<String> featureNames() {
    return features.stream().map(Feature::name).toList();
  }

  /** The targets' names in their order. */
  public List<String> targets() {
    return targets;
  }

  /** The column of a target. */
  public Column target(int t) {
    return columns.get(indexOf(targets.get(t)));
  }

  /** The label kinds of the targets, from their columns and the options. */
  public List<LabelKind> labelKinds(ReadOptions options) {
    List<LabelKind> out = new ArrayList<>();
    for (int t = 0; t < targets.size(); t++) {
      ReadOptions.Label label = options.label(t, targets.size());
      Kind kind = target(t).kind();
      boolean classification = kind == Kind.CATEGORICAL || kind == Kind.BOOLEAN && label.isAuto();
      out.add(classification ? LabelKind.CLASSES : label.kind().orElse(LabelKind.NUMERIC));
    }
    return out;
  }

  /** Position of the column with this name; -1 if there is none. */
  public int indexOf(String name) {
    return byName.getOrDefault(name, -1);
  }

  /** The name of the column that a feature belongs to. */
  public String columnOf(int feature) {
    return columns.get(features.get(feature).column()).name();
  }

  /** Position of the first feature of a column; its other indicators follow. */
  public int firstFeature(int column) {
    return firstFeature[column];
  }

  /** Number of observed indicators of a row in excess of one per observed column. */
  public int extraIndicators(IncompleteRow row) {
    return (int)
        IntStream.range(0, row.observed())
            .map(row::index)
            .filter(j -> firstFeature[features.get(j).column()] < j)
            .count();
  }

  /** Plain maps, lists, strings and numbers for a JSON file. */
  public Map<String, Object> toMap() {
    List<Object> list = new ArrayList<>();
    for (Column column : columns) {
      Map<String, Object> m = new LinkedHashMap<>();
      m.put("name", column.name());
      m.put("kind", Names.lower(column.kind()));
      m.put("role", Names.lower(column.role()));
      if (!column.levels().isEmpty()) {
        m.put("levels", column.levels());
      }
      if (column.format() != null) {
        m.put("format", column.format());
      }
      if (!column.fractions().isEmpty()) {
        m.put("fractions", column.fractions());
      }
      list.add(m);
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("columns", list);
    out.put("na", na);
    return out;
  }

  /**
   * The schema of a map from {@link #toMap}.
   *
   * @throws IllegalArgumentException if the map is invalid
   */
  public static Schema fromMap(Map<String, Object> map) {
    List<Column> columns = new ArrayList<>();
    for (Object item : list(map, "columns")) {
      if (!(item instanceof Map<?, ?> m)) {
        throw new IllegalArgumentException("columns must hold objects, got " + item);
      }
      Object format = m.get("format");
      columns.add(
          new Column(
              text(m, "name"),
              Names.ofLower(Kind.class, text(m, "kind")),
              Names.ofLower(Role.class, text(m, "role")),
              m.containsKey("levels") ? texts(m, "levels") : List.of(),
              format == null ? null : text(m, "format"),
              m.containsKey("fractions") ? numbers(m, "fractions") : List.of()));
    }
    return new Schema(columns, texts(map, "na"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema s && s.columns.equals(columns) && s.na.equals(na);
  }

  @Override
  public int hashCode() {
    return 31 * columns.hashCode() + na.hashCode();
  }

  @Override
  public String toString() {
    return "Schema[" + columns.size() + " columns, " + features.size() + " features]";
  }

  private static List<?> list(Map<?, ?> map, String key) {
    if (map.get(key) instanceof List<?> found) {
      return found;
    }
    throw new IllegalArgumentException(key + " must be a list, got " + map.get(key));
  }

  private static List<String> texts(Map<?, ?> map, String key) {
    List<String> out = new ArrayList<>();
    for (Object item : list(map, key)) {
      if (!(item instanceof String s)) {
        throw new IllegalArgumentException(key + " must hold text, got " + item);
      }
      out.add(s);
    }
    return out;
  }

  private static List<Double> numbers(Map<?, ?> map, String key) {
    List<Double> out = new ArrayList<>();
    for (Object item : list(map, key)) {
      if (!(item instanceof Number n)) {
        throw new IllegalArgumentException(key + " must hold numbers, got " + item);
      }
      out.add(n.doubleValue());
    }
    return out;
  }

  private static String text(Map<?, ?> map, String key) {
    if (map.get(key) instanceof String s) {
      return s;
    }
    throw new IllegalArgumentException(key + " must be text, got " + map.get(key));
  }
}

package org.slrm.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.Schema;

/**
 * The encoding of a Dataset's columns as features: a vector column, or numeric, categorical and
 * date columns by a model's schema. It is checked against the data's schema before any job runs.
 *
 * @param vector whether the features are one vector column
 * @param absentIsZero whether an absent entry of a sparse vector is zero
 * @param fields the columns; a single vector column if {@code vector}
 * @param size number of features; −1 until it is read from the rows
 */
record Encoding(boolean vector, boolean absentIsZero, List<Field> fields, int size)
    implements Scorer.Input {

  /**
   * A column of features.
   *
   * @param name name of the column
   * @param kind its kind
   * @param first index of its first feature
   * @param levels its levels; of a categorical column, one feature each
   * @param fractions values of these features for an unseen level; empty if it is missing
   * @param type its Spark type
   */
  record Field(
      String name,
      Schema.Kind kind,
      int first,
      List<String> levels,
      List<Double> fractions,
      DataType type)
      implements Serializable {
    Field(String name, int first, DataType type) {
      this(name, Schema.Kind.NUMERIC, first, List.of(), List.of(), type);
    }

    boolean hasLevels() {
      return kind == Schema.Kind.CATEGORICAL || kind == Schema.Kind.BOOLEAN;
    }
  }

  /** The encoding of the parameters: numeric columns, or a vector column. */
  static Encoding of(SlrmParams params, StructType schema) {
    if (!params.isDefined(params.featuresCols())) {
      return ofVector(params, schema);
    }
    List<String> names = params.numericColumns();
    if (names.isEmpty()) {
      throw new IllegalArgumentException("featuresCols must name at least one column, got none");
    }
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      DataType type = numeric(schema, name, "featuresCols");
      fields.add(new Field(name, fields.size(), type));
    }
    return new Encoding(false, true, List.copyOf(fields), fields.size());
  }

  private static Encoding ofVector(SlrmParams params, StructType schema) {
    String name = params.getOrDefault(params.featuresCol());
    StructField field = field(schema, name, "featuresCol");
    if (!field.dataType().equals(SQLDataTypes.VectorType())) {
      throw new IllegalArgumentException(
          ("featuresCol must be a vector column, got \"%s\" of type %s; name numeric"
                  + " columns by featuresCols, or assemble them first")
              .formatted(name, field.dataType().catalogString()));
    }
    boolean absentIsZero = params.getOrDefault(params.absent()).equals("zero");
    int size = AttributeGroup.fromStructField(field).size();
    Field vector = new Field(name, 0, field.dataType());
    return new Encoding(true, absentIsZero, List.of(vector), size);
  }

  /** The encoding of a model: its columns by name, or the vector column of the parameters. */
  static Encoding of(SlrmParams params, Schema model, StructType schema) {
    int features = model.features().size();
    if (!params.isDefined(params.featuresCols())) {
      Encoding found = ofVector(params, schema);
      if (found.size >= 0 && found.size != features) {
        throw new IllegalArgumentException(
            "vectors of \"%s\" must have the model's %s entries, got %s"
                .formatted(found.fields.get(0).name, features, found.size));
      }
      return new Encoding(true, found.absentIsZero, found.fields, features);
    }
    List<String> names = params.numericColumns();
    List<Schema.Column> used = model.columns().stream().filter(c -> c.width() > 0).toList();
    if (names.size() != used.size()) {
      throw new IllegalArgumentException(
          "featuresCols must name the model's %s feature columns, got %s"
              .formatted(used.size(), names.size()));
    }
    return ofSchema(model, names, schema);
  }

  /** The feature columns of a schema, with the given names in the data. */
  static Encoding ofSchema(Schema model, List<String> names, StructType schema) {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < model.columns().size(); c++) {
      Schema.Column column = model.columns().get(c);
      if (column.width() > 0) {
        String name = names.get(fields.size());
        DataType type = checkedType(schema, name, column.kind());
        List<String> levels =
            column.kind() == Schema.Kind.BOOLEAN
                ? column.levels().stream().map(l -> l.toLowerCase(Locale.ROOT)).toList()
                : column.levels();
        int first = model.firstFeature(c);
        fields.add(new Field(name, column.kind(), first, levels, column.fractions(), type));
      }
    }
    return new Encoding(false, true, List.copyOf(fields), model.features().size());
  }

  private static DataType checkedType(StructType schema, String name, Schema.Kind kind) {
    DataType type = field(schema, name, "featuresCols").dataType();
    boolean isDate =
        type.equals(DataTypes.DateType)
            || type.equals(DataTypes.TimestampType)
            || type.equals(DataTypes.TimestampNTZType);
    boolean valid =
        switch (kind) {
          case NUMERIC -> type instanceof NumericType || type.equals(DataTypes.BooleanType);
          case BOOLEAN, CATEGORICAL -> !isDate;
          case DATE -> isDate;
          default -> false;
        };
    if (!valid) {
      throw new IllegalArgumentException(
          "\"%s\" must have the kind of the training data (%s), got type %s"
              .formatted(name, kind.name().toLowerCase(Locale.ROOT), type.catalogString()));
    }
    return type;
  }

  static StructField field(StructType schema, String name, String param) {
    return Stream.of(schema.fields())
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s must be a column of the data, got \"%s\"; there are %s"
                        .formatted(param, name, String.join(", ", schema.fieldNames()))));
  }

  static DataType numeric(StructType schema, String name, String param) {
    DataType type = field(schema, name, param).dataType();
    if (!(type instanceof NumericType) && !type.equals(DataTypes.BooleanType)) {
      throw new IllegalArgumentException(
          param + " must be numeric, got \"" + name + "\" of type " + type.catalogString());
    }
    return type;
  }

  /** This encoding with the number of features of the first observed vector. */
  Encoding sized(Dataset<?> data) {
    if (size >= 0) {
      return this;
    }
    Column c = column(fields.get(0).name);
    List<Row> first = data.select(c).filter(c.isNotNull()).limit(1).collectAsList();
    if (first.isEmpty()) {
      throw new IllegalArgumentException(
          "featuresCol must hold a vector in at least one row, got none in \"%s\""
              .formatted(fields.get(0).name));
    }
    return new Encoding(true, absentIsZero, fields, ((Vector) first.get(0).get(0)).size());
  }

  /** A column by its exact name, which may contain dots. */
  static Column column(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  /** The columns to select for {@link #addFeatures}. */
  List<Column> columns() {
    return fields.stream().map(f -> vector ? column(f.name) : expression(f)).toList();
  }

  private static Column expression(Field f) {
    Column c = column(f.name);
    return switch (f.kind) {
      case CATEGORICAL, BOOLEAN -> c.cast("string");
      case DATE ->
          f.type.equals(DataTypes.DateType)
              ? functions.unix_date(c).cast("double")
              : functions.unix_micros(c.cast("timestamp")).divide(86_400e6);
      default -> c.cast("double");
    };
  }

  /** The columns as one struct column. */
  Column column() {
    return functions.struct(columns().toArray(new Column[0]));
  }

  /** Names of the features: column names, or names from the metadata of the vector. */
  List<String> featureNames(StructType schema) {
    if (!vector) {
      return fields.stream().map(Field::name).toList();
    }
    String name = fields.get(0).name;
    AttributeGroup group = AttributeGroup.fromStructField(schema.apply(name));
    List<String> out = new ArrayList<>();
    for (int j = 0; j < size; j++) {
      boolean named = group.attributes().isDefined() && group.getAttr(j).name().isDefined();
      out.add(named ? group.getAttr(j).name().get() : name + "_" + j);
    }
    return out;
  }

  /** Adds the observed features of a row; NaN and null are missing. */
  @Override
  public void addFeatures(Row row, IncompleteMatrix.Builder to) {
    for (int c = 0; c < fields.size(); c++) {
      if (!row.isNullAt(c)) {
        add(row, c, fields.get(c), to);
      }
    }
  }

  @Override
  public boolean hasUnseenLevel(Row row) {
    return !vector
        && IntStream.range(0, fields.size())
            .filter(c -> fields.get(c).hasLevels() && !row.isNullAt(c))
            .anyMatch(c -> level(fields.get(c), row.getString(c)) < 0);
  }

  private void add(Row row, int c, Field f, IncompleteMatrix.Builder to) {
    if (vector) {
      addVector((Vector) row.get(c), to);
    } else if (f.kind == Schema.Kind.CATEGORICAL) {
      addLevels(f, row.getString(c), to);
    } else if (f.kind == Schema.Kind.BOOLEAN) {
      int level = level(f, row.getString(c));
      if (level >= 0) {
        to.entry(f.first, level);
      }
    } else {
      add(f.first, row.getDouble(c), f.name, to);
    }
  }

  /** One indicator per level; of an unseen level their training means, if known. */
  private static void addLevels(Field f, String word, IncompleteMatrix.Builder to) {
    int level = level(f, word);
    for (int k = 0; k < (level < 0 ? f.fractions : f.levels).size(); k++) {
      to.entry(f.first + k, level < 0 ? f.fractions.get(k) : k == level ? 1 : 0);
    }
  }

  /** The index of a level; −1 for an unseen level. */
  private static int level(Field f, String text) {
    String word = f.kind == Schema.Kind.BOOLEAN ? text.toLowerCase(Locale.ROOT) : text;
    int exact = f.levels.indexOf(word);
    // Spark formats integers in a double column with ".0".
    return exact < 0 && word.endsWith(".0")
        ? f.levels.indexOf(word.substring(0, word.length() - 2))
        : exact;
  }

  private void addVector(Vector v, IncompleteMatrix.Builder to) {
    String name = fields.get(0).name;
    if (v.size() != size) {
      throw new IllegalArgumentException(
          "vectors of \"" + name + "\" must have " + size + " entries, got one of " + v.size());
    }
    if (v instanceof SparseVector s && !absentIsZero) {
      for (int e = 0; e < s.indices().length; e++) {
        add(s.indices()[e], s.values()[e], name, to);
      }
      return;
    }
    double[] values = v.toArray();
    for (int j = 0; j < values.length; j++) {
      add(j, values[j], name, to);
    }
  }

  static void add(int j, double value, String name, IncompleteMatrix.Builder to) {
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "values of \"" + name + "\" must be finite, NaN or null, got " + value);
    }
    if (!Double.isNaN(value)) {
      to.entry(j, value);
    }
  }
}

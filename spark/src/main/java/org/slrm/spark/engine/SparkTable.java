package org.slrm.spark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.column.Selection;
import org.slrm.io.source.InputException;

/** A table read by Spark, split into columns like the tables of the command line. */
final class SparkTable {
  private SparkTable() {}

  /** The tokens that mean missing when a file is read for the first time. */
  static List<String> na(ReadOptions options) {
    List<String> given = options.na();
    return given == null ? ReadOptions.DEFAULT_NA : given;
  }

  /**
   * The rows of a file, folder or pattern, with null for missing tokens.
   *
   * @param inOrder whether to sort the rows by file name, since Spark reads the largest file first
   */
  static Dataset<Row> read(
      SparkSession spark, String data, ReadOptions options, List<String> na, boolean inOrder) {
    String format = SparkSources.format(spark, data);
    DataFrameReader reader = spark.read();
    Dataset<Row> rows =
        switch (format) {
          case "csv", "tsv" -> csv(spark, reader, data, format, options);
          default -> reader.format(format).load(data);
        };
    List<Column> out = new ArrayList<>();
    Dataset<Row> all = inOrder && rows.inputFiles().length > 1 ? ordered(rows) : rows;
    for (StructField field : rows.schema().fields()) {
      out.add(without(na, column(field.name()), field.dataType()).as(field.name()));
    }
    return all.select(out.toArray(new Column[0]));
  }

  /** Sorts rows by file, offset of the split in the file, and position in the split. */
  private static Dataset<Row> ordered(Dataset<Row> rows) {
    return rows.withColumn("slrm row", functions.monotonically_increasing_id())
        .withColumn("slrm file", functions.col("_metadata.file_path"))
        .withColumn("slrm split", functions.col("_metadata.file_block_start"))
        .orderBy(column("slrm file"), column("slrm split"), column("slrm row"));
  }

  private static Dataset<Row> csv(
      SparkSession spark, DataFrameReader reader, String data, String format, ReadOptions options) {
    boolean header = options.header() != ReadOptions.Header.NO;
    Character requested = options.separator();
    String separator =
        requested != null
            ? requested.toString()
            : format.equals("tsv") ? "\t" : separator(spark, data);
    Dataset<Row> rows =
        reader
            .option("header", header)
            .option("sep", separator)
            .option("escape", "\"")
            .option("ignoreLeadingWhiteSpace", true)
            .option("ignoreTrailingWhiteSpace", true)
            .csv(data);
    boolean named = Stream.of(rows.schema().fieldNames()).noneMatch(n -> n.matches("_c\\d+"));
    if (header && named && rows.inputFiles().length > 1) {
      // By default Spark assumes that all files have the columns of the first file in its order.
      rows = reader.option("enforceSchema", false).schema(rows.schema()).csv(data);
    }
    for (int j = 0; !header && j < rows.schema().fields().length; j++) {
      rows = rows.withColumnRenamed("_c" + j, "V" + (j + 1));
    }
    return rows;
  }

  /** The most frequent candidate separator in the first line. */
  private static String separator(SparkSession spark, String data) {
    List<String> lines = spark.read().textFile(data).takeAsList(1);
    if (lines.isEmpty()) {
      throw InputException.of("file is empty").file(data);
    }
    String first = lines.get(0);
    String best = ",";
    for (String candidate : List.of(";", "\t", "|")) {
      best = count(first, candidate) > count(first, best) ? candidate : best;
    }
    return best;
  }

  private static int count(String text, String part) {
    return text.length() - text.replace(part, "").length();
  }

  static Column column(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  private static Column without(List<String> na, Column c, DataType type) {
    if (type.equals(DataTypes.StringType)) {
      Column text = functions.trim(c);
      List<Object> tokens = new ArrayList<>(na);
      tokens.add("");
      Column missing =
          text.isin(tokens.toArray()).or(functions.lower(text).equalTo(functions.lit("nan")));
      for (String token : na) {
        if (number(token)) {
          missing = missing.or(parsed(text).equalTo(Double.parseDouble(token)));
        }
      }
      return functions.when(missing, functions.lit(null)).otherwise(text);
    }
    Column out = c;
    for (String token : na) {
      if (type instanceof NumericType && number(token)) {
        double value = Double.parseDouble(token);
        out = functions.when(c.cast("double").equalTo(value), functions.lit(null)).otherwise(out);
      }
    }
    return out;
  }

  private static boolean number(String token) {
    return token.matches("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");
  }

  /** The number in a text; null for other text. */
  static Column parsed(Column text) {
    return text.try_cast("double");
  }

  /** Roles and kinds of the columns, from the options and the rows. */
  static Schema schema(
      Dataset<Row> rows, String data, ReadOptions options, Consumer<String> messages) {
    StructField[] fields = rows.schema().fields();
    if (options.targets().isEmpty()) {
      throw InputException.of("needs --target: columns to predict").file(data);
    }
    Selection selection = new Selection(data, List.of(rows.schema().fieldNames()), null, options);
    Profile profile = Profile.of(rows, fields);
    List<Schema.Column> columns = new ArrayList<>();
    for (int j = 0; j < fields.length; j++) {
      ReadOptions.Label label = selection.labels[j];
      Schema.Role role = selection.roles[j];
      boolean categorical = selection.categorical[j];
      columns.add(
          label != null
              ? target(rows, fields[j], label, profile, messages)
              : selection.ignored[j]
                  ? Schema.Column.plain(fields[j].name(), Schema.Kind.IGNORED, role)
                  : column(rows, fields[j], role, categorical, profile, options, messages));
    }
    return new Schema(columns, na(options));
  }

  private static Schema.Column target(
      Dataset<Row> rows,
      StructField field,
      ReadOptions.Label label,
      Profile profile,
      Consumer<String> messages) {
    return isDate(field.dataType()) && !label.isClassification()
        ? new Schema.Column(
            field.name(), Schema.Kind.DATE, Schema.Role.TARGET, List.of(), "year-month-day")
        : new TargetColumn(rows, field, label, profile).column(profile, messages);
  }

  private static boolean isDate(DataType type) {
    return type.equals(DataTypes.DateType)
        || type.equals(DataTypes.TimestampType)
        || type.equals(DataTypes.TimestampNTZType);
  }

  private static Schema.Column column(
      Dataset<Row> rows,
      StructField field,
      Schema.Role role,
      boolean categorical,
      Profile profile,
      ReadOptions options,
      Consumer<String> messages) {
    DataType type = field.dataType();
    String name = field.name();
    if (!categorical && (type instanceof NumericType || profile.numeric(name))) {
      return Schema.Column.plain(name, Schema.Kind.NUMERIC, role);
    }
    if (!categorical && type.equals(DataTypes.BooleanType)) {
      return new Schema.Column(name, Schema.Kind.BOOLEAN, role, List.of("false", "true"), null);
    }
    if (isDate(type)) {
      return new Schema.Column(name, Schema.Kind.DATE, role, List.of(), "year-month-day");
    }
    profile.rejectStrayText(rows, name, role);
    List<String> levels = levels(rows, name, options.maxLevels());
    if (levels.isEmpty()) {
      messages.accept(
          "column \"" + name + "\" is excluded: no levels, or more than " + options.maxLevels());
      return Schema.Column.plain(name, Schema.Kind.IGNORED, Schema.Role.FEATURE);
    }
    return new Schema.Column(name, Schema.Kind.CATEGORICAL, role, levels, null);
  }

  /** The sorted levels; empty if there are too many. */
  private static List<String> levels(Dataset<Row> rows, String name, int limit) {
    Column c = column(name).cast("string");
    List<Row> found =
        rows.select(c).filter(c.isNotNull()).distinct().limit(limit + 1).collectAsList();
    TreeSet<String> sorted = new TreeSet<>();
    found.forEach(r -> sorted.add(r.getString(0).replaceAll("\\.0$", "")));
    return found.size() > limit ? List.of() : List.copyOf(sorted);
  }

  /** The rows by a schema: text converted to numbers, absent columns as null. */
  static Dataset<Row> typed(
      Dataset<Row> rows, Schema schema, boolean training, Consumer<String> messages) {
    List<String> names = List.of(rows.schema().fieldNames());
    List<Column> out = new ArrayList<>();
    for (Schema.Column c : schema.columns()) {
      boolean used = c.kind() != Schema.Kind.IGNORED && (training || c.width() > 0);
      if (used && names.contains(c.name())) {
        out.add(typed(c, column(c.name())).as(c.name()));
      } else if (used) {
        messages.accept("column \"" + c.name() + "\" is absent: taken as missing");
        String type =
            switch (c.kind()) {
              case CATEGORICAL, BOOLEAN -> "string";
              case DATE -> "date";
              default -> "double";
            };
        out.add(functions.lit(null).cast(type).as(c.name()));
      }
    }
    return rows.select(out.toArray(new Column[0]));
  }

  private static Column typed(Schema.Column c, Column column) {
    if (c.role() == Schema.Role.TARGET && !c.levels().isEmpty()) {
      return TargetColumn.classIndices(c, column);
    }
    return switch (c.kind()) {
      case NUMERIC -> column.cast("double");
      case CATEGORICAL, BOOLEAN -> column.cast("string");
      default -> column;
    };
  }
}

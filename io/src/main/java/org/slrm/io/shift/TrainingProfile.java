package org.slrm.io.shift;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slrm.io.Table;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.TableColumns;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;

/**
 * A profile of the training rows, stored in the model file for comparison with new rows: summary
 * statistics of the columns, without rows.
 *
 * <pre>{@code
 * TrainingProfile profile = TrainingProfile.of(TableChecks.of(table, options), options);
 * List<DataWarning> warnings = new NewDataCheck(profile, schema, null).add(batch).warnings(source.report());
 * }</pre>
 *
 * @param rows number of training rows
 * @param columns the features' columns, in the schema's order
 * @param targets labels of the targets, in the schema's order; empty in older files
 * @param patterns hash values of the missingness patterns; empty if there were too many
 * @param hidden imputation error of hidden entries
 * @param warnings warnings about the training table
 */
public record TrainingProfile(
    long rows,
    List<ColumnShape> columns,
    List<ColumnShape> targets,
    Set<Integer> patterns,
    HiddenEntries.Result hidden,
    List<DataWarning> warnings) {
  /** Maximum number of stored patterns. */
  private static final int MAX_PATTERNS = 200;

  /** Rows per pattern below which new patterns are expected. */
  private static final int ROWS_PER_PATTERN = 20;

  public TrainingProfile {
    columns = List.copyOf(columns);
    targets = List.copyOf(targets);
    patterns = Set.copyOf(patterns);
    warnings = List.copyOf(warnings);
  }

  /** The profile of a training table; large tables are sampled. */
  public static TrainingProfile of(CheckedTable checked, ReadOptions options) {
    Table table = checked.table();
    TableColumns columns = TableColumns.of(table, options);
    MissingnessPatterns missing = new MissingnessPatterns(table.schema());
    Set<Integer> patterns = new TreeSet<>();
    for (int i = 0; i < table.rows() && patterns.size() <= MAX_PATTERNS; i++) {
      patterns.add(missing.of(table.features(), i));
    }
    boolean store =
        patterns.size() <= MAX_PATTERNS
            && (long) ROWS_PER_PATTERN * patterns.size() <= table.rows();
    return new TrainingProfile(
        table.rows(),
        shapes(columns.features()),
        shapes(columns.targets()),
        store ? patterns : Set.of(),
        HiddenEntries.Result.NONE,
        checked.warnings());
  }

  private static List<ColumnShape> shapes(List<TableColumns.CheckedColumn> columns) {
    return columns.stream().map(c -> ColumnShape.of(c.column(), c.values())).toList();
  }

  /** This profile with the imputation error of the model of these rows. */
  public TrainingProfile with(HiddenEntries.Result result) {
    return new TrainingProfile(rows, columns, targets, patterns, result, warnings);
  }

  /** Plain maps, lists, strings and numbers for a JSON file. */
  public Map<String, Object> toMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rows", rows);
    out.put("columns", columns.stream().map(ColumnShape::toMap).toList());
    out.put("targets", targets.stream().map(ColumnShape::toMap).toList());
    out.put("patterns", List.copyOf(new TreeSet<>(patterns)));
    if (hidden.rows() > 0) {
      out.put("hidden", hidden.toMap());
    }
    out.put("warnings", warnings.stream().map(DataWarning::toMap).toList());
    return out;
  }

  /**
   * The profile of a map from {@link #toMap}.
   *
   * @throws IllegalArgumentException if the map is invalid or inconsistent with the schema
   */
  public static TrainingProfile fromMap(Map<?, ?> map, Schema schema) {
    if (!(map.get("rows") instanceof Number rows)) {
      throw new IllegalArgumentException("rows must be a number, got " + map.get("rows"));
    }
    List<Schema.Column> used = schema.columns().stream().filter(c -> c.width() > 0).toList();
    List<Map<?, ?>> columns = maps(map, "columns");
    if (columns.size() != used.size()) {
      throw new IllegalArgumentException(
          "training must have the " + used.size() + " columns in use, has " + columns.size());
    }
    List<ColumnShape> shapes = new ArrayList<>();
    for (int c = 0; c < used.size(); c++) {
      shapes.add(ColumnShape.fromMap(columns.get(c), used.get(c)));
    }
    List<ColumnShape> targets = targets(map, schema);
    Set<Integer> patterns = new TreeSet<>();
    for (Object p : list(map, "patterns")) {
      if (!(p instanceof Integer number)) {
        throw new IllegalArgumentException("patterns must be integers, got " + p);
      }
      patterns.add(number);
    }
    List<DataWarning> warnings = maps(map, "warnings").stream().map(DataWarning::fromMap).toList();
    HiddenEntries.Result hidden =
        map.get("hidden") instanceof Map<?, ?> found
            ? HiddenEntries.Result.fromMap(found)
            : HiddenEntries.Result.NONE;
    return new TrainingProfile(rows.longValue(), shapes, targets, patterns, hidden, warnings);
  }

  private static List<ColumnShape> targets(Map<?, ?> map, Schema schema) {
    List<ColumnShape> out = new ArrayList<>();
    if (map.get("targets") == null) {
      return out;
    }
    List<Map<?, ?>> found = maps(map, "targets");
    if (found.size() != schema.targets().size()) {
      throw new IllegalArgumentException(
          "training must have the %s targets of the model, has %s"
              .formatted(schema.targets().size(), found.size()));
    }
    for (int t = 0; t < found.size(); t++) {
      out.add(ColumnShape.fromMap(found.get(t), schema.target(t)));
    }
    return out;
  }

  private static List<?> list(Map<?, ?> map, String name) {
    if (map.get(name) instanceof List<?> found) {
      return found;
    }
    throw new IllegalArgumentException(name + " must be a list, got " + map.get(name));
  }

  private static List<Map<?, ?>> maps(Map<?, ?> map, String name) {
    List<Map<?, ?>> out = new ArrayList<>();
    for (Object item : list(map, name)) {
      if (!(item instanceof Map<?, ?> m)) {
        throw new IllegalArgumentException(name + " must hold objects, got " + item);
      }
      out.add(m);
    }
    return out;
  }
}

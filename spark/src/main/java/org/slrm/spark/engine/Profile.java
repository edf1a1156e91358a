package org.slrm.spark.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;

/**
 * Counts of observed and numeric cells of each text column.
 *
 * @param observed number of observed cells by column
 * @param numbers number of numeric cells by column
 */
record Profile(Map<String, Long> observed, Map<String, Long> numbers) {

  /** Counts cells in one pass over the rows, if there are text columns. */
  static Profile of(Dataset<Row> rows, StructField[] fields) {
    List<String> names = new ArrayList<>();
    List<Column> counts = new ArrayList<>();
    for (StructField field : fields) {
      if (field.dataType().equals(DataTypes.StringType)) {
        names.add(field.name());
        counts.add(functions.count(SparkTable.column(field.name())));
        counts.add(functions.count(SparkTable.parsed(SparkTable.column(field.name()))));
      }
    }
    Profile out = new Profile(new HashMap<>(), new HashMap<>());
    if (!names.isEmpty()) {
      Row row = rows.select(counts.toArray(new Column[0])).first();
      for (int k = 0; k < names.size(); k++) {
        out.observed.put(names.get(k), row.getLong(2 * k));
        out.numbers.put(names.get(k), row.getLong(2 * k + 1));
      }
    }
    return out;
  }

  /** Whether all observed cells of a text column are numbers. */
  boolean numeric(String name) {
    return observed.containsKey(name) && observed.get(name).equals(numbers.get(name));
  }

  /** Rejects columns of numbers that contain a few words. */
  void rejectStrayText(Dataset<Row> rows, String name, Schema.Role role) {
    if (mostlyNumeric(name) || role != Schema.Role.FEATURE) {
      throw notANumber(rows, name);
    }
  }

  /** Whether at least half of the observed cells are numbers, but not all. */
  boolean mostlyNumeric(String name) {
    long numeric = numbers.getOrDefault(name, 0L);
    return numeric > 0 && 2 * numeric >= observed.getOrDefault(name, 0L);
  }

  /** An error that names the first cell that is not a number. */
  InputException notANumber(Dataset<Row> rows, String name) {
    Column c = SparkTable.column(name).cast("string");
    Row first = rows.select(c).filter(c.isNotNull().and(SparkTable.parsed(c).isNull())).first();
    String token = first.getString(0);
    return InputException.of("must be a number")
        .column(name)
        .value(token)
        .hint("use --na " + token + " if it means missing");
  }
}

package org.slrm.io.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.slrm.io.Table;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.io.column.Profiler;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.column.Selection;

/**
 * Columns that number or name the rows. Text that differs in (nearly) every row cannot be used as
 * categories and is not used. Numbers are used whatever they are: whole ones that differ in every
 * row and are either called like an identifier or count the rows from 0 or 1 are only warned of.
 */
final class Identifiers {
  private static final String NOTE = "text that (nearly) never repeats: not used";

  private static final int MIN_ROWS = 20;

  /** Share of rows that must have a value, and of levels that must differ. */
  private static final double NEARLY_ALL = 0.95;

  /** One of the words that a name consists of. */
  private static final Set<String> CALLED =
      Set.of(
          "id",
          "ids",
          "uid",
          "uuid",
          "guid",
          "pid",
          "sid",
          "index",
          "idx",
          "key",
          "no",
          "nr",
          "nb",
          "num",
          "number",
          "order",
          "row",
          "rownum",
          "rowid",
          "serial",
          "identifier",
          "record",
          "sample",
          "case",
          "unnamed",
          "rownames");

  private static final Set<String> TIMES =
      Set.of(
          "t",
          "time",
          "timestamp",
          "date",
          "day",
          "days",
          "week",
          "month",
          "year",
          "hour",
          "minute",
          "second",
          "seconds",
          "step",
          "epoch",
          "age",
          "period");

  /** Between words: other characters, and from small to capital letters. */
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

  private Identifiers() {}

  /** The table without text that names the rows, and a warning for each identifier. */
  static CheckedTable checked(Table table, ReadOptions options) {
    List<DataWarning> out = new ArrayList<>();
    for (ReadReport.ReadColumn c : table.report().columns()) {
      boolean never = Profiler.NEVER_REPEATS.equals(c.note());
      if (never || Profiler.TOO_MANY_LEVELS.equals(c.note())) {
        out.add(unused(c.column().name(), never ? "never repeats" : "has too many values", table));
      }
    }
    List<String> names = table.schema().columns().stream().map(Schema.Column::name).toList();
    Set<String> asked = Selection.named(options.keep(), names);
    asked.addAll(Selection.named(options.categorical(), names));
    Set<String> texts = new LinkedHashSet<>();
    TableColumns columns = TableColumns.of(table, options);
    for (CheckedColumn c : columns.features()) {
      if (asked.contains(c.name()) || !isOne(c, columns.rows())) {
        continue;
      }
      if (!c.categorical()) {
        out.add(used(c.name(), table));
      } else if (columns.features().size() > 1) {
        texts.add(c.name());
        out.add(unused(c.name(), "hardly ever repeats", table));
      }
    }
    return new CheckedTable(texts.isEmpty() ? table : table.without(texts, NOTE), out);
  }

  private static boolean isOne(CheckedColumn c, int[] rows) {
    double[] known = c.known();
    if (known.length < MIN_ROWS || known.length < NEARLY_ALL * rows.length) {
      return false;
    }
    if (c.categorical()) {
      return c.column().levels().size() >= NEARLY_ALL * known.length;
    }
    return c.column().kind() == Schema.Kind.NUMERIC
        && whole(known)
        && !called(c.name(), TIMES)
        && (called(c.name(), CALLED) || countsRows(c.values(), rows))
        && different(c.sorted());
  }

  private static boolean whole(double[] known) {
    for (double v : known) {
      if (v != Math.rint(v)) {
        return false;
      }
    }
    return true;
  }

  private static boolean different(double[] sorted) {
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        return false;
      }
    }
    return true;
  }

  private static boolean countsRows(double[] values, int[] rows) {
    for (int i = 0; i < rows.length; i++) {
      double before = values[i] - rows[i];
      if (before != 0 && before != 1 || before != values[0] - rows[0]) {
        return false;
      }
    }
    return true;
  }

  private static boolean called(String name, Set<String> words) {
    for (String word : BETWEEN.split(name.strip())) {
      if (words.contains(word.toLowerCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
  }

  private static DataWarning used(String column, Table table) {
    return DataWarning.of(DataWarning.IDENTIFIER, column, table.rows(), "used", true);
  }

  private static DataWarning unused(String column, String why, Table table) {
    return DataWarning.of(
        DataWarning.IDENTIFIER, column, table.rows(), "used", false, "reason", why);
  }
}

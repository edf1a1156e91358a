package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
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
 * Finds columns that identify rows. Text that differs in nearly every row is excluded. Distinct
 * integers with the name of an identifier, or that number the rows, give a warning only.
 */
final class Identifiers {
  private static final String NOTE = "text that (nearly) never repeats: not used";

  private static final int MIN_ROWS = 20;

  /** Minimum fraction of observed rows, and of distinct levels. */
  private static final double NEARLY_ALL = 0.95;

  /** Words in names of identifiers. */
  private static final Set<String> IDENTIFIER_WORDS =
      words(
          "id ids uid uuid guid pid sid index idx key no nr nb num number order row rownum rowid"
              + " serial identifier record sample case unnamed rownames");

  private static final Set<String> TIME_WORDS =
      words(
          "t time timestamp date day days week month year hour minute second seconds step epoch age"
              + " period");

  /** Word boundaries: characters other than letters, and lower case before upper case. */
  private static final Pattern BOUNDARY = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

  private Identifiers() {}

  private static Set<String> words(String list) {
    return Set.of(list.split(" "));
  }

  /** The table without text identifiers, and a warning for each identifier. */
  static CheckedTable checked(Table table, ReadOptions options) {
    List<DataWarning> out = new ArrayList<>();
    for (ReadReport.ReadColumn c : table.report().columns()) {
      boolean distinct = Profiler.NEVER_REPEATS.equals(c.note());
      if (distinct || Profiler.TOO_MANY_LEVELS.equals(c.note())) {
        out.add(
            unused(c.column().name(), distinct ? "never repeats" : "has too many values", table));
      }
    }
    List<String> names = table.schema().columns().stream().map(Schema.Column::name).toList();
    Set<String> used = Selection.named(options.keep(), names);
    used.addAll(Selection.named(options.categorical(), names));
    Set<String> texts = new LinkedHashSet<>();
    TableColumns columns = TableColumns.of(table, options);
    for (CheckedColumn c : columns.features()) {
      if (used.contains(c.name()) || !identifies(c, columns.rows())) {
        continue;
      }
      if (!c.categorical()) {
        out.add(DataWarning.of(DataWarning.IDENTIFIER, c.name(), table.rows()).with("used", true));
      } else if (columns.features().size() > 1) {
        texts.add(c.name());
        out.add(unused(c.name(), "hardly ever repeats", table));
      }
    }
    return new CheckedTable(texts.isEmpty() ? table : table.without(texts, NOTE), out);
  }

  private static boolean identifies(CheckedColumn c, int[] rows) {
    double[] observed = c.observed();
    if (observed.length < MIN_ROWS || observed.length < NEARLY_ALL * rows.length) {
      return false;
    }
    if (c.categorical()) {
      return c.column().levels().size() >= NEARLY_ALL * observed.length;
    }
    return c.column().kind() == Schema.Kind.NUMERIC
        && Arrays.stream(observed).allMatch(v -> v == Math.rint(v))
        && !hasWord(c.name(), TIME_WORDS)
        && (hasWord(c.name(), IDENTIFIER_WORDS) || numbersRows(c.values(), rows))
        && Arrays.stream(observed).distinct().count() == observed.length;
  }

  private static boolean numbersRows(double[] values, int[] rows) {
    for (int i = 0; i < rows.length; i++) {
      double offset = values[i] - rows[i];
      if (offset != 0 && offset != 1 || offset != values[0] - rows[0]) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasWord(String name, Set<String> words) {
    return BOUNDARY
        .splitAsStream(name.strip())
        .anyMatch(word -> words.contains(word.toLowerCase(Locale.ROOT)));
  }

  private static DataWarning unused(String column, String reason, Table table) {
    return DataWarning.of(DataWarning.IDENTIFIER, column, table.rows())
        .with("used", false)
        .with("reason", reason);
  }
}

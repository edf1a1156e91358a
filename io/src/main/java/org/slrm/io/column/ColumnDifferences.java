package org.slrm.io.column;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slrm.io.source.InputException;

/**
 * Differences of the columns of a file from the columns of a model.
 *
 * @param absent columns of the model that the file does not have
 * @param extra columns that the model does not have
 */
public record ColumnDifferences(List<String> absent, List<String> extra) {
  /** No differences. */
  public static final ColumnDifferences NONE = new ColumnDifferences(List.of(), List.of());

  private static final int SHOWN = 8;

  public ColumnDifferences {
    absent = List.copyOf(absent);
    extra = List.copyOf(extra);
  }

  /**
   * Compares columns; rejects a file that has no column of the model or, if strict, any difference.
   */
  public static ColumnDifferences compare(
      String file, List<String> names, Schema schema, boolean strict) {
    Set<String> present = new HashSet<>(names);
    List<String> expected =
        schema.columns().stream().filter(c -> c.width() > 0).map(Schema.Column::name).toList();
    List<String> absent = expected.stream().filter(n -> !present.contains(n)).toList();
    List<String> extra = names.stream().filter(n -> schema.indexOf(n) < 0).toList();
    if (absent.size() == expected.size() && !expected.isEmpty()) {
      throw InputException.of(
              "must have columns of the model, but has none of its " + absent.size())
          .file(file)
          .hint("the file has " + shown(names) + "; the model " + shown(absent));
    }
    if (strict && !(absent.isEmpty() && extra.isEmpty())) {
      throw InputException.of("columns must equal those of the model")
          .file(file)
          .hint(
              absent.isEmpty() ? "not in the model: " + shown(extra) : "absent: " + shown(absent));
    }
    return new ColumnDifferences(absent, extra);
  }

  /** The first few names. */
  public static String shown(List<String> names) {
    return shown(names, SHOWN);
  }

  static String shown(List<String> names, int limit) {
    return String.join(", ", names.subList(0, Math.min(limit, names.size())))
        + (names.size() > limit ? ", …" : "");
  }
}

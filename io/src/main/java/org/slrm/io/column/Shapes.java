package org.slrm.io.column;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slrm.io.source.InputException;

/** Compares the columns of a new file with those of a model. */
public final class Shapes {
  private static final int SHOWN = 8;
  private static final String ABSENT = "absent, taken as missing";

  private Shapes() {}

  /** The differences as text; throws where nothing fits, or for any difference if strict. */
  public static List<String> compare(
      String file, List<String> names, Schema schema, boolean strict) {
    Set<String> present = new HashSet<>(names);
    List<String> absent = new ArrayList<>();
    int wanted = 0;
    for (Schema.Column column : schema.columns()) {
      if (column.width() > 0) {
        wanted++;
        if (!present.contains(column.name())) {
          absent.add(column.name());
        }
      }
    }
    List<String> extra = names.stream().filter(n -> schema.indexOf(n) < 0).toList();
    if (absent.size() == wanted && wanted > 0) {
      throw InputException.of("must have columns of the model, but has none of its " + wanted)
          .file(file)
          .hint("the file has " + shown(names) + "; the model " + shown(absent));
    }
    List<String> notes = new ArrayList<>();
    note(file, notes, strict, absent, ABSENT);
    note(file, notes, strict, extra, "not in the model, ignored");
    return notes;
  }

  private static void note(
      String file, List<String> notes, boolean strict, List<String> columns, String what) {
    if (columns.isEmpty()) {
      return;
    }
    String note = beginning(columns.size()) + what + ": " + shown(columns);
    if (strict) {
      throw InputException.of("columns must be those of the model").file(file).hint(note);
    }
    notes.add(note);
  }

  private static String beginning(int columns) {
    return columns + (columns == 1 ? " column " : " columns ");
  }

  /** Whether a note lists absent columns. */
  public static boolean tellsAbsent(String note) {
    return note.matches("(?s)\\d+ columns? " + ABSENT + ": .*");
  }

  private static String shown(List<String> names) {
    return String.join(", ", names.subList(0, Math.min(SHOWN, names.size())))
        + (names.size() > SHOWN ? ", …" : "");
  }
}

package org.slrm.cli.label;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.Schema;
import org.slrm.io.train.TargetChoice;
import org.slrm.result.Note;

/** Notes on the label kinds chosen from the columns' values, and on alternatives. */
public final class LabelNotes {
  /** Effort was lowered because there are too few labels. */
  public static final Note QUICK = Note.of("quick-effort-few-labels");

  /** Classes were weighted. */
  public static final Note WEIGHTED = Note.of("weighted-classes");

  private LabelNotes() {}

  /**
   * Notes on the targets of a table.
   *
   * @param warnings those about the data, which may name an alternative already
   */
  public static List<Note> of(
      Schema schema, List<TargetChoice> targets, List<DataWarning> warnings) {
    List<Note> out = new ArrayList<>(taken(schema, targets));
    for (TargetChoice t : targets) {
      if (!t.singleRowClasses().isEmpty()) {
        out.add(Note.of("single-row-classes", "target", t.name(), "classes", t.singleRowClasses()));
      } else if (t.maybeCounts() && !warned(t.name(), warnings)) {
        out.add(Note.of("maybe-counts", "target", t.name()));
      }
    }
    return out;
  }

  private static boolean warned(String target, List<DataWarning> warnings) {
    return warnings.stream()
        .anyMatch(w -> w.code().equals(DataWarning.FEW_VALUES) && w.column().equals(target));
  }

  /** Targets fitted as classes because of their values. */
  public static List<Note> taken(Schema schema, List<TargetChoice> targets) {
    return targets.stream()
        .filter(t -> t.kind().isClassification() && !t.given())
        .map(t -> taken(schema.columns().get(schema.indexOf(t.name()))))
        .toList();
  }

  private static Note taken(Schema.Column column) {
    List<String> levels = column.levels();
    NumberParser numbers = new NumberParser(false);
    boolean two = levels.size() == 2;
    String holds =
        column.kind() == Schema.Kind.BOOLEAN
            ? "booleans"
            : two && levels.stream().noneMatch(l -> Double.isNaN(numbers.parse(l)))
                ? "numbers"
                : "text";
    return Note.of("fitted-as-classes", "target", column.name(), "holds", holds, "levels", levels);
  }
}

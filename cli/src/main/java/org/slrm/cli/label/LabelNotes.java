package org.slrm.cli.label;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.output.ReadableText;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.SkewedTarget;
import org.slrm.io.column.Schema;
import org.slrm.io.train.TargetChoice;

/** What targets were taken for where nobody said it, and what they might be instead. */
public final class LabelNotes {
  /** What quick effort because of few labels means. */
  public static final String QUICK =
      "fewer than 10 labels, or two or three values fitted as numbers: fitted with --effort quick,"
          + " without nonlinear candidates; --effort normal tries them";

  /** What a weighted table means for what comes of it. */
  public static final String WEIGHTED =
      "classes were weighted: scores and probabilities are those of the weighted table, in"
          + " which a row counts as often as its class's weight says";

  private LabelNotes() {}

  /**
   * Lines for people on the targets of a table.
   *
   * @param warnings those which have said what a target might be instead
   */
  public static List<String> of(
      Schema schema, List<TargetChoice> targets, List<DataWarning> warnings) {
    List<String> out = new ArrayList<>(taken(schema, targets));
    for (TargetChoice t : targets) {
      if (!t.singleRowClasses().isEmpty()) {
        out.add(
            t.name()
                + ": classes with one row only cannot be both learned and checked: "
                + ReadableText.some(t.singleRowClasses(), 5));
      } else if (t.maybeCounts() && !warned(t.name(), warnings)) {
        out.add(
            t.name()
                + " holds whole numbers from 0 on and was taken as numbers; --label counts fits"
                + " counts");
      }
    }
    return out;
  }

  private static boolean warned(String target, List<DataWarning> warnings) {
    return warnings.stream()
        .anyMatch(w -> w.code().equals(DataWarning.FEW_VALUES) && w.column().equals(target));
  }

  /** What was taken for classes because of what the columns hold. */
  public static List<String> taken(Schema schema, List<TargetChoice> targets) {
    return targets.stream()
        .filter(t -> t.kind().isClassification() && !t.given())
        .map(t -> t.name() + taken(schema.columns().get(schema.indexOf(t.name()))))
        .toList();
  }

  /** What is fitted by its logarithm. */
  public static List<String> logarithms(List<TargetChoice> targets) {
    return targets.stream()
        .flatMap(t -> t.logarithm().stream())
        .map(SkewedTarget::message)
        .toList();
  }

  private static String taken(Schema.Column column) {
    List<String> levels = column.levels();
    if (column.kind() == Schema.Kind.BOOLEAN) {
      return " holds "
          + levels.get(0)
          + " and "
          + levels.get(1)
          + ", so it was taken as two classes; --label numeric fits them as 0 and 1";
    }
    NumberParser numbers = new NumberParser(false);
    boolean two = levels.size() == 2;
    if (two && levels.stream().noneMatch(l -> Double.isNaN(numbers.parse(l)))) {
      return " has two values, so it was taken as two classes; --label numeric fits them as numbers";
    }
    return " holds text, so it was taken as " + (two ? "two" : levels.size()) + " classes";
  }
}

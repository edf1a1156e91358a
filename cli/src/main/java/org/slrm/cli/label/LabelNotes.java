package org.slrm.cli.label;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.slrm.cli.output.ReadableText;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;

/** What targets were taken for where nobody said it, and what they might be instead. */
public final class LabelNotes {
  /** A mean of whole numbers beyond which they are as good as any numbers. */
  private static final double SMALL_MEAN = 20;

  private LabelNotes() {}

  /**
   * Lines for people on the targets of a table.
   *
   * @param warned targets of which a warning has said what they might be instead
   */
  public static List<String> of(
      Schema schema, ReadOptions options, IncompleteMatrix labels, Set<String> warned) {
    List<String> out = new ArrayList<>(taken(schema, options));
    List<LabelKind> kinds = schema.labelKinds(options);
    for (int t = 0; t < kinds.size(); t++) {
      int target = t;
      double[] known =
          IntStream.range(0, labels.rows())
              .mapToDouble(i -> labels.valueAt(i, target))
              .filter(v -> !Double.isNaN(v))
              .toArray();
      if (kinds.get(t) == LabelKind.CLASSES) {
        single(schema.target(t), known, out);
      } else if (!warned.contains(name(schema, t))
          && auto(options, t, kinds.size())
          && looksLikeCounts(schema.target(t), known)) {
        out.add(
            name(schema, t)
                + " holds whole numbers from 0 on and was taken as numbers; --label counts fits"
                + " counts");
      }
    }
    return out;
  }

  /** What was taken for classes because of what the columns hold. */
  public static List<String> taken(Schema schema, ReadOptions options) {
    List<String> out = new ArrayList<>();
    List<LabelKind> kinds = schema.labelKinds(options);
    for (int t = 0; t < kinds.size(); t++) {
      if (kinds.get(t) == LabelKind.CLASSES && auto(options, t, kinds.size())) {
        out.add(name(schema, t) + taken(schema.target(t)));
      }
    }
    return out;
  }

  private static boolean auto(ReadOptions options, int t, int targets) {
    return options.label(t, targets) == ReadOptions.Label.AUTO;
  }

  private static String name(Schema schema, int t) {
    return schema.targets().get(t);
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

  private static void single(Schema.Column column, double[] known, List<String> out) {
    long[] rows = new long[column.levels().size()];
    Arrays.stream(known).forEach(v -> rows[(int) v]++);
    List<String> once =
        IntStream.range(0, rows.length)
            .filter(k -> rows[k] == 1)
            .mapToObj(column.levels()::get)
            .toList();
    if (!once.isEmpty()) {
      out.add(
          column.name()
              + ": classes with one row only cannot be both learned and checked: "
              + ReadableText.some(once, 5));
    }
  }

  private static boolean looksLikeCounts(Schema.Column column, double[] known) {
    return column.kind() == Schema.Kind.NUMERIC
        && known.length > 0
        && Arrays.stream(known).allMatch(v -> v >= 0 && v == Math.rint(v))
        && Arrays.stream(known).min().orElse(1) == 0
        && Arrays.stream(known).distinct().limit(3).count() > 2
        && Arrays.stream(known).average().orElse(0) < SMALL_MEAN;
  }
}

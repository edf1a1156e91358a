package org.slrm.cli.label;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.ReadableText;
import org.slrm.io.Table;
import org.slrm.method.LabelKind;

/** {@code --class-weights}: rows that count as much more as their class does. */
public final class ClassWeights {
  private static final String OPTION = "--class-weights";
  private static final String BALANCED = "balanced";

  private ClassWeights() {}

  /** The table with rows weighted by their class; rows without a label stay as they are. */
  public static Table in(Table table, List<LabelKind> kinds, List<String> given) {
    if (given.isEmpty()) {
      return table;
    }
    if (kinds.stream().filter(k -> k == LabelKind.CLASSES).count() != 1) {
      throw CommandException.usage(
          OPTION
              + " needs one target of classes, got "
              + kinds.stream().filter(k -> k == LabelKind.CLASSES).count()
              + " of them");
    }
    int t = kinds.indexOf(LabelKind.CLASSES);
    double[] rows = rowWeights(table);
    double[] of =
        given.equals(List.of(BALANCED)) ? balanced(table, t, rows) : named(table, t, given);
    for (int i = 0; i < rows.length; i++) {
      double label = table.labels().valueAt(i, t);
      rows[i] *= Double.isNaN(label) ? 1 : of[(int) label];
    }
    return new Table(
        table.features(), table.labels(), rows, table.schema(), table.report(), table.carried());
  }

  /** What a weighted table means for what comes of it. */
  public static String note() {
    return "classes were weighted: scores and probabilities are those of the weighted table, in"
        + " which a row counts as often as its class's weight says";
  }

  private static double[] rowWeights(Table table) {
    double[] given = table.weights();
    double[] out = given == null ? new double[table.rows()] : given.clone();
    if (given == null) {
      Arrays.fill(out, 1);
    }
    return out;
  }

  /** Every class counts alike, all rows together as many times as before. */
  private static double[] balanced(Table table, int t, double[] rows) {
    double[] sum = new double[table.schema().target(t).levels().size()];
    for (int i = 0; i < rows.length; i++) {
      double label = table.labels().valueAt(i, t);
      if (!Double.isNaN(label)) {
        sum[(int) label] += rows[i];
      }
    }
    double total = Arrays.stream(sum).sum();
    double seen = Arrays.stream(sum).filter(s -> s > 0).count();
    return Arrays.stream(sum).map(s -> s > 0 ? total / (seen * s) : 1).toArray();
  }

  private static double[] named(Table table, int t, List<String> given) {
    List<String> levels = table.schema().target(t).levels();
    double[] out = new double[levels.size()];
    Arrays.fill(out, 1);
    for (Map.Entry<String, Double> e : NamedNumbers.of(OPTION, given).entrySet()) {
      int k = levels.indexOf(e.getKey());
      if (k < 0) {
        throw CommandException.usage(
            OPTION
                + " must be balanced or name classes of "
                + table.targetNames().get(t)
                + ": "
                + ReadableText.some(levels, 6)
                + "; got "
                + e.getKey());
      }
      out[k] = e.getValue();
    }
    return out;
  }
}

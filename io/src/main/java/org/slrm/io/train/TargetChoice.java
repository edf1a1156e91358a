package org.slrm.io.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;

/**
 * The label kind of a target and the reason for choosing it.
 *
 * <pre>{@code
 * TrainingResult result = new TableTrainer(TrainingSettings.of("price")).fit("houses.csv");
 * result.targets().forEach(t -> System.out.println(t.name() + " " + t.kind() + " " + t.given()));
 * }</pre>
 *
 * @param name its name
 * @param kind its label kind
 * @param given whether the settings name the kind; otherwise it was chosen from the column's values
 * @param maybeCounts whether its values look like counts
 * @param singleRowClasses classes with one labelled row, which cannot be both fitted and validated
 */
public record TargetChoice(
    String name,
    LabelKind kind,
    boolean given,
    boolean maybeCounts,
    List<String> singleRowClasses) {
  /**
   * Maximum mean of likely counts; counts with a larger mean are fitted equally well as numeric.
   */
  private static final double MAX_MEAN = 20;

  public TargetChoice {
    singleRowClasses = List.copyOf(singleRowClasses);
  }

  /** The targets of a table. */
  static List<TargetChoice> of(Table table, ReadOptions options) {
    return of(table.schema(), options, table.labels());
  }

  /** The targets of rows that are not in memory. */
  static List<TargetChoice> of(Schema schema, ReadOptions options) {
    IncompleteMatrix none = IncompleteMatrix.builder(schema.targets().size()).build();
    return of(schema, options, none);
  }

  private static List<TargetChoice> of(
      Schema schema, ReadOptions options, IncompleteMatrix labels) {
    List<TargetChoice> out = new ArrayList<>();
    List<LabelKind> kinds = schema.labelKinds(options);
    for (int t = 0; t < kinds.size(); t++) {
      int target = t;
      double[] observed =
          IntStream.range(0, labels.rows())
              .mapToDouble(i -> labels.valueAt(i, target))
              .filter(v -> !Double.isNaN(v))
              .toArray();
      boolean given = !options.label(t, kinds.size()).isAuto();
      boolean classification = kinds.get(t).isClassification();
      out.add(
          new TargetChoice(
              schema.targets().get(t),
              kinds.get(t),
              given,
              !classification && !given && counts(schema.target(t), observed),
              classification ? singleRowClasses(schema.target(t), observed) : List.of()));
    }
    return out;
  }

  private static List<String> singleRowClasses(Schema.Column column, double[] observed) {
    long[] rows = new long[column.levels().size()];
    Arrays.stream(observed).forEach(v -> rows[(int) v]++);
    return IntStream.range(0, rows.length)
        .filter(k -> rows[k] == 1)
        .mapToObj(column.levels()::get)
        .toList();
  }

  private static boolean counts(Schema.Column column, double[] observed) {
    return column.kind() == Schema.Kind.NUMERIC
        && observed.length > 0
        && Arrays.stream(observed).allMatch(v -> v >= 0 && v == Math.rint(v))
        && Arrays.stream(observed).min().orElse(1) == 0
        && Arrays.stream(observed).distinct().limit(3).count() > 2
        && Arrays.stream(observed).average().orElse(0) < MAX_MEAN;
  }
}

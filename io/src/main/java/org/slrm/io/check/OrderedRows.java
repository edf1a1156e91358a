package org.slrm.io.check;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.CrossValidation;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LabelKind;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.CrossValidated;

/**
 * Whether neighbouring rows tell about each other, as rows in order of time do: a line on
 * mean-filled features is judged on blocks of neighbours and on rows drawn at random. Where rows
 * have no order the two errors are alike.
 *
 * <pre>{@code
 * OrderedRows.in(table, options).forEach(w -> System.out.println(w.message()));
 * }</pre>
 *
 * @param blocked typical error on blocks of neighbouring rows
 * @param shuffled typical error on rows drawn at random
 */
public record OrderedRows(double blocked, double shuffled) {
  private static final int FOLDS = 5;
  private static final int LEAST_ROWS = 100;
  private static final int MOST_ROWS = 2_000;
  private static final int MOST_FEATURES = 300;

  /**
   * Rows times the square of the features, which a line takes: more than 100 features, fewer rows.
   */
  private static final long MOST_WORK = MOST_ROWS * 10_000L;

  /** Squared errors must differ by this factor, */
  private static final double CLEARLY = 1.15;

  /** and by as many standard errors of their difference. */
  private static final double SURELY = 4;

  /** The warning about the first target, if it is a number and errors clearly differ. */
  public static List<DataWarning> in(Table table, ReadOptions options) {
    if (table.schema().labelKinds(options).get(0) != LabelKind.NUMERIC) {
      return List.of();
    }
    String target = table.targetNames().get(0);
    return in(table.features(), table.labels(), 0).stream()
        .map(o -> new DataWarning(DataWarning.ORDERED, "", o.value(), o.message(target)))
        .toList();
  }

  /** The two errors where they clearly differ; too few rows or too many features say nothing. */
  public static Optional<OrderedRows> in(IncompleteMatrix x, IncompleteMatrix y, int target) {
    int[] labelled =
        IntStream.range(0, y.rows()).filter(i -> !Double.isNaN(y.valueAt(i, target))).toArray();
    long p = Math.max(1, x.columns());
    int n = (int) Math.min(labelled.length, Math.min(MOST_ROWS, MOST_WORK / (p * p)));
    if (n < LEAST_ROWS || x.columns() > MOST_FEATURES || x.known() == 0) {
      return Optional.empty();
    }
    // Rows spread evenly over the file, in its order.
    int[] rows =
        IntStream.range(0, n).map(k -> labelled[(int) ((long) k * labelled.length / n)]).toArray();
    double[] labels = IntStream.of(rows).mapToDouble(i -> y.valueAt(i, target)).toArray();
    IncompleteMatrix label = IncompleteMatrix.ofColumn(labels);
    IncompleteMatrix features = x.selectRows(rows);
    CrossValidation line = CrossValidation.of(MeanElasticNetConfig.defaults()).folds(FOLDS);
    int[] block = IntStream.range(0, n).map(k -> k * FOLDS / n).toArray();
    return clear(line.groups(block).run(features, label), line.run(features, label));
  }

  private static Optional<OrderedRows> clear(CrossValidated blocks, CrossValidated drawn) {
    double[] more =
        IntStream.range(0, blocks.rows())
            .mapToDouble(i -> square(blocks, i) - square(drawn, i))
            .toArray();
    double mean = IntStream.range(0, more.length).mapToDouble(i -> more[i]).average().orElse(0);
    double spread = 0;
    for (double d : more) {
      spread += (d - mean) * (d - mean);
    }
    double error = Math.sqrt(spread) / more.length;
    double b = blocks.mse(0);
    double d = drawn.mse(0);
    return b > CLEARLY * d && mean > SURELY * error
        ? Optional.of(new OrderedRows(Math.sqrt(b), Math.sqrt(d)))
        : Optional.empty();
  }

  private static double square(CrossValidated cv, int i) {
    double e = cv.label(i, 0) - cv.prediction(i, 0);
    return e * e;
  }

  /** How much larger the error on blocks is. */
  public double value() {
    return blocked / shuffled;
  }

  /** What was found and what to do. */
  public String message(String target) {
    return String.format(
        Locale.ROOT,
        "rows look ordered: a line errs by %.4g in %s on blocks of neighbouring rows, by %.4g on"
            + " rows drawn at random. If they come in time or in groups, say so by --time or"
            + " --group: errors and intervals are too hopeful otherwise",
        blocked,
        target,
        shuffled);
  }
}

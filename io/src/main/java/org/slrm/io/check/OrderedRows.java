package org.slrm.io.check;

import java.util.List;
import java.util.Optional;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;

/**
 * Detects dependence of neighbouring rows, such as rows in order of time: the error of a ridge
 * regression on mean-imputed features is larger on blocks of rows than on random rows.
 *
 * <pre>{@code
 * OrderedRows.in(table, options).forEach(w -> System.out.println(w.message()));
 * }</pre>
 *
 * @param blocked RMSE on blocks of neighbouring rows
 * @param shuffled RMSE on random rows
 */
public record OrderedRows(double blocked, double shuffled) {
  /** Minimum ratio of the squared errors. */
  private static final double MIN_RATIO = 1.15;

  /** Minimum difference of the squared errors, in standard errors. */
  private static final double MIN_STANDARD_ERRORS = 4;

  /** The warning for the first target, if it is numeric and the errors clearly differ. */
  public static List<DataWarning> in(Table table, ReadOptions options) {
    if (!table.schema().labelKinds(options).get(0).usesSquaredError()) {
      return List.of();
    }
    String target = table.targetNames().get(0);
    return in(table.features(), table.labels(), 0).stream()
        .map(
            o ->
                DataWarning.of(DataWarning.ORDERED, "", o.value())
                    .with("target", target)
                    .with("blocks", o.blocked())
                    .with("random", o.shuffled()))
        .toList();
  }

  /** The two errors if they clearly differ; empty for too few rows or too many features. */
  public static Optional<OrderedRows> in(IncompleteMatrix x, IncompleteMatrix y, int target) {
    return RowSample.of(x, y, target)
        .map(OrderedRows::errors)
        .filter(e -> e.firstLarger(MIN_RATIO, MIN_STANDARD_ERRORS))
        .map(e -> new OrderedRows(Math.sqrt(e.first()), Math.sqrt(e.second())));
  }

  /** Both errors with the same penalty, selected on random rows. */
  private static PairedErrors errors(RowSample sample) {
    int n = sample.rows().length;
    double[] y = sample.label();
    double[][] x = ValidatedRidge.standardised(sample.features());
    ValidatedRidge shuffled = new ValidatedRidge(x, RowFolds.random(n));
    ValidatedRidge blocked = new ValidatedRidge(x, RowFolds.blocks(n));
    double penalty = shuffled.penalty(y);
    return PairedErrors.of(y, blocked.heldOut(y, penalty), shuffled.heldOut(y, penalty));
  }

  /** The ratio of the two errors. */
  public double value() {
    return blocked / shuffled;
  }
}

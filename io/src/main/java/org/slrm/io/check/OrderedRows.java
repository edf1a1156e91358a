package org.slrm.io.check;

import java.util.List;
import java.util.Optional;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;

/**
 * Whether neighbouring rows tell about each other, as rows in order of time do: a ridge line on
 * mean-imputed features is evaluated on blocks of neighbours and on rows drawn at random. Where
 * rows have no order the two errors are alike.
 *
 * <pre>{@code
 * OrderedRows.in(table, options).forEach(w -> System.out.println(w.message()));
 * }</pre>
 *
 * @param blocked typical error on blocks of neighbouring rows
 * @param shuffled typical error on rows drawn at random
 */
public record OrderedRows(double blocked, double shuffled) {
  /** Squared errors must differ by this factor, */
  private static final double CLEARLY = 1.15;

  /** and by as many standard errors of their difference. */
  private static final double SURELY = 4;

  /** The warning about the first target, if it is a number and errors clearly differ. */
  public static List<DataWarning> in(Table table, ReadOptions options) {
    if (!table.schema().labelKinds(options).get(0).isPlain()) {
      return List.of();
    }
    String target = table.targetNames().get(0);
    return in(table.features(), table.labels(), 0).stream()
        .map(
            o ->
                DataWarning.of(
                    DataWarning.ORDERED,
                    "",
                    o.value(),
                    "target",
                    target,
                    "blocks",
                    o.blocked(),
                    "random",
                    o.shuffled()))
        .toList();
  }

  /** The two errors where they clearly differ; too few rows or too many features say nothing. */
  public static Optional<OrderedRows> in(IncompleteMatrix x, IncompleteMatrix y, int target) {
    return RowSample.of(x, y, target)
        .map(OrderedRows::errors)
        .filter(e -> e.firstLarger(CLEARLY, SURELY))
        .map(e -> new OrderedRows(Math.sqrt(e.first()), Math.sqrt(e.second())));
  }

  /** By one penalty, chosen on the rows drawn at random. */
  private static PairedErrors errors(RowSample sample) {
    int n = sample.rows().length;
    double[] y = sample.label();
    double[][] x = ValidatedRidge.filled(sample.features());
    ValidatedRidge shuffled = new ValidatedRidge(x, RowFolds.random(n));
    ValidatedRidge blocked = new ValidatedRidge(x, RowFolds.blocks(n));
    double penalty = shuffled.penalty(y);
    return PairedErrors.of(y, blocked.heldOut(y, penalty), shuffled.heldOut(y, penalty));
  }

  /** How much larger the error on blocks is. */
  public double value() {
    return blocked / shuffled;
  }
}

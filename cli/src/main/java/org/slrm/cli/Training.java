package org.slrm.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.ReadOptions;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.select.Folds;

/**
 * Rows to fit and, if asked for, rows held out.
 *
 * @param x features
 * @param y labels
 * @param weights row weights, null when all are 1
 * @param heldOutX features held out, null without
 * @param heldOutY their labels
 */
record Training(
    IncompleteMatrix x,
    IncompleteMatrix y,
    double @Nullable [] weights,
    @Nullable IncompleteMatrix heldOutX,
    @Nullable IncompleteMatrix heldOutY) {

  /** Reads a file to fit and refuses what nothing can be learned from. */
  static Table read(String data, ReadOptions options) {
    Table table = Tables.read(data, options);
    if (table.targetNames().isEmpty()) {
      throw CommandException.usage(
          "--target must name the column to predict; "
              + data
              + " has "
              + Words.some(table.featureNames(), 12));
    }
    if (table.features().columns() == 0) {
      throw CommandException.input(data + ": must have a column to predict from, has none");
    }
    if (table.rows() < 2) {
      throw CommandException.input(data + ": must have at least 2 rows, has " + table.rows());
    }
    if (table.features().known() == 0) {
      throw CommandException.input(data + ": must have a known entry, every one is missing");
    }
    int[] labels = table.labels().statistics().known();
    for (int t = 0; t < labels.length; t++) {
      if (labels[t] < 2) {
        throw CommandException.input(
            data
                + ", column \""
                + table.targetNames().get(t)
                + "\": a target must be known in at least 2 rows, is in "
                + labels[t]);
      }
    }
    return table;
  }

  /** Holds out a share of the rows or the rows of another file. */
  static Training split(Table table, @Nullable String heldOut, DataOptions reading, long seed) {
    if (heldOut == null) {
      return new Training(table.features(), table.labels(), table.weights(), null, null);
    }
    if (heldOut.matches("[0-9]*\\.?[0-9]+") && !Files.exists(Path.of(heldOut))) {
      return fraction(table, Double.parseDouble(heldOut), seed);
    }
    ReadOptions options = reading.over(ReadOptions.DEFAULT).build();
    Table other = Tables.read(heldOut, options, table.schema());
    if (other.labels().known() == 0) {
      throw CommandException.input(heldOut + ": must have a known label to validate with");
    }
    return new Training(
        table.features(), table.labels(), table.weights(), other.features(), other.labels());
  }

  private static Training fraction(Table table, double share, long seed) {
    if (!(share > 0 && share < 1)) {
      throw CommandException.usage(
          "--validation must be a share between 0 and 1 or a file, got " + share);
    }
    int[] order = Folds.shuffled(table.rows(), seed);
    int cut = Math.max(1, Math.min(order.length - 2, (int) Math.round(share * order.length)));
    int[] out = Arrays.copyOf(order, cut);
    int[] in = Arrays.copyOfRange(order, cut, order.length);
    Arrays.sort(out);
    Arrays.sort(in);
    double[] w = table.weights();
    return new Training(
        table.features().selectRows(in),
        table.labels().selectRows(in),
        w == null ? null : Arrays.stream(in).mapToDouble(i -> w[i]).toArray(),
        table.features().selectRows(out),
        table.labels().selectRows(out));
  }

  int labelledRows() {
    int n = 0;
    for (int i = 0; i < y.rows(); i++) {
      n += y.observed(i) > 0 ? 1 : 0;
    }
    return n;
  }

  SlrmModel fit(Trainer trainer) {
    Trainer ready = weights == null ? trainer : trainer.weights(weights);
    if (heldOutX != null && heldOutY != null) {
      ready = ready.validation(heldOutX, heldOutY);
    }
    return ready.fit(x, y);
  }
}

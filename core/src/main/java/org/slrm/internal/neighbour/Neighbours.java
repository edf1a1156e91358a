package org.slrm.internal.neighbour;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * Imputes a row by its nearest neighbours: the distance of two rows is the mean squared
 * difference of the entries known in both, and a missing entry becomes the mean over the nearest
 * rows that have it. One per thread.
 */
final class Neighbours {
  private final IncompleteMatrix rows;
  private final int count;
  private final double[] query;
  private final double[] distance;

  /** Stored rows that share an entry with the row, the nearest first. */
  private int[] nearest = new int[0];

  /** Uses this number of stored rows for each missing entry. */
  Neighbours(IncompleteMatrix rows, int count) {
    this.rows = rows;
    this.count = count;
    query = new double[rows.columns()];
    distance = new double[rows.rows()];
  }

  /** Means and variances of missing features by neighbours; 0 and 1 without a neighbour's entry. */
  void impute(int[] observed, int m, double[] z, double[] mean, double[] variance) {
    Arrays.fill(query, Double.NaN);
    for (int e = 0; e < m; e++) {
      query[observed[e]] = z[e];
    }
    gather();
    for (int j = 0; j < query.length; j++) {
      if (Double.isNaN(query[j])) {
        missing(j, mean, variance);
      } else {
        mean[j] = query[j];
        variance[j] = 0;
      }
    }
  }

  /** Sorts the stored rows by distance; of two at the same distance, the earlier comes first. */
  private void gather() {
    Arrays.setAll(distance, this::distance);
    nearest =
        IntStream.range(0, distance.length)
            .filter(i -> !Double.isNaN(distance[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> distance[i]))
            .mapToInt(i -> i)
            .toArray();
  }

  /** Distance of a stored row, NaN where it shares no entry with the row. */
  private double distance(int i) {
    double sum = 0;
    int shared = 0;
    for (int k = rows.rowStart(i); k < rows.rowStart(i + 1); k++) {
      double difference = query[rows.column(k)] - rows.value(k);
      if (!Double.isNaN(difference)) {
        sum += difference * difference;
        shared++;
      }
    }
    return shared > 0 ? sum / shared : Double.NaN;
  }

  private void missing(int j, double[] mean, double[] variance) {
    double sum = 0;
    double square = 0;
    int found = 0;
    for (int k = 0; k < nearest.length && found < count; k++) {
      double value = rows.valueAt(nearest[k], j);
      if (!Double.isNaN(value)) {
        sum += value;
        square += value * value;
        found++;
      }
    }
    mean[j] = found == 0 ? 0 : sum / found;
    // With one neighbour or none, the variance is that of the column.
    variance[j] = found < 2 ? 1 : Math.max(0, (square - found * mean[j] * mean[j]) / (found - 1));
  }
}

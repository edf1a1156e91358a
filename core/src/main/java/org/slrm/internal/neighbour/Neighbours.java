package org.slrm.internal.neighbour;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;

/**
 * Completes a row by the rows nearest to it (N-3): rows are as far apart as the mean square of
 * their differences over the entries both know, and a gap becomes the mean over the nearest rows
 * that know the entry. One per thread.
 */
final class Neighbours {
  private final IncompleteMatrix rows;
  private final int count;
  private final double[] query;
  private final double[] distance;
  private final Integer[] order;
  private int near;

  /** Among stored rows, by so many of them for each gap. */
  Neighbours(IncompleteMatrix rows, int count) {
    this.rows = rows;
    this.count = count;
    query = new double[rows.columns()];
    distance = new double[rows.rows()];
    order = new Integer[rows.rows()];
  }

  /**
   * Mean and variance of every feature: known entries as they are, gaps by neighbours, or by 0 and
   * 1 where no neighbour knows the entry.
   *
   * @param but a stored row that is the row itself, −1 without one
   */
  void complete(int[] observed, int m, double[] z, int but, double[] mean, double[] variance) {
    Arrays.fill(query, Double.NaN);
    for (int e = 0; e < m; e++) {
      query[observed[e]] = z[e];
    }
    sort(but);
    for (int j = 0; j < query.length; j++) {
      if (Double.isNaN(query[j])) {
        gap(j, mean, variance);
      } else {
        mean[j] = query[j];
        variance[j] = 0;
      }
    }
  }

  /** Stored rows that share an entry with the row, the nearest first. */
  private void sort(int but) {
    near = 0;
    for (int i = 0; i < rows.rows(); i++) {
      double sum = 0;
      int shared = 0;
      for (int k = rows.rowStart(i); k < rows.rowStart(i) + rows.observed(i); k++) {
        double apart = query[rows.column(k)] - rows.value(k);
        if (!Double.isNaN(apart)) {
          sum += apart * apart;
          shared++;
        }
      }
      if (shared > 0 && i != but) {
        distance[i] = sum / shared;
        order[near++] = i;
      }
    }
    Arrays.sort(order, 0, near, (a, b) -> Double.compare(distance[a], distance[b]));
  }

  private void gap(int j, double[] mean, double[] variance) {
    double sum = 0;
    double square = 0;
    int found = 0;
    for (int k = 0; k < near && found < count; k++) {
      double value = rows.valueAt(order[k], j);
      if (!Double.isNaN(value)) {
        sum += value;
        square += value * value;
        found++;
      }
    }
    mean[j] = found == 0 ? 0 : sum / found;
    // With one neighbour, or with none, nothing is known of the spread: that of the column.
    variance[j] = found < 2 ? 1 : Math.max(0, (square - found * mean[j] * mean[j]) / (found - 1));
  }
}

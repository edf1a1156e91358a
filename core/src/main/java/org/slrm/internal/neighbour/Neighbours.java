package org.slrm.internal.neighbour;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;

/**
 * Imputes a row by its nearest neighbours (N-3): the distance of two rows is the mean squared
 * difference of the entries known in both, and a missing entry becomes the mean over the nearest
 * rows that have it. One per thread.
 */
final class Neighbours {
  private final IncompleteMatrix rows;
  private final int count;
  private final double[] query;
  private final double[] distance;

  /** A heap of stored rows not yet visited, the nearest first. */
  private final int[] heap;

  private int left;

  /** Visited rows, the nearest first. */
  private final int[] nearest;

  private int near;

  /** Uses this number of stored rows for each missing entry. */
  Neighbours(IncompleteMatrix rows, int count) {
    this.rows = rows;
    this.count = count;
    query = new double[rows.columns()];
    distance = new double[rows.rows()];
    heap = new int[rows.rows()];
    nearest = new int[rows.rows()];
  }

  /**
   * Mean and variance of every feature: known entries unchanged, missing ones by neighbours, or 0
   * and 1 where no neighbour has the entry.
   *
   * @param but a stored row that is the row itself, −1 without one
   */
  void impute(int[] observed, int m, double[] z, int but, double[] mean, double[] variance) {
    Arrays.fill(query, Double.NaN);
    for (int e = 0; e < m; e++) {
      query[observed[e]] = z[e];
    }
    gather(but);
    for (int j = 0; j < query.length; j++) {
      if (Double.isNaN(query[j])) {
        gap(j, mean, variance);
      } else {
        mean[j] = query[j];
        variance[j] = 0;
      }
    }
  }

  /** Stored rows that share an entry with the row, as a heap, since few of them are visited. */
  private void gather(int but) {
    near = 0;
    left = 0;
    for (int i = 0; i < rows.rows(); i++) {
      distance[i] = distance(i);
      if (!Double.isNaN(distance[i]) && i != but) {
        heap[left++] = i;
      }
    }
    for (int k = left / 2 - 1; k >= 0; k--) {
      sink(k);
    }
  }

  /** Distance of a stored row, NaN where it shares no entry with the row. */
  private double distance(int i) {
    double sum = 0;
    int shared = 0;
    for (int k = rows.rowStart(i); k < rows.rowStart(i + 1); k++) {
      double apart = query[rows.column(k)] - rows.value(k);
      if (!Double.isNaN(apart)) {
        sum += apart * apart;
        shared++;
      }
    }
    return shared > 0 ? sum / shared : Double.NaN;
  }

  /** The k-th nearest row. */
  private int nearest(int k) {
    if (k == near) {
      nearest[near++] = heap[0];
      heap[0] = heap[--left];
      sink(0);
    }
    return nearest[k];
  }

  private void sink(int from) {
    int row = heap[from];
    int k = from;
    for (int child = 2 * k + 1; child < left; child = 2 * k + 1) {
      child += child + 1 < left && nearer(heap[child + 1], heap[child]) ? 1 : 0;
      if (!nearer(heap[child], row)) {
        break;
      }
      heap[k] = heap[child];
      k = child;
    }
    heap[k] = row;
  }

  /** Of equal distances, the earlier row. */
  private boolean nearer(int a, int b) {
    return distance[a] < distance[b] || distance[a] == distance[b] && a < b;
  }

  private void gap(int j, double[] mean, double[] variance) {
    double sum = 0;
    double square = 0;
    int found = 0;
    int all = near + left;
    for (int k = 0; k < all && found < count; k++) {
      double value = rows.valueAt(nearest(k), j);
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

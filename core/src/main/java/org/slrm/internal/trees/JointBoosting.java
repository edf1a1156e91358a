package org.slrm.internal.trees;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.run.FitContext;
import org.slrm.method.TreesConfig;

/**
 * Boosting of one column, or of all classes of a target jointly: a tree for each class, whose
 * scores are combined by a softmax (F-11). Each class against all others is a two-class problem:
 *
 * <pre>p_k = σ(η_k − a_k), a_k = log Σ_{j≠k} e^{η_j}</pre>
 */
public final class JointBoosting {
  private final Boosting[] runs;
  private final boolean[] grown;
  private final double[][] against;
  private final int[] rows;

  /** Starts on labelled rows; columns are the classes of one target, or there is one. */
  JointBoosting(List<BoostedColumn> columns, int[] rows, TreesConfig config, FitContext context) {
    this.rows = rows;
    int classes = columns.size();
    runs = new Boosting[classes];
    grown = new boolean[classes];
    against = new double[classes > 1 ? classes : 0][];
    for (int k = 0; k < classes; k++) {
      BoostedColumn c = columns.get(k);
      if (classes == 1) {
        runs[k] = new Boosting(c.bins(), c.target(), rows, config, context);
      } else {
        against[k] = new double[c.bins().rows()];
        // The score of a class with fraction p is log p.
        double start = -Math.log1p(Math.exp(-c.target().start(rows)));
        runs[k] = new Boosting(c.bins(), c.target(), start, against[k], rows, config, context);
      }
    }
    updateOtherScores(rows);
  }

  /** This many trees for each column on all labelled rows, fewer if no gradient is left. */
  public static List<Forest> fit(
      List<BoostedColumn> columns, int trees, TreesConfig config, FitContext context) {
    int[] rows = columns.get(0).target().labelled();
    JointBoosting run = new JointBoosting(columns, rows, config, context);
    boolean more = true;
    for (int k = 0; more && k < trees; k++) {
      more = run.grow();
    }
    return Arrays.stream(run.runs).map(Boosting::forest).toList();
  }

  /** Adds a tree for each column, unless no gradient is left in any. */
  boolean grow() {
    boolean more = false;
    for (int k = 0; k < runs.length; k++) {
      grown[k] = runs[k].grow();
      more |= grown[k];
    }
    updateOtherScores(rows);
    return more;
  }

  /** Adds the last trees to the η of rows that were not in their sample. */
  void updateOthers(int[] others) {
    for (int k = 0; k < runs.length; k++) {
      if (grown[k]) {
        runs[k].updateOthers(others);
      }
    }
  }

  /** η of a column for a training row or an added one. */
  double eta(int column, int row) {
    return runs[column].eta(row);
  }

  /** Updates the scores of the other classes for these rows. */
  private void updateOtherScores(int[] rows) {
    double[] eta = new double[runs.length];
    for (int i : against.length > 0 ? rows : new int[0]) {
      Arrays.setAll(eta, k -> runs[k].eta(i));
      for (int k = 0; k < eta.length; k++) {
        against[k][i] = others(eta, k);
      }
    }
  }

  /** Deviance of a row: of its label, or of its class in the softmax of all scores. */
  static double deviance(List<BoostedColumn> columns, int row, double[] eta) {
    if (eta.length == 1) {
      TreeTarget one = columns.get(0).target();
      return one.kind().deviance(one.y()[row], eta[0]);
    }
    for (int k = 0; k < eta.length; k++) {
      TreeTarget t = columns.get(k).target();
      if (t.y()[row] == 1) {
        return t.kind().deviance(1, eta[k] - others(eta, k));
      }
    }
    return Double.NaN;
  }

  /** a_k. */
  static double others(double[] eta, int k) {
    double largest =
        IntStream.range(0, eta.length).filter(j -> j != k).mapToDouble(j -> eta[j]).max().orElse(0);
    double sum = 0;
    for (int j = 0; j < eta.length; j++) {
      sum += j == k ? 0 : Math.exp(eta[j] - largest);
    }
    return largest + Math.log(sum);
  }
}

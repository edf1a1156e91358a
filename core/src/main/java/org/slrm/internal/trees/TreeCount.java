package org.slrm.internal.trees;

import java.util.List;
import org.slrm.method.TreesConfig;

/**
 * Numbers of trees for the columns of a group, with the held-out error of each column.
 *
 * @param trees the number of trees
 * @param error NaN with too few labels to hold some out
 */
public record TreeCount(int trees, double[] error) {
  /**
   * Counts and the fits they are for.
   *
   * @param counts by group
   * @param learningRate of the trees counted
   * @param rows rows they were grown on
   */
  public record Found(List<TreeCount> counts, double learningRate, int rows) {
    /** Growth of the number of rows up to which a count is reused. */
    private static final double ALIKE = 2;

    /**
     * Counts for other rows of the table: learning rate times number of trees stays constant (F-6).
     * Empty for many more rows, which support more trees.
     */
    public List<TreeCount> over(int otherRows, TreesConfig config) {
      if (otherRows > ALIKE * rows) {
        return List.of();
      }
      double factor = learningRate / config.learningRate();
      return counts.stream()
          .map(c -> new TreeCount((int) Math.round(c.trees * factor), c.error))
          .toList();
    }
  }
}

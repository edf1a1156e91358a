package org.slrm.internal.trees;

import java.util.List;
import org.slrm.method.TreesConfig;

/**
 * How many trees serve the columns of a group, and the error of each column on held-out rows.
 *
 * @param trees the number of trees
 * @param error NaN where too few labels leave none out
 */
public record TreeCount(int trees, double[] error) {
  /**
   * Counts with what they were found for.
   *
   * @param counts by group
   * @param learningRate of the trees counted
   * @param rows rows they were grown on
   */
  public record Found(List<TreeCount> counts, double learningRate, int rows) {
    /** Rows may be as many times more before the number of trees is searched again. */
    private static final double ALIKE = 2;

    /**
     * Counts for other rows of the table: the learning rate times the number of trees stays the
     * same (F-6). Empty where rows are many more, which bear more trees.
     */
    public List<TreeCount> over(int otherRows, TreesConfig config) {
      if (otherRows > ALIKE * rows) {
        return List.of();
      }
      double longer = learningRate / config.learningRate();
      return counts.stream()
          .map(c -> new TreeCount((int) Math.round(c.trees * longer), c.error))
          .toList();
    }
  }
}

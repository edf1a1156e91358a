package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;

/**
 * Boosted trees with native missing values: every split learns their better side. Each tree is a
 * Newton step on the loss of the label, grown leaf by leaf over histograms of at most 255 bins per
 * feature.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(TreesConfig.defaults().withLeaves(15)).fit(x, y);
 * }</pre>
 *
 * @param trees number of trees, 0 to choose it by cross-validation
 * @param search how the number of trees is chosen
 * @param leaves the most leaves of a tree
 * @param leastRows least total weight of a leaf's rows; for other losses the curvature of this
 *     number of average rows
 * @param l2 penalty on the squared value of a leaf, in rows
 * @param learningRate fraction of each Newton step
 * @param columns fraction of the features drawn for each tree; 0 for all of up to 64 features, else
 *     64 of them but at least a quarter
 * @param rows fraction of the rows drawn for each tree
 */
public record TreesConfig(
    int trees,
    CountSearch search,
    int leaves,
    double leastRows,
    double l2,
    double learningRate,
    double columns,
    double rows)
    implements MethodConfig {

  /** Most leaves; more would be no weak learner. */
  public static final int MAX_LEAVES = 1024;

  /**
   * How the number of trees is chosen.
   *
   * @param most the most trees that are tried
   * @param patience trees that lower the error on held-out rows by less than 0.05 % before the
   *     search ends
   */
  public record CountSearch(int most, int patience) {
    /** Checks the settings. */
    public CountSearch {
      Checks.atLeast("most", most, 1);
      Checks.atLeast("patience", patience, 1);
    }
  }

  /** Checks the settings. */
  public TreesConfig {
    Checks.atLeast("trees", trees, 0);
    Checks.between("leaves", leaves, 2, MAX_LEAVES);
    Checks.positive("leastRows", leastRows);
    Checks.notNegative("l2", l2);
    Checks.inUpperClosed("learningRate", learningRate, 0, 1);
    if (columns != 0) {
      Checks.inUpperClosed("columns", columns, 0, 1);
    }
    Checks.inUpperClosed("rows", rows, 0, 1);
  }

  /** The number of trees chosen by cross-validation. */
  public static TreesConfig defaults() {
    return new TreesConfig(0, new CountSearch(1000, 50), 15, 5, 1, 0.1, 0, 1);
  }

  /** With a number of trees, 0 to choose it. */
  public TreesConfig withTrees(int value) {
    return new TreesConfig(value, search, leaves, leastRows, l2, learningRate, columns, rows);
  }

  /** With another limit of leaves of a tree. */
  public TreesConfig withLeaves(int value) {
    return new TreesConfig(trees, search, value, leastRows, l2, learningRate, columns, rows);
  }

  /** With another least number of rows of a leaf. */
  public TreesConfig withLeastRows(double value) {
    return new TreesConfig(trees, search, leaves, value, l2, learningRate, columns, rows);
  }

  /** With another penalty on the squared value of a leaf. */
  public TreesConfig withL2(double value) {
    return new TreesConfig(trees, search, leaves, leastRows, value, learningRate, columns, rows);
  }

  /** With another learning rate. */
  public TreesConfig withLearningRate(double value) {
    return new TreesConfig(trees, search, leaves, leastRows, l2, value, columns, rows);
  }

  /** With another fraction of the features drawn for each tree, 0 by their number. */
  public TreesConfig withColumns(double value) {
    return new TreesConfig(trees, search, leaves, leastRows, l2, learningRate, value, rows);
  }

  /** With another fraction of the rows drawn for each tree. */
  public TreesConfig withRows(double value) {
    return new TreesConfig(trees, search, leaves, leastRows, l2, learningRate, columns, value);
  }

  /** With other limits of the search for the number of trees. */
  public TreesConfig withSearch(int most, int patience) {
    CountSearch value = new CountSearch(most, patience);
    return new TreesConfig(trees, value, leaves, leastRows, l2, learningRate, columns, rows);
  }

  @Override
  public String method() {
    return "trees";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("trees", trees == 0 ? "chosen" : (Object) trees);
    out.put("leaves", leaves);
    out.put("leastRows", leastRows);
    out.put("l2", l2);
    out.put("learningRate", learningRate);
    out.put("columns", columns == 0 ? "by their number" : (Object) columns);
    out.put("rows", rows);
    return out;
  }
}

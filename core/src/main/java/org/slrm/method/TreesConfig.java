package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;

/**
 * Boosted trees that take missing values as they are: at every split the better side for them is
 * learned. Each tree is a Newton step on the loss of the label, grown leaf by leaf over histograms
 * of at most 255 bins per feature.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(TreesConfig.builder().leaves(15).build()).fit(x, y);
 * }</pre>
 *
 * @param trees number of trees, 0 to choose it by cross-validation
 * @param most the most trees that are tried when their number is chosen
 * @param patience trees that lower the error on held-out rows by less than 0.05 % before the search
 *     ends
 * @param leaves the most leaves of a tree
 * @param leastRows the least rows of a leaf, each as often as its weight says; where labels are not
 *     numbers, as much curvature as this number of average rows
 * @param l2 penalty on the squared value of a leaf, in rows
 * @param learningRate share of each Newton step that is taken
 * @param columns share of the features, drawn for each tree, that it may ask for; 0 for all of up
 *     to 64 features, else 64 of them but at least a quarter
 * @param rows share of the rows, drawn for each tree, that it is grown on
 */
public record TreesConfig(
    int trees,
    int most,
    int patience,
    int leaves,
    double leastRows,
    double l2,
    double learningRate,
    double columns,
    double rows)
    implements MethodConfig {

  /** More leaves than this are no longer a weak learner. */
  public static final int MOST_LEAVES = 1024;

  /** Checks the settings. */
  public TreesConfig {
    Checks.atLeast("trees", trees, 0);
    Checks.atLeast("most", most, 1);
    Checks.atLeast("patience", patience, 1);
    Checks.between("leaves", leaves, 2, MOST_LEAVES);
    Checks.positive("leastRows", leastRows);
    Checks.notNegative("l2", l2);
    Checks.inUpperClosed("learningRate", learningRate, 0, 1);
    if (columns != 0) {
      Checks.inUpperClosed("columns", columns, 0, 1);
    }
    Checks.inUpperClosed("rows", rows, 0, 1);
  }

  /** A builder that begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** As many trees as cross-validation finds best. */
  public static TreesConfig defaults() {
    return builder().build();
  }

  @Override
  public String method() {
    return "trees";
  }

  @Override
  public Scaling.Kind scaling() {
    return Scaling.Kind.STANDARDIZE;
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

  /**
   * Settings in the making.
   *
   * <pre>{@code
   * TreesConfig config = TreesConfig.builder().trees(200).learningRate(0.05).build();
   * }</pre>
   */
  public static final class Builder {
    private int trees = 0;
    private int most = 1000;
    private int patience = 50;
    private int leaves = 15;
    private double leastRows = 5;
    private double l2 = 1;
    private double learningRate = 0.1;
    private double columns = 0;
    private double rows = 1;

    private Builder() {}

    /** Number of trees, 0 to choose it. */
    public Builder trees(int value) {
      trees = value;
      return this;
    }

    /** The most trees tried, and those without a better error before the search ends. */
    public Builder search(int mostTrees, int withoutBetter) {
      most = mostTrees;
      patience = withoutBetter;
      return this;
    }

    /** The most leaves of a tree. */
    public Builder leaves(int value) {
      leaves = value;
      return this;
    }

    /** The least rows of a leaf. */
    public Builder leastRows(double value) {
      leastRows = value;
      return this;
    }

    /** Penalty on the squared value of a leaf. */
    public Builder l2(double value) {
      l2 = value;
      return this;
    }

    /** Share of each step that is taken. */
    public Builder learningRate(double value) {
      learningRate = value;
      return this;
    }

    /** Share of the features that each tree may ask for, 0 by their number. */
    public Builder columns(double value) {
      columns = value;
      return this;
    }

    /** Share of the rows that each tree is grown on. */
    public Builder rows(double value) {
      rows = value;
      return this;
    }

    /** The settings. */
    public TreesConfig build() {
      return new TreesConfig(
          trees, most, patience, leaves, leastRows, l2, learningRate, columns, rows);
    }
  }
}

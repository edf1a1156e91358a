package org.slrm.internal.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.StateValues;
import org.slrm.method.TreesConfig;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Trees as flat arrays and back: concatenated nodes, the start of each tree, its target. */
public final class TreesState {
  private static final String FEATURE = "node_feature";
  private static final String THRESHOLD = "node_threshold";
  private static final String MISSING_LEFT = "node_missing_left";
  private static final String LEFT = "node_left";
  private static final String RIGHT = "node_right";
  private static final String VALUE = "node_value";
  private static final String COVER = "node_cover";

  private TreesState() {}

  /** Adds the trees of every target. */
  public static void putForests(
      List<Forest> forests, Map<String, Object> values, Map<String, Array> arrays) {
    List<Tree> trees = new ArrayList<>();
    List<Double> target = new ArrayList<>();
    List<Double> start = new ArrayList<>();
    double[] base = new double[forests.size()];
    int nodes = 0;
    for (int t = 0; t < base.length; t++) {
      base[t] = forests.get(t).base();
      for (Tree tree : forests.get(t).trees()) {
        trees.add(tree);
        target.add((double) t);
        start.add((double) nodes);
        nodes += tree.nodes();
      }
    }
    values.put("trees", trees.size());
    values.put("nodes", nodes);
    StateValues.put(arrays, "base", base);
    StateValues.put(arrays, "tree_target", target.stream().mapToDouble(v -> v).toArray());
    StateValues.put(arrays, "tree_start", start.stream().mapToDouble(v -> v).toArray());
    nodes(trees, nodes).forEach((name, data) -> StateValues.put(arrays, name, data));
  }

  private static Map<String, double[]> nodes(List<Tree> trees, int count) {
    Map<String, double[]> out = new LinkedHashMap<>();
    for (String name : List.of(FEATURE, THRESHOLD, MISSING_LEFT, LEFT, RIGHT, VALUE, COVER)) {
      out.put(name, new double[count]);
    }
    int at = 0;
    for (Tree tree : trees) {
      for (int k = 0; k < tree.nodes(); k++) {
        boolean leaf = tree.feature()[k] < 0;
        out.get(FEATURE)[at + k] = tree.feature()[k];
        out.get(THRESHOLD)[at + k] = tree.threshold()[k];
        out.get(MISSING_LEFT)[at + k] = !leaf && tree.missingLeft()[k] ? 1 : 0;
        out.get(LEFT)[at + k] = leaf ? 0 : at + tree.left()[k];
        out.get(RIGHT)[at + k] = leaf ? 0 : at + tree.right()[k];
        out.get(VALUE)[at + k] = tree.value()[k];
        out.get(COVER)[at + k] = tree.cover()[k];
      }
      at += tree.nodes();
    }
    return out;
  }

  /** The trees of every target over the given number of inputs. */
  public static List<Forest> forests(ModelState state, int targets, int inputs) {
    Map<String, Object> values = state.values();
    int count = Checks.atLeast("trees", StateValues.integer(values, "trees"), 0);
    int nodes = Checks.atLeast("nodes", StateValues.integer(values, "nodes"), count);
    double[] base = StateValues.array(state, "base", targets);
    int[] target = StateValues.wholes(state, "tree_target", count, 0, targets - 1);
    int[] start = StateValues.wholes(state, "tree_start", count, 0, Math.max(0, nodes - 1));
    Nodes all = new Nodes(state, nodes, inputs);
    List<List<Tree>> trees = Stream.<List<Tree>>generate(ArrayList::new).limit(targets).toList();
    for (int k = 0; k < count; k++) {
      int end = k + 1 < count ? start[k + 1] : nodes;
      Checks.equal("start of the first tree", start[0], "0", 0);
      trees.get(target[k]).add(all.tree(start[k], end));
    }
    return IntStream.range(0, targets).mapToObj(t -> new Forest(base[t], trees.get(t))).toList();
  }

  /** The nodes of all trees. */
  private static final class Nodes {
    private final int[] feature;
    private final double[] threshold;
    private final int[] missingLeft;
    private final int[] left;
    private final int[] right;
    private final double[] value;
    private final double[] cover;

    Nodes(ModelState state, int nodes, int features) {
      feature = StateValues.wholes(state, FEATURE, nodes, -1, features - 1);
      threshold = StateValues.array(state, THRESHOLD, nodes);
      missingLeft = StateValues.wholes(state, MISSING_LEFT, nodes, 0, 1);
      left = StateValues.wholes(state, LEFT, nodes, 0, Math.max(0, nodes - 1));
      right = StateValues.wholes(state, RIGHT, nodes, 0, Math.max(0, nodes - 1));
      value = StateValues.array(state, VALUE, nodes);
      cover = StateValues.array(state, COVER, nodes);
      for (double c : cover) {
        // A child's cover is divided by its parent's.
        ModelRange.divisor("cover of a node", c);
      }
    }

    Tree tree(int from, int to) {
      Checks.atLeast("end of a tree", to, from + 1);
      boolean[] missing = new boolean[to - from];
      int[] parents = new int[to - from];
      int[] l = new int[to - from];
      int[] r = new int[to - from];
      for (int k = 0; k < parents.length; k++) {
        missing[k] = missingLeft[from + k] == 1;
        if (feature[from + k] >= 0) {
          l[k] = Checks.between("left child", left[from + k], from + k + 1, to - 1) - from;
          r[k] = Checks.between("right child", right[from + k], from + k + 1, to - 1) - from;
          parents[l[k]]++;
          parents[r[k]]++;
        }
      }
      for (int k = 1; k < parents.length; k++) {
        Checks.equal("parents of a node", parents[k], "1", 1);
      }
      Tree tree =
          new Tree(
              Arrays.copyOfRange(feature, from, to),
              Arrays.copyOfRange(threshold, from, to),
              missing,
              l,
              r,
              Arrays.copyOfRange(value, from, to),
              Arrays.copyOfRange(cover, from, to));
      Checks.between("depth of a tree", tree.depth(), 0, TreesConfig.MAX_LEAVES - 1);
      return tree;
    }
  }
}

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
import org.slrm.internal.run.CategoricalColumns;
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
  private static final String COLUMN_FIRST = "level_column_first";
  private static final String COLUMN_SIZE = "level_column_size";
  private static final String LIMIT = "level_limit";
  private static final String LEFT_NODE = "left_level_node";
  private static final String LEFT_CODE = "left_level";

  private TreesState() {}

  /** Adds the trees of every target. */
  public static void putForests(
      List<Forest> forests,
      CategoricalColumns categories,
      Map<String, Object> values,
      Map<String, Array> arrays) {
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
    if (categories.count() > 0) {
      putLevels(trees, categories, values, arrays);
    }
  }

  private static void putLevels(
      List<Tree> trees,
      CategoricalColumns categories,
      Map<String, Object> values,
      Map<String, Array> arrays) {
    double[][] limit = categories.limit();
    List<Double> node = new ArrayList<>();
    List<Double> code = new ArrayList<>();
    int at = 0;
    for (Tree tree : trees) {
      for (int k = 0; k < tree.levels().length; k++) {
        int levels = tree.levels()[k].length > 0 ? categories.levels(tree.feature()[k]) : 0;
        for (int l = 0; l < levels; l++) {
          if (Tree.has(tree.levels()[k], l)) {
            node.add((double) at + k);
            code.add((double) l);
          }
        }
      }
      at += tree.nodes();
    }
    values.put("level_columns", limit.length);
    values.put("levels", Arrays.stream(limit).mapToInt(l -> l.length).sum());
    values.put("left_levels", code.size());
    double[] first = Arrays.stream(categories.first()).asDoubleStream().toArray();
    StateValues.put(arrays, COLUMN_FIRST, first);
    double[] size = Arrays.stream(limit).mapToDouble(l -> l.length).toArray();
    StateValues.put(arrays, COLUMN_SIZE, size);
    StateValues.put(arrays, LIMIT, Arrays.stream(limit).flatMapToDouble(Arrays::stream).toArray());
    StateValues.put(arrays, LEFT_NODE, node.stream().mapToDouble(v -> v).toArray());
    StateValues.put(arrays, LEFT_CODE, code.stream().mapToDouble(v -> v).toArray());
  }

  /** The columns whose levels the trees split; none in older files. */
  public static CategoricalColumns categories(ModelState state, int inputs) {
    if (!state.values().containsKey("level_columns")) {
      return CategoricalColumns.NONE;
    }
    int count = Checks.atLeast("level_columns", integer(state, "level_columns"), 0);
    int[] first = StateValues.wholes(state, COLUMN_FIRST, count, 0, inputs - 1);
    int[] size = StateValues.wholes(state, COLUMN_SIZE, count, 2, CategoricalColumns.MAX_LEVELS);
    double[] limits = StateValues.array(state, LIMIT, integer(state, "levels"));
    double[][] limit = new double[count][];
    int at = 0;
    int end = 0;
    for (int c = 0; c < count; c++) {
      Checks.atLeast("first feature of a categorical column", first[c], end);
      end = Checks.between("end of a categorical column", first[c] + size[c], 0, inputs);
      Checks.atLeast("levels", limits.length, at + size[c]);
      limit[c] = Arrays.copyOfRange(limits, at, at + size[c]);
      at += size[c];
    }
    Checks.equal("levels", limits.length, "sum of " + COLUMN_SIZE, at);
    return new CategoricalColumns(first, limit);
  }

  private static int integer(ModelState state, String name) {
    return StateValues.integer(state.values(), name);
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
  public static List<Forest> forests(
      ModelState state, int targets, int inputs, CategoricalColumns categories) {
    Map<String, Object> values = state.values();
    int count = Checks.atLeast("trees", StateValues.integer(values, "trees"), 0);
    int nodes = Checks.atLeast("nodes", StateValues.integer(values, "nodes"), count);
    double[] base = StateValues.array(state, "base", targets);
    int[] target = StateValues.wholes(state, "tree_target", count, 0, targets - 1);
    int[] start = StateValues.wholes(state, "tree_start", count, 0, Math.max(0, nodes - 1));
    Nodes all = new Nodes(state, nodes, inputs, categories);
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
    private final long[][] levels;

    Nodes(ModelState state, int nodes, int features, CategoricalColumns categories) {
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
      levels = new long[categories.count() > 0 ? nodes : 0][];
      Arrays.setAll(
          levels,
          k ->
              feature[k] >= 0 && categories.levels(feature[k]) > 0
                  ? new long[SplitSearch.LEVEL_WORDS]
                  : Tree.NO_LEVELS);
      if (levels.length > 0) {
        readLevels(state, categories);
      }
    }

    private void readLevels(ModelState state, CategoricalColumns categories) {
      int count = integer(state, "left_levels");
      int most = CategoricalColumns.MAX_LEVELS - 1;
      int[] node = StateValues.wholes(state, LEFT_NODE, count, 0, levels.length - 1);
      int[] code = StateValues.wholes(state, LEFT_CODE, count, 0, most);
      for (int k = 0; k < count; k++) {
        int of = feature[node[k]] < 0 ? 0 : categories.levels(feature[node[k]]);
        Checks.between(LEFT_CODE, code[k], 0, of - 1);
        levels[node[k]][code[k] >> 6] |= 1L << code[k];
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
              Arrays.copyOfRange(cover, from, to),
              levels.length > 0 ? Arrays.copyOfRange(levels, from, to) : levels);
      Checks.between("depth of a tree", tree.depth(), 0, TreesConfig.MAX_LEAVES - 1);
      return tree;
    }
  }
}

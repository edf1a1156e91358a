package org.slrm.internal.label;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * Columns of labels in which targets of three classes or more have one column per class, that class
 * against all others, instead of the binary columns of their tree (Y-13). All other columns stay
 * the same.
 *
 * @param groups the class targets
 * @param kinds losses of the new columns
 * @param plain by old column the new one, −1 for a binary column of a tree
 */
public record ClassScores(List<Group> groups, List<Label> kinds, int[] plain) {
  /**
   * A class target.
   *
   * @param tree its tree
   * @param first its first binary column
   * @param level column of the first class
   */
  public record Group(ClassTree tree, int first, int level) {}

  /** For labels with these losses; none without a target of three classes. */
  public static Optional<ClassScores> of(List<Label> labels) {
    List<Group> groups = new ArrayList<>();
    List<Label> kinds = new ArrayList<>();
    int[] plain = new int[labels.size()];
    Arrays.fill(plain, -1);
    for (int c = 0; c < plain.length; ) {
      ClassTree tree = labels.get(c) instanceof Logistic l ? l.tree() : null;
      if (tree == null || tree.levels() < 3) {
        plain[c] = kinds.size();
        kinds.add(labels.get(c++));
      } else {
        groups.add(new Group(tree, c, kinds.size()));
        for (int k = 0; k < tree.levels(); k++) {
          kinds.add(Logistic.LABEL);
        }
        c += tree.nodes();
      }
    }
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(new ClassScores(groups, List.copyOf(kinds), plain));
  }

  /** The class target of an old column; none for any other. */
  public Optional<Group> group(int column) {
    return plain[column] >= 0
        ? Optional.empty()
        : groups.stream().filter(g -> column < g.first + g.tree.nodes()).findFirst();
  }

  /** The new column of an old one, the first one of several. */
  public int first(int column) {
    return group(column).map(Group::level).orElse(plain[column]);
  }

  /** η of an old column from those of the new ones, logarithms of probabilities (Y-13). */
  public double eta(int column, IntToDoubleFunction score) {
    Group g = group(column).orElse(null);
    if (g == null) {
      return score.applyAsDouble(plain[column]);
    }
    double[] s = new double[g.tree.levels()];
    Arrays.setAll(s, k -> score.applyAsDouble(g.level + k));
    return g.tree.logOdds(column - g.first, s);
  }

  /** New columns by target: those of the classes of one together, any other alone. */
  public List<int[]> together() {
    List<int[]> out = new ArrayList<>();
    for (int c = 0; c < kinds.size(); ) {
      int at = c;
      int width =
          groups.stream()
              .filter(g -> g.level == at)
              .mapToInt(g -> g.tree.levels())
              .findAny()
              .orElse(1);
      out.add(IntStream.range(at, at + width).toArray());
      c += width;
    }
    return out;
  }

  /** The labels with one column per class. */
  public IncompleteMatrix relabelled(IncompleteMatrix y) {
    double[][] out = new double[y.rows()][kinds.size()];
    for (int i = 0; i < y.rows(); i++) {
      Arrays.fill(out[i], Double.NaN);
      for (int c = 0; c < plain.length; c++) {
        if (plain[c] >= 0) {
          out[i][plain[c]] = y.valueAt(i, c);
        }
      }
      for (Group g : groups) {
        double level = level(g, y, i);
        for (int k = 0; k < g.tree.levels() && !Double.isNaN(level); k++) {
          out[i][g.level + k] = k == level ? 1 : 0;
        }
      }
    }
    return IncompleteMatrix.ofNaN(out);
  }

  /** The class of a row, NaN if unknown. */
  public static double level(Group g, IncompleteMatrix y, int i) {
    double[] code = new double[g.tree.nodes()];
    Arrays.setAll(code, node -> y.valueAt(i, g.first + node));
    return g.tree.decoded(code);
  }
}

package org.slrm.internal.trees;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A sum of trees: η = base + Σ of their leaves (F-2). Immutable.
 *
 * @param base the constant
 * @param trees the trees, in the order they were grown
 */
public record Forest(double base, List<Tree> trees) {
  /** Copies the list. */
  public Forest {
    trees = List.copyOf(trees);
  }

  /** η of a row of dense values, NaN where missing. */
  public double predict(double[] x) {
    double sum = base;
    for (Tree tree : trees) {
      sum += tree.predict(x);
    }
    return sum;
  }

  /** Mean over the training rows. */
  public double expectation() {
    double sum = base;
    for (Tree tree : trees) {
      sum += tree.expectation();
    }
    return sum;
  }

  /** The largest depth of a tree. */
  public int depth() {
    return trees.stream().mapToInt(Tree::depth).max().orElse(0);
  }

  /** Features that some tree splits on. */
  public BitSet used() {
    BitSet out = new BitSet();
    for (Tree tree : trees) {
      IntStream.of(tree.feature()).filter(j -> j >= 0).forEach(out::set);
    }
    return out;
  }
}

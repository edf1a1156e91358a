package org.slrm.internal.label;

import org.jspecify.annotations.Nullable;
import org.slrm.method.LabelKind;

/** A target that is one of several classes: a column of two classes for each node of a tree. */
public record ClassTarget(ClassTree tree) implements Target {
  @Override
  public LabelKind kind() {
    return LabelKind.CLASSES;
  }

  @Override
  public int columns() {
    return tree.nodes();
  }

  @Override
  public Label label(int column) {
    return Logistic.of(tree, column);
  }

  @Override
  public int levels() {
    return tree.levels();
  }

  @Override
  public void encode(double y, double[] out, int at) {
    tree.encode((int) y, out, at);
  }

  /** The class of a code, NaN for an undetermined one. */
  public double decoded(double[] code) {
    return tree.decoded(code);
  }

  @Override
  public @Nullable String broken(double y) {
    boolean known = y >= 0 && y < levels() && y == Math.rint(y);
    return known ? null : "a class must be a whole number from 0 to " + (levels() - 1);
  }
}

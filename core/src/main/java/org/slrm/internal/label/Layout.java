package org.slrm.internal.label;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.check.Checks;
import org.slrm.method.LabelKind;

/**
 * The label columns of each target, in order.
 *
 * @param size number of predicted targets, the first ones; the others are auxiliary
 */
public record Layout(List<Target> targets, int size) implements Serializable {
  /** Copies the list. */
  public Layout {
    targets = List.copyOf(targets);
    Checks.between("predicted targets", size, Math.min(1, targets.size()), targets.size());
  }

  /** Targets that are all predicted. */
  public Layout(List<Target> targets) {
    this(targets, targets.size());
  }

  /** With only the first targets predicted. */
  public Layout ofFirst(int count) {
    return new Layout(targets, count);
  }

  /** With one target replaced. */
  public Layout with(int t, Target other) {
    List<Target> others = new ArrayList<>(targets);
    others.set(t, other);
    return new Layout(others, size);
  }

  /** The predicted targets alone. */
  public Layout predicted() {
    return hasAuxiliary() ? new Layout(targets.subList(0, size)) : this;
  }

  /** Whether there are auxiliary targets. */
  public boolean hasAuxiliary() {
    return size < targets.size();
  }

  /** Numeric targets only. */
  public static Layout numbers(int count) {
    return new Layout(Collections.nCopies(count, NumberTarget.NUMERIC));
  }

  /** Label columns as targets. */
  public static Layout of(List<Label> labels) {
    return new Layout(
        labels.stream()
            .<Target>map(
                l ->
                    new NumberTarget(l instanceof Counts ? LabelKind.COUNTS : LabelKind.NUMERIC, l))
            .toList());
  }

  public Target target(int t) {
    return targets.get(t);
  }

  public int columns() {
    return first(targets.size());
  }

  /** The first column of a target. */
  public int first(int t) {
    int c = 0;
    for (int k = 0; k < t; k++) {
      c += targets.get(k).columns();
    }
    return c;
  }

  public int targetOf(int column) {
    int t = 0;
    for (int c = column; c >= targets.get(t).columns(); t++) {
      c -= targets.get(t).columns();
    }
    return t;
  }

  /** The labels of all columns. */
  public List<Label> labels() {
    return targets.stream()
        .flatMap(t -> IntStream.range(0, t.columns()).mapToObj(t::label))
        .toList();
  }

  /** Whether every target is one column without encoding. */
  public boolean plain() {
    return targets.stream().allMatch(t -> t instanceof NumberTarget n && n.asGiven());
  }

  /** Labels encoded as columns; invalid labels are rejected with row and value. */
  public IncompleteMatrix encode(IncompleteMatrix y) {
    if (plain()) {
      return y;
    }
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(columns());
    double[] code = new double[columns()];
    for (int i = 0; i < y.rows(); i++) {
      for (int k = y.rowStart(i); k < y.rowStart(i + 1); k++) {
        encode(i, y.column(k), y.value(k), code, out);
      }
      out.endRow();
    }
    return out.build();
  }

  /** Rejects labels that are invalid for their targets. */
  public void check(IncompleteRow labels) {
    for (int e = 0; e < labels.observed(); e++) {
      int t = labels.index(e);
      refuseBroken("target " + t, targets.get(t), labels.value(e));
    }
  }

  private static void refuseBroken(String where, Target target, double y) {
    String broken = target.broken(y);
    if (broken != null) {
      throw new IllegalArgumentException(where + ": " + broken + ", got " + y);
    }
  }

  private void encode(int row, int t, double y, double[] code, IncompleteMatrix.Builder out) {
    Target target = targets.get(t);
    refuseBroken("target " + t + ", row " + row, target, y);
    int first = first(t);
    target.encode(y, code, first);
    for (int c = first; c < first + target.columns(); c++) {
      if (!Double.isNaN(code[c])) {
        out.entry(c, code[c]);
      }
    }
  }
}

package org.slrm.io.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slrm.io.Table;
import org.slrm.io.check.SkewedTarget;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LabelKind;

/** Targets with detected label kind that are better fitted on the logarithmic scale. */
record SkewedTargets(List<Optional<SkewedTarget>> each) {
  /** No such targets. */
  static final SkewedTargets NONE = new SkewedTargets(List.of());

  /** Checks the targets of a table. */
  static SkewedTargets in(Table table, SplitColumns split, ReadOptions options) {
    List<LabelKind> kinds = table.schema().labelKinds(options);
    List<Optional<SkewedTarget>> each = new ArrayList<>();
    for (int t = 0; t < kinds.size(); t++) {
      boolean detected = options.label(t, kinds.size()).isAuto();
      each.add(
          detected && kinds.get(t).usesSquaredError()
              ? SkewedTarget.in(table, t, rows -> split.rows(rows).folds(rows.length))
              : Optional.empty());
    }
    return new SkewedTargets(each);
  }

  /** Read options with these targets as positive amounts. */
  ReadOptions in(ReadOptions options) {
    if (each.stream().allMatch(Optional::isEmpty)) {
      return options;
    }
    List<ReadOptions.Label> labels = new ArrayList<>();
    for (int t = 0; t < each.size(); t++) {
      labels.add(
          each.get(t).isPresent()
              ? ReadOptions.Label.of(LabelKind.POSITIVE)
              : options.label(t, each.size()));
    }
    return options.toBuilder().labels(labels).build();
  }

  /** The result for a target. */
  Optional<SkewedTarget> of(int target) {
    return target < each.size() ? each.get(target) : Optional.empty();
  }
}

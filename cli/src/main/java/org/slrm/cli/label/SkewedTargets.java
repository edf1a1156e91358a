package org.slrm.cli.label;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slrm.cli.option.SplitOptions;
import org.slrm.io.check.SkewedTarget;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LabelKind;

/** Targets that nobody said anything of and whose logarithms are better to fit. */
public record SkewedTargets(List<Optional<SkewedTarget>> each) {
  /** None. */
  public static final SkewedTargets NONE = new SkewedTargets(List.of());

  /** Looks at the targets of a table. */
  public static SkewedTargets in(SplitOptions.Read read, ReadOptions options) {
    List<LabelKind> kinds = read.table().schema().labelKinds(options);
    List<Optional<SkewedTarget>> each = new ArrayList<>();
    for (int t = 0; t < kinds.size(); t++) {
      boolean free = options.label(t, kinds.size()) == ReadOptions.Label.AUTO;
      each.add(
          free && kinds.get(t) == LabelKind.NUMERIC
              ? SkewedTarget.in(
                  read.table(), t, rows -> read.columns().rows(rows).folds(rows.length))
              : Optional.empty());
    }
    return new SkewedTargets(each);
  }

  /** How a file is read, with these taken as positive amounts. */
  public ReadOptions in(ReadOptions options) {
    if (each.stream().allMatch(Optional::isEmpty)) {
      return options;
    }
    List<ReadOptions.Label> labels = new ArrayList<>();
    for (int t = 0; t < each.size(); t++) {
      labels.add(
          each.get(t).isPresent() ? ReadOptions.Label.POSITIVE : options.label(t, each.size()));
    }
    return options.toBuilder().labels(labels).build();
  }

  /** A line for each of them. */
  public List<String> notes() {
    return each.stream().flatMap(Optional::stream).map(SkewedTarget::message).toList();
  }
}

package org.slrm.cli.output;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slrm.io.score.NamedModel;
import org.slrm.method.LabelKind;

/**
 * The columns of answers. Targets of several kinds have the columns of all of them, empty where
 * they do not apply.
 *
 * @param numbers whether a target is a number
 * @param medians whether a target's median differs from its mean: counts and positive amounts
 * @param levels all classes of all targets, none without class targets
 */
public record AnswerColumns(boolean numbers, boolean medians, List<String> levels) {
  /** For numbers only. */
  public static final AnswerColumns PLAIN = new AnswerColumns(true, false, List.of());

  /** For targets of these kinds, with these classes each. */
  public static AnswerColumns of(List<LabelKind> kinds, List<List<String>> levels) {
    Set<String> all = new LinkedHashSet<>();
    levels.forEach(all::addAll);
    return new AnswerColumns(
        kinds.stream().anyMatch(k -> !k.isClassification()),
        kinds.stream().anyMatch(LabelKind::logScale),
        List.copyOf(all));
  }

  /** For all targets of a model. */
  public static AnswerColumns of(NamedModel model) {
    List<LabelKind> kinds = new ArrayList<>();
    List<List<String>> levels = new ArrayList<>();
    for (int t = 0; t < model.targets().size(); t++) {
      kinds.add(model.kind(t));
      levels.add(model.levels(t));
    }
    return of(kinds, levels);
  }

  static AnswerColumns of(NamedModel model, int target) {
    return of(List.of(model.kind(target)), List.of(model.levels(target)));
  }

  boolean classes() {
    return !levels.isEmpty();
  }
}

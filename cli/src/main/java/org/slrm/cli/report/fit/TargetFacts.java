package org.slrm.cli.report.fit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.data.ColumnStatistics;
import org.slrm.result.CrossValidated;

/**
 * What the page says of one target.
 *
 * @param name its name
 * @param number its number
 * @param held rows predicted unseen; null when validation was switched off
 * @param deviation standard deviation of its labels
 * @param features the prediction in terms of features
 * @param components components the prediction is made of; empty for a method without
 * @param componentsOf which member the components are of, in words
 * @param kinds components of a union of subspaces, which rows belong to; null without one
 */
public record TargetFacts(
    String name,
    int number,
    @Nullable HeldOutRows held,
    double deviation,
    FeatureFacts features,
    List<ComponentFacts> components,
    String componentsOf,
    @Nullable RowKinds kinds) {

  /**
   * One component of the subspace.
   *
   * @param name its name
   * @param variance its variance in scaled units
   * @param coefficient what one standard deviation of it adds to the prediction, in units of the
   *     target
   * @param strongest the features that load on it most, in words
   */
  public record ComponentFacts(
      String name, double variance, double coefficient, String strongest) {}

  /** Computes them. */
  static TargetFacts of(FitInput in, int t, ColumnStatistics features, ColumnStatistics labels) {
    CrossValidated cv = in.model().report().validation();
    Components components = Components.of(in.model().parts(), t);
    HeldOutRows held = cv == null ? null : HeldOutRows.of(cv, t);
    return new TargetFacts(
        in.targets().get(t),
        t,
        held == null || held.size() == 0 ? null : held,
        Math.sqrt(labels.variance(t)),
        FeatureFacts.of(in, t, features),
        components == null ? List.of() : components.facts(in.model(), in.x(), in.features(), t),
        components == null ? "" : components.origin(),
        RowKinds.of(in, t));
  }
}
